package dev.quipu.server.cli;

import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.materialize.Finding;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.engine.materialize.Rebuild.Rebuilt;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.DataFolder;
import dev.quipu.server.wiring.Wiring;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Long work on an instance: on SQLite done by the server that runs on the folder, or by ourselves
/// if none does; on PostgreSQL by ourselves.
final class Maintenance {

  private final ServerConfig config;
  private final @Nullable String tenant;
  private final ProgressBar bar;

  Maintenance(ServerConfig config, @Nullable String tenant, ProgressBar bar) {
    this.config = config;
    this.tenant = tenant;
    this.bar = bar;
  }

  /// What came of one tenant.
  record Outcome(String tenant, String sentence, boolean good) {}

  List<Outcome> rebuild() {
    return run(
        "rebuild", (engine, id, progress) -> outcome(engine.rebuild().rebuild(id, progress)));
  }

  List<Outcome> verify() {
    return run("verify", (engine, id, progress) -> outcome(engine.verify().deep(id, progress)));
  }

  private interface Work {
    Outcome on(Engine engine, TenantId tenant, Progress progress);
  }

  private List<Outcome> run(String name, Work work) {
    var folder = new DataFolder(config.dataFolder());
    var running =
        switch (config.storage()) {
          case StorageConfig.Sqlite _ -> serverOn(folder);
          // It may be open here too, and what a server on this folder serves may be another one.
          case StorageConfig.Postgres _ -> null;
        };
    try {
      return running == null ? here(work) : there(running, folder, name);
    } finally {
      bar.end();
    }
  }

  private static DataFolder.@Nullable RunningServer serverOn(DataFolder folder) {
    if (!Files.isDirectory(folder.path())) {
      throw new Unavailable(
          "folder.missing", "there is no data folder " + folder.path(), Duration.ZERO);
    }
    return folder.runningServer();
  }

  private List<Outcome> here(Work work) {
    var outcomes = new ArrayList<Outcome>();
    try (var engine = Wiring.of(config.withoutEmbedder()).openEngine(CommitMeter.SILENT)) {
      for (var id : tenants(engine)) {
        outcomes.add(
            work.on(engine, id, (of, step, done, total) -> bar.at(of.value(), step, done, total)));
      }
    }
    return outcomes;
  }

  private List<TenantId> tenants(Engine engine) {
    var all = engine.tenancy().logs();
    if (tenant == null) {
      return all;
    }
    return all.stream()
        .filter(id -> id.value().equals(tenant))
        .findFirst()
        .map(List::of)
        .orElseThrow(() -> new NotFound("tenant.not_found", "there is no tenant " + tenant));
  }

  private List<Outcome> there(DataFolder.RunningServer running, DataFolder folder, String name) {
    var configured = config.adminToken();
    var token = configured == null ? folder.adminToken() : configured.value();
    var body = tenant == null ? JsonObject.EMPTY : JsonObject.of("tenant_id", Json.of(tenant));
    var results =
        new RunningQuipu(running.port(), token == null ? "" : token).work(name, body, bar);
    return results.stream().map(Maintenance::outcome).toList();
  }

  private static Outcome outcome(Rebuilt rebuilt) {
    return rebuilt(rebuilt.tenant().value(), rebuilt.position().value(), rebuilt.differed());
  }

  private static Outcome rebuilt(String tenant, long position, boolean changed) {
    return new Outcome(
        tenant,
        "rebuilt up to position "
            + position
            + (changed ? "; the views had differed from the log" : "; nothing had differed"),
        true);
  }

  private static Outcome outcome(Finding finding) {
    var what =
        switch (finding.divergence()) {
          case null -> null;
          case Divergence.InLog(var position, var text) -> "at position " + position + ": " + text;
          case Divergence.InViews(var text) -> "in the views: " + text;
        };
    return verified(finding.tenant().value(), finding.position().value(), what);
  }

  private static Outcome verified(String tenant, long position, @Nullable String divergence) {
    return divergence == null
        ? new Outcome(tenant, "sound up to position " + position, true)
        : new Outcome(tenant, "DIVERGES " + divergence, false);
  }

  /// The same sentences from what a running server says.
  private static Outcome outcome(JsonObject result) {
    var name = String.valueOf(result.text("tenant_id"));
    long position = RunningQuipu.number(result, "position");
    if (result.get("changed") instanceof JsonBoolean(var changed)) {
      return rebuilt(name, position, changed);
    }
    var divergence = result.object("divergence");
    if (divergence == null) {
      return verified(name, position, null);
    }
    var what = String.valueOf(divergence.text("what"));
    return verified(
        name,
        position,
        "log".equals(divergence.text("in"))
            ? "at position " + RunningQuipu.number(divergence, "position") + ": " + what
            : "in the views: " + what);
  }
}
