package dev.quipu.bench.ingest;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// One NDJSON request with many events, to a server in a process of its own. The server stays, each
/// round has a new tenant.
final class NdjsonBulk implements AutoCloseable {

  /// How many lines the server appends at a time.
  private static final int PORTION = 500;

  private final Place home;
  private final ServerProcess server;
  private final Call bulk;
  private final int events;
  private int rounds;

  private NdjsonBulk(Place home, ServerProcess server, int events) {
    this.home = home;
    this.server = server;
    this.events = events;
    this.bulk =
        Call.lines(
            "/v1/events", LongStream.range(0, events).mapToObj(Messages::request).toList(), null);
  }

  static NdjsonBulk open(Database database, int events) throws IOException, InterruptedException {
    var home = database.newPlace();
    try {
      var server = ServerProcess.startAsIs(home.folder().resolve("data"), home.serverSettings());
      return new NdjsonBulk(home, server, events);
    } catch (IOException | InterruptedException | RuntimeException e) {
      home.close();
      throw e;
    }
  }

  /// Writes to where the server has its data.
  ///
  /// @param unused since the server has a place of its own
  AgainstBare.Written write(Place unused) throws IOException, InterruptedException {
    var tenant = new TenantId("t_bulk_" + rounds++);
    try (var client = new Client(server.port(), tokenOf(tenant))) {
      client.get("/v1/events?limit=1"); // connects
      long cpu = server.cpuNanos();
      long start = System.nanoTime();
      var answer = client.send(bulk);
      long nanos = answer.arrivedAt() - start;
      cpu = server.cpuNanos() - cpu;
      var receipts = answer.body().array("receipts");
      if (receipts == null || receipts.size() != events) {
        throw new IllegalStateException("not every event has a receipt: " + answer.status());
      }
      awaitIndexed(client);
      return new AgainstBare.Written(home, tenant, nanos, cpu, groups());
    }
  }

  /// What the server still does for them is not to slow the bare loop, which comes next.
  private void awaitIndexed(Client client) throws IOException, InterruptedException {
    var asked =
        JsonObject.of(
            "query_text", Json.of("anything"), "after", Json.of(events), "top_k", Json.of(1));
    var answer = client.send(Call.post("/v1/query", asked, null));
    if (answer.status() != 200) {
      throw new IllegalStateException("the index does not follow: " + answer.status());
    }
  }

  private String tokenOf(TenantId tenant) throws IOException, InterruptedException {
    try (var operator = new Client(server.port(), server.adminToken())) {
      var body =
          JsonObject.of("name", Json.of(tenant.value()), "tenant_id", Json.of(tenant.value()));
      var token = operator.send(Call.post("/v1/admin/tenants", body, null)).body().text("token");
      if (token == null) {
        throw new IllegalStateException("a tenant without a token");
      }
      return token;
    }
  }

  private List<Integer> groups() {
    var groups = new ArrayList<Integer>();
    for (int left = events; left > 0; left -= PORTION) {
      groups.add(Math.min(left, PORTION));
    }
    return groups;
  }

  @Override
  public void close() {
    server.close();
    home.close();
  }
}
