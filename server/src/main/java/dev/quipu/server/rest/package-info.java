/// The REST door: JSON over HTTP.
///
/// Takes requests, gives answers; translates both ways and decides nothing. Promises that a route
/// exists exactly if `/openapi.json` shows it, and that every failure is an RFC 9457 problem made
/// in [Problems]. May depend on the engine, `wire`, `server.http` and `server.metrics`; start
/// reading at [RestDoor].
@NullMarked
package dev.quipu.server.rest;

import org.jspecify.annotations.NullMarked;
