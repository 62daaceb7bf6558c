package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.materialize.Finding;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.http.Reply;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/log`: the caller's log as such.
final class LogRoutes {

  private final Engine engine;

  LogRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.of("GET", "/v1/log/head", "Where the log ends.", new Handling.Keyed(this::head))
            .answering(200, "The head.", Schemas.reference("LogHead")),
        Route.of(
                "GET",
                "/v1/log/verify",
                "Walks the chain and adds up the views. Needs the admin grant.",
                new Handling.Keyed(this::verify))
            .answering(200, "What was found.", Schemas.reference("Finding")),
        Route.of(
                "GET",
                "/v1/log/key",
                "The public key that checkpoints are signed with.",
                new Handling.Open(this::key))
            .answering(
                200,
                "The key, X.509 in base64.",
                Schemas.object(Map.of("algorithm", Schemas.TEXT, "public_key", Schemas.TEXT))));
  }

  static Map<String, JsonObject> schemas() {
    var head = new LinkedHashMap<String, JsonObject>();
    head.put("log_id", Schemas.TEXT);
    head.put("tenant_id", Schemas.ID);
    head.put("position", Schemas.INTEGER);
    head.put("hash", Schemas.TEXT);
    head.put("visible_time", Schemas.nullable(Schemas.TIME));
    var finding = new LinkedHashMap<String, JsonObject>();
    finding.put("tenant_id", Schemas.ID);
    finding.put("sound", Schemas.BOOLEAN);
    finding.put("position", Schemas.INTEGER);
    finding.put("digest", Schemas.TEXT);
    finding.put("divergence?", Schemas.ANY_OBJECT);
    return Map.of("LogHead", Schemas.object(head), "Finding", Schemas.object(finding));
  }

  private Reply head(Caller caller, Call call) {
    call.query().check();
    var head = engine.events().head(caller);
    boolean empty = head.position().equals(LogPosition.START);
    return Answers.ok(
        JsonObject.of(
            "log_id", Json.of(engine.logId()),
            "tenant_id", Json.of(caller.tenant().value()),
            "position", Json.of(head.position().value()),
            "hash", Json.of(head.hash().hex()),
            "visible_time", empty ? Json.NULL : Json.of(head.visibleTime())));
  }

  private Reply verify(Caller caller, Call call) {
    call.query().check();
    caller.require(Grant.ADMIN);
    return Answers.ok(json(engine.verify().chainAndDigest(caller.tenant(), (_, _, _, _) -> {})));
  }

  private Reply key(Call call) {
    call.query().check();
    var key = Base64.getEncoder().encodeToString(engine.checkpointKey());
    return Answers.ok(JsonObject.of("algorithm", Json.of("Ed25519"), "public_key", Json.of(key)));
  }

  /// What a verification found.
  static JsonObject json(Finding finding) {
    var json =
        JsonObject.of(
            "tenant_id", Json.of(finding.tenant().value()),
            "sound", Json.of(finding.isSound()),
            "position", Json.of(finding.position().value()),
            "digest", Json.of(finding.digest().hex()));
    return switch (finding.divergence()) {
      case null -> json;
      case Divergence.InLog(var position, var what) ->
          json.with(
              "divergence",
              JsonObject.of(
                  "in", Json.of("log"),
                  "position", Json.of(position.value()),
                  "what", Json.of(what)));
      case Divergence.InViews(var what) ->
          json.with("divergence", JsonObject.of("in", Json.of("views"), "what", Json.of(what)));
    };
  }
}
