package dev.quipu.server.rest;

import org.jspecify.annotations.Nullable;

/// What is sent to both doors.
///
/// @param body JSON; null = none
record TwinRequest(String method, String token, String path, @Nullable String body) {

  TwinRequest to(String otherPath) {
    return new TwinRequest(method, token, otherPath, body);
  }
}
