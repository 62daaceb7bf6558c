/// Puts the parts together and takes them apart again.
///
/// Takes a [dev.quipu.server.config.ServerConfig], gives a running [QuipuServer]. Promises to open
/// in the order of the data, to close in reverse, and that a failure on the way leaves nothing
/// open. The only package that knows every adapter, the clock of the machine and its randomness;
/// start reading at [Wiring].
@NullMarked
package dev.quipu.server.wiring;

import org.jspecify.annotations.NullMarked;
