package dev.quipu.server.rest;

import dev.quipu.wire.Problem;
import java.util.Map;

/// A failure that only HTTP knows: a method, a media type, a host.
@SuppressWarnings("serial")
final class Refusal extends RuntimeException {

  private final Problem problem;
  private final Map<String, String> headers;

  Refusal(Problem problem, Map<String, String> headers) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.headers = Map.copyOf(headers);
  }

  Problem problem() {
    return problem;
  }

  Map<String, String> headers() {
    return headers;
  }
}
