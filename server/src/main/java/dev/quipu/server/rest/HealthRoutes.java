package dev.quipu.server.rest;

import dev.quipu.engine.materialize.Embedding;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// `/health/…` and `/metrics`: for those who look after the server.
final class HealthRoutes {

  private static final JsonObject OK = JsonObject.of("status", Json.of("ok"));
  private static final String MORE =
      " `GET /v1/admin/models` tells the operator which file or address it is.";
  private static final JsonObject SCHEMA = Schemas.object(Map.of("status", Schemas.TEXT));
  private static final JsonObject READY_SCHEMA =
      Schemas.object(
          Map.of(
              "status", Schemas.TEXT,
              "degraded",
                  Schemas.list(
                      Schemas.object(
                          Map.of(
                              "part", Schemas.TEXT,
                              "detail", Schemas.TEXT,
                              "hint", Schemas.TEXT))),
              "vectors",
                  Schemas.object(
                      Map.of(
                          "model_id", Schemas.nullable(Schemas.TEXT),
                          "state", Schemas.TEXT,
                          "behind_tenants", Schemas.NUMBER,
                          "lag_entries", Schemas.NUMBER))));

  private final BooleanSupplier ready;
  private final @Nullable Embedding embedding;
  private final Metrics metrics;

  /// @param ready whether requests can be served; may throw instead of saying no
  /// @param embedding null if all is found by words
  HealthRoutes(BooleanSupplier ready, @Nullable Embedding embedding, Metrics metrics) {
    this.ready = ready;
    this.embedding = embedding;
    this.metrics = metrics;
  }

  List<Route> routes() {
    return List.of(
        Route.of("GET", "/health/live", "Whether the process runs.", new Handling.Open(this::live))
            .answering(200, "It does.", SCHEMA),
        Route.of(
                "GET",
                "/health/ready",
                "Whether requests are served, and what of the service is degraded.",
                new Handling.Open(this::ready))
            .answering(200, "They are.", READY_SCHEMA),
        Route.of(
                "GET",
                "/v1/health",
                "Whether requests are served, and what of the service is degraded.",
                new Handling.Open(this::ready))
            .answering(200, "They are.", READY_SCHEMA),
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
    return Answers.ok(standing());
  }

  /// A server without vectors answers, by words; so it is ready, and says what it lacks. Anybody
  /// may ask, so where its files and endpoints are is told by [ModelRoutes] alone.
  private JsonObject standing() {
    var standing = embedding == null ? null : embedding.standing();
    var trouble = standing == null ? null : standing.trouble();
    var degraded =
        trouble == null
            ? List.<Json>of()
            : List.<Json>of(
                JsonObject.of(
                    "part", Json.of("vectors"),
                    "detail",
                        Json.of(trouble.told() + " What has no vector is found by its words."),
                    "hint", Json.of(trouble.hint() + MORE)));
    return JsonObject.of(
        "status", Json.of(degraded.isEmpty() ? "ok" : "degraded"),
        "degraded", new JsonArray(degraded),
        "vectors", vectors(standing));
  }

  private static JsonObject vectors(Embedding.@Nullable Standing standing) {
    if (standing == null || standing.chosen() == null) {
      return JsonObject.of(
          "model_id", Json.NULL,
          "state", Json.of("none"),
          "behind_tenants", Json.of(0),
          "lag_entries", Json.of(0));
    }
    var state =
        standing.trouble() != null ? "failed" : standing.ready() == null ? "not_loaded" : "ready";
    return JsonObject.of(
        "model_id", Json.of(standing.chosen()),
        "state", Json.of(state),
        "behind_tenants", Json.of(standing.behind()),
        "lag_entries", Json.of(standing.lag()));
  }

  private Reply metrics(Call call) {
    call.query().check();
    return Answers.text(Metrics.MEDIA_TYPE, metrics.toPrometheusText());
  }
}
