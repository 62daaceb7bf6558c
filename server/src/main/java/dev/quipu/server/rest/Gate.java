package dev.quipu.server.rest;

import dev.quipu.engine.access.Credentials;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.server.config.HttpConfig;
import dev.quipu.server.http.Incoming;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lets requests in, or not: by the name they address us by, the page they come from, the token
/// they carry. The one place where a [Caller] is made from a request.
///
/// Host and Origin are checked because a web page can make a browser on this machine send requests
/// to us, under a name of its own that it points at 127.0.0.1.
final class Gate {

  private static final Set<String> OURS = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String SCHEME = "Bearer ";

  private final Credentials credentials;
  private final HttpConfig config;

  Gate(Credentials credentials, HttpConfig config) {
    this.credentials = credentials;
    this.config = config;
  }

  void checkAddress(Incoming request) {
    var host = request.header("Host");
    if (host == null || !isOurs(host)) {
      throw Problems.foreignHost();
    }
    var origin = request.header("Origin");
    if (origin != null && !isFriendly(origin, host)) {
      throw Problems.foreignOrigin();
    }
  }

  Caller callerOf(Incoming request) {
    return credentials.callerOf(token(request));
  }

  Caller operatorOf(Incoming request) {
    return credentials.operatorOf(token(request));
  }

  /// The token of a request, for those who check it again and again.
  static String token(Incoming request) {
    var header = request.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new Unauthenticated();
    }
    var token = header.substring(SCHEME.length()).strip();
    if (token.isEmpty()) {
      throw new Unauthenticated();
    }
    return token;
  }

  private boolean isOurs(String hostHeader) {
    var name = withoutPort(hostHeader.toLowerCase(Locale.ROOT));
    return OURS.contains(name) || config.allowedHosts().contains(name);
  }

  private boolean isFriendly(String origin, String hostHeader) {
    var lower = origin.toLowerCase(Locale.ROOT);
    var named = afterScheme(lower);
    return config.allowedOrigins().contains(lower)
        || (named != null && named.equals(hostHeader.toLowerCase(Locale.ROOT)));
  }

  private static @Nullable String afterScheme(String origin) {
    int colon = origin.indexOf("://");
    return colon < 0 ? null : origin.substring(colon + 3);
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
