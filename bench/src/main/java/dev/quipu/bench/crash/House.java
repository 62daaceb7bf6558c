package dev.quipu.bench.crash;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A folder with a tenant, its token, and the writers that write to it through life after life of
/// its server.
final class House {

  static final TenantId TENANT = new TenantId("t_crash");

  private final Path folder;
  private final String token;
  private final Ledger ledger = new Ledger();
  private final List<Attempts> attempts = new ArrayList<>();
  private final long seed;

  private House(Path folder, String token, long seed) {
    this.folder = folder;
    this.token = token;
    this.seed = seed;
  }

  /// Makes the tenant, and an object for each writer to change.
  static House found(Path folder, ServerProcess server, int writers, long seed)
      throws IOException, InterruptedException {
    try (var operator = new Client(server.port(), server.adminToken())) {
      var body = JsonObject.of("name", Json.of("crash"), "tenant_id", Json.of(TENANT.value()));
      var made = good(operator.send(Call.post("/v1/admin/tenants", body, null)));
      var token = made.body().text("token");
      if (token == null) {
        throw new IllegalStateException("a tenant without a token: " + made.body());
      }
      var house = new House(folder, token, seed);
      try (var client = house.client(server)) {
        for (int i = 0; i < writers; i++) {
          var writer = new Attempts("w" + i, seed + i);
          house.attempts.add(writer);
          var agent = JsonObject.of("agent_id", Json.of(writer.agent()));
          good(client.send(Call.post("/v1/objects/agent", agent, null)));
        }
      }
      return house;
    }
  }

  private static Client.Answer good(Client.Answer answer) {
    if (!answer.isGood()) {
      throw new IllegalStateException(
          "the server answered " + answer.status() + " " + answer.body());
    }
    return answer;
  }

  Path folder() {
    return folder;
  }

  Ledger ledger() {
    return ledger;
  }

  Client client(ServerProcess server) throws InterruptedException {
    return new Client(server.port(), token);
  }

  /// Lets all writers write; they end when the server does, or when the crowd is dismissed.
  Crowd crowd(Client client, int life) {
    var writers = new ArrayList<Writer>();
    for (int i = 0; i < attempts.size(); i++) {
      writers.add(
          new Writer(client, attempts.get(i), ledger, new Random(seed * 31 + life * 1_000L + i)));
    }
    return Crowd.start(writers);
  }

  /// Holds the log against the ledger, then sends again what may be sent again, and closes the
  /// rest.
  List<String> settle(Client client) throws IOException, InterruptedException {
    var findings = LogBook.read(client).judge(ledger);
    Writer.settle(client, ledger);
    return findings;
  }
}
