package dev.quipu.server.rest;

import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.PreconditionFailed;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.failure.Violation;
import dev.quipu.wire.Problem;
import java.util.List;
import java.util.Map;

/// The one place that knows which failure has which status.
final class Problems {

  private Problems() {}

  static Problem of(MemoryException failure) {
    return switch (failure) {
      case Invalid invalid -> problem(400, failure, invalid.violations());
      case Unauthenticated _ -> problem(401, failure);
      case Forbidden _ -> problem(403, failure);
      case NotFound _ -> problem(404, failure);
      case Conflict _ -> problem(409, failure);
      case Gone _ -> problem(410, failure);
      case PreconditionFailed _ -> problem(412, failure);
      case TooLarge _ -> problem(413, failure);
      case Exhausted _ -> problem(429, failure);
      case Corrupt _ -> internal();
      case Unavailable _ -> problem(503, failure);
    };
  }

  /// What goes with the problem outside of its body.
  static Map<String, String> headersOf(MemoryException failure) {
    return switch (failure) {
      case Unauthenticated _ -> Map.of("WWW-Authenticate", "Bearer");
      case Unavailable busy ->
          Map.of("Retry-After", Long.toString(Math.max(1, busy.retryAfter().toSeconds())));
      case Exhausted _ -> Map.of("Retry-After", "1");
      case Invalid _,
          Forbidden _,
          NotFound _,
          Conflict _,
          Gone _,
          PreconditionFailed _,
          TooLarge _,
          Corrupt _ ->
          Map.of();
    };
  }

  /// A mistake of ours. What it is stands in the log, under the request's id.
  static Problem internal() {
    return new Problem(
        500,
        title(500),
        "internal",
        "Something went wrong on our side.",
        "The server's log has more under the Request-Id of this answer.",
        List.of());
  }

  static Problem unknownRoute() {
    return new Problem(
        404,
        title(404),
        "route.unknown",
        "There is nothing at this path.",
        "GET /openapi.json lists every route.",
        List.of());
  }

  static Refusal methodNotAllowed(String allowed) {
    return new Refusal(
        new Problem(
            405, title(405), "method.not_allowed", "This path takes these methods: " + allowed),
        Map.of("Allow", allowed));
  }

  static Refusal notAcceptable(String produced) {
    return new Refusal(
        new Problem(406, title(406), "accept.unsupported", "This path answers in " + produced),
        Map.of());
  }

  static Refusal unsupportedMediaType(String taken) {
    return new Refusal(
        new Problem(415, title(415), "content_type.unsupported", "Send a body of type " + taken),
        Map.of("Accept", taken));
  }

  static Refusal foreignHost() {
    return new Refusal(
        new Problem(
            403,
            title(403),
            "host.foreign",
            "This server does not answer to the name in the Host header.",
            "Address it as localhost, or let the operator add the name to `allowed-hosts`.",
            List.of()),
        Map.of());
  }

  static Refusal foreignOrigin() {
    return new Refusal(
        new Problem(
            403,
            title(403),
            "origin.foreign",
            "Web pages of this origin may not send requests here.",
            "Let the operator add the origin to `allowed-origins`.",
            List.of()),
        Map.of());
  }

  /// What was refused before it was a request: by the library, with a status of its choice.
  static Problem transport(int status, String reason) {
    if (status >= 500 && status != 503 && status != 505) {
      return internal();
    }
    var code =
        switch (status) {
          case 408 -> "request.timeout";
          case 413 -> "body.too_large";
          case 414 -> "path.too_long";
          case 415 -> "content_encoding.unsupported";
          case 431 -> "headers.too_large";
          case 503 -> "server.busy";
          case 505 -> "http.version";
          default -> "request.malformed";
        };
    return new Problem(status, title(status), code, reason);
  }

  private static Problem problem(int status, MemoryException failure) {
    return problem(status, failure, List.of());
  }

  private static Problem problem(int status, MemoryException failure, List<Violation> violations) {
    return new Problem(
        status, title(status), failure.code(), failure.getMessage(), failure.hint(), violations);
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "Bad input";
      case 401 -> "Not authenticated";
      case 403 -> "Forbidden";
      case 404 -> "Not found";
      case 405 -> "Method not allowed";
      case 406 -> "Not acceptable";
      case 408 -> "Request timeout";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 412 -> "Precondition failed";
      case 413 -> "Too large";
      case 414 -> "Path too long";
      case 415 -> "Unsupported media type";
      case 429 -> "Too many requests";
      case 431 -> "Headers too large";
      case 503 -> "Unavailable";
      case 505 -> "HTTP version not supported";
      default -> status < 500 ? "Bad request" : "Internal error";
    };
  }
}
