/// What every door stands on: the HTTP library, kept in one place.
///
/// Takes connections, gives a [Door] one [Incoming] request after the other and sends its [Reply].
/// Promises that no client can make it wait without bound, and that whatever the library itself
/// refuses is answered by the door too. The only package that knows Helidon; start reading at
/// [HttpListener].
@NullMarked
package dev.quipu.server.http;

import org.jspecify.annotations.NullMarked;
