package dev.quipu.bench.ingest;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// One NDJSON request with many events, to a server in a process of its own. The server stays, each
/// round has a new tenant.
final class NdjsonBulk implements AutoCloseable {

  /// How many lines the server appends at a time.
  private static final int PORTION = 500;

  private final Scratch scratch;
  private final ServerProcess server;
  private final Call bulk;
  private final int events;
  private int rounds;

  private NdjsonBulk(Scratch scratch, ServerProcess server, int events) {
    this.scratch = scratch;
    this.server = server;
    this.events = events;
    this.bulk =
        Call.lines(
            "/v1/events", LongStream.range(0, events).mapToObj(Messages::request).toList(), null);
  }

  static NdjsonBulk open(int events) throws IOException, InterruptedException {
    var scratch = Scratch.open();
    try {
      var server = ServerProcess.startAsIs(scratch.resolve("data"));
      return new NdjsonBulk(scratch, server, events);
    } catch (IOException | InterruptedException | RuntimeException e) {
      scratch.close();
      throw e;
    }
  }

  /// Writes into the server's own folder.
  ///
  /// @param unused the server has a folder of its own
  AgainstBare.Written write(Path unused) throws IOException, InterruptedException {
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
      return new AgainstBare.Written(scratch.resolve("data"), tenant, nanos, cpu, groups());
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
    scratch.close();
  }
}
