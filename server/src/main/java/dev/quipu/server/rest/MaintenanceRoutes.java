package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;

import dev.quipu.engine.Engine;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.server.http.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `/v1/admin/rebuild` and `/v1/admin/verify`: long work, told line by line while it goes on.
final class MaintenanceRoutes {

  private final Engine engine;

  MaintenanceRoutes(Engine engine) {
    this.engine = engine;
  }

  /// Does the work for one tenant and says what came of it.
  private interface Work {
    JsonObject on(TenantId tenant, Progress progress);
  }

  List<Route> routes() {
    return List.of(
        route("/v1/admin/rebuild", "Makes the views again from the log.", this::rebuild),
        route(
            "/v1/admin/verify",
            "Walks the chain, adds up the views and replays the log.",
            this::verify));
  }

  private Route route(String path, String summary, Work work) {
    return Route.of("POST", path, summary, new Handling.Operator((_, call) -> run(call, work)))
        .body(Answers.JSON, Schemas.object(Map.of("tenant_id?", Schemas.ID)))
        .answering(
            200, "Lines of progress, then a line with `result` (or `problem`).", Schemas.ANY_OBJECT)
        .producing(Answers.NDJSON);
  }

  private JsonObject rebuild(TenantId tenant, Progress progress) {
    var rebuilt = engine.rebuild().rebuild(tenant, progress);
    if (!tenant.equals(TenantId.PLATFORM)) {
      engine.indexing().rebuild(tenant, progress);
    }
    return JsonObject.of(
        "tenant_id", Json.of(tenant.value()),
        "position", Json.of(rebuilt.position().value()),
        "changed", Json.of(rebuilt.differed()),
        "digest", Json.of(rebuilt.after().hex()));
  }

  private JsonObject verify(TenantId tenant, Progress progress) {
    return LogRoutes.json(engine.verify().deep(tenant, progress));
  }

  private Reply run(Call call, Work work) {
    call.query().check();
    var tenants = tenants(call.objectOrEmpty());
    // While there is still a status to say it with; from then on it is a line.
    tenants.forEach(engine.spaceWork()::refuseIfUnderway);
    return new Reply.Stream(
        200, Map.of("Content-Type", Answers.NDJSON), out -> write(tenants, work, out));
  }

  private static void write(List<TenantId> tenants, Work work, OutputStream out)
      throws IOException {
    var results = new ArrayList<Json>();
    try {
      for (var tenant : tenants) {
        results.add(work.on(tenant, (of, step, done, total) -> tell(of, step, done, total, out)));
      }
      Answers.line(JsonObject.of("result", new JsonArray(results)), out);
    } catch (MemoryException e) {
      Answers.line(JsonObject.of("problem", Problems.of(e).toJson()), out);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void tell(TenantId tenant, String step, long done, long total, OutputStream out) {
    try {
      Answers.line(
          JsonObject.of(
              "tenant_id", Json.of(tenant.value()),
              "step", Json.of(step),
              "done", Json.of(done),
              "total", Json.of(total)),
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The tenant that was named, else all of them and the platform's own log.
  private List<TenantId> tenants(JsonObject body) {
    var violations = new Violations();
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var named = fields.optional("tenant_id", id(TenantId::new));
    fields.refuseOthers();
    violations.throwIfAny();
    var all = engine.tenancy().logs();
    if (named == null) {
      return all;
    }
    if (!all.contains(named)) {
      throw new NotFound("tenant.not_found", "tenant not found");
    }
    return List.of(named);
  }
}
