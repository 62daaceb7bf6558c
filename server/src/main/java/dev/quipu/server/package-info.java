/// The program: command line, configuration, wiring and the doors that users knock at.
///
/// It takes requests and gives answers; it translates and decides nothing. It promises to start
/// what it opened in one order and to close it in the reverse one. It may depend on every other
/// module except the test kit; start reading at [Main].
@NullMarked
package dev.quipu.server;

import org.jspecify.annotations.NullMarked;
