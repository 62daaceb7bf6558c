package dev.quipu.server.config;

import java.time.Duration;
import java.util.Set;

/// Where we listen, and to whom.
///
/// @param port 0 = any that is free
/// @param allowedHosts names beside localhost that requests may address us by
/// @param allowedOrigins web pages, beside our own, that may send requests
/// @param patience how long a client may keep a request or an answer waiting
/// @param stopGrace how long running requests may take to end when the server stops
public record HttpConfig(
    String host,
    int port,
    Set<String> allowedHosts,
    Set<String> allowedOrigins,
    Duration patience,
    Duration stopGrace) {

  public HttpConfig {
    allowedHosts = Set.copyOf(allowedHosts);
    allowedOrigins = Set.copyOf(allowedOrigins);
  }
}
