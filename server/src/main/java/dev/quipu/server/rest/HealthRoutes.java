package dev.quipu.server.rest;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// `/health/…` and `/metrics`: for those who look after the server.
final class HealthRoutes {

  private static final JsonObject OK = JsonObject.of("status", Json.of("ok"));
  private static final JsonObject SCHEMA = Schemas.object(Map.of("status", Schemas.TEXT));

  private final BooleanSupplier ready;
  private final Metrics metrics;

  /// @param ready whether requests can be served; may throw instead of saying no
  HealthRoutes(BooleanSupplier ready, Metrics metrics) {
    this.ready = ready;
    this.metrics = metrics;
  }

  List<Route> routes() {
    return List.of(
        Route.of("GET", "/health/live", "Whether the process runs.", new Handling.Open(this::live))
            .answering(200, "It does.", SCHEMA),
        Route.of(
                "GET",
                "/health/ready",
                "Whether requests are served.",
                new Handling.Open(this::ready))
            .answering(200, "They are.", SCHEMA),
        Route.of(
                "GET", "/v1/health", "Whether requests are served.", new Handling.Open(this::ready))
            .answering(200, "They are.", SCHEMA),
        metrics("/metrics"),
        metrics("/v1/metrics"));
  }

  private Route metrics(String path) {
    return Route.of(
            "GET",
            path,
            "Figures for Prometheus. From this machine without a token, else with the operator's.",
            new Handling.Nearby(this::metrics))
        .answering(200, "Prometheus text.", Schemas.TEXT)
        .producing("text/plain");
  }

  private Reply live(Call call) {
    call.query().check();
    return Answers.ok(OK);
  }

  private Reply ready(Call call) {
    call.query().check();
    if (!ready.getAsBoolean()) {
      throw new Unavailable("server.not_ready", "the server is not ready", Duration.ofSeconds(1));
    }
    return Answers.ok(OK);
  }

  private Reply metrics(Call call) {
    call.query().check();
    return Answers.text(Metrics.MEDIA_TYPE, metrics.toPrometheusText());
  }
}
