/// A real server in a process of its own, and a client that speaks to it.
///
/// Takes a folder, gives a [ServerProcess]. Promises that the server is gone when it is closed. May
/// know `process` and `wire`; start reading at [ServerProcess].
@NullMarked
package dev.quipu.bench.child;

import org.jspecify.annotations.NullMarked;
