package dev.quipu.bench.servers;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.crash.Attempts;
import dev.quipu.bench.crash.Ledger;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A tenant, its token, those who write to it and what they were told.
///
/// @param head where its log ended before the writing began
record Household(String tenant, String token, Ledger ledger, List<Attempts> writers, long head) {

  Household {
    writers = List.copyOf(writers);
  }

  /// Makes the tenant, and an object for each writer to change.
  static Household found(Client operator, String tenant, int writers, long seed)
      throws IOException, InterruptedException {
    var body = JsonObject.of("name", Json.of(tenant), "tenant_id", Json.of(tenant));
    var token =
        good(operator.send(Call.post("/v1/admin/tenants", body, null))).body().text("token");
    if (token == null) {
      throw new IllegalStateException("a tenant without a token");
    }
    var client = operator.as(token);
    var all = new ArrayList<Attempts>();
    long head = 0;
    for (int i = 0; i < writers; i++) {
      var writer = new Attempts(tenant.replace("_", "") + "w" + i, seed + i);
      var agent = JsonObject.of("agent_id", Json.of(writer.agent()));
      head = good(client.send(Call.post("/v1/objects/agent", agent, null))).position();
      all.add(writer);
    }
    return new Household(tenant, token, new Ledger(), all, head);
  }

  static Client.Answer good(Client.Answer answer) {
    if (!answer.isGood()) {
      throw new IllegalStateException(
          "the server answered " + answer.status() + " " + answer.body());
    }
    return answer;
  }
}
