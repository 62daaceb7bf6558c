/// What every adapter is measured by: contracts, oracles and fixtures.
///
/// It takes a way to open an adapter and gives the tests of the port's promises. It promises that
/// the in-memory oracle passes the very contracts it hands out. It depends on the engine, the wire
/// and the test libraries, and others use it in test scope only.
@NullMarked
package dev.quipu.testkit;

import org.jspecify.annotations.NullMarked;
