package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdempotencyTest {

  private static final String KEY = "Idempotency-Key";

  @TempDir Path folder;

  @Test
  void a_retry_gets_the_first_answer_also_after_a_restart() {
    String token;
    TestServer.Answer first;
    try (var server = TestServer.start(folder)) {
      token = server.firstToken();
      first =
          server.post(token, "/v1/events", "{'event_type':'n','payload':{'b':1,'a':2}}", KEY, "k1");
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.header("Idempotent-Replayed")).isNull();
    }
    try (var server = TestServer.start(folder)) {
      assertThat(server.firstToken()).isNull();
      var head = server.head(token);

      var again =
          server.post(token, "/v1/events", "{'payload':{'a':2,'b':1},'event_type':'n'}", KEY, "k1");

      assertThat(again.status()).isEqualTo(201);
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(again.bodyText()).isEqualTo(first.bodyText());
      var other = server.post(token, "/v1/events", "{'event_type':'m'}", KEY, "k1");
      assertThat(other.status()).isEqualTo(409);
      assertThat(other.text("code")).isEqualTo("idempotency.key_reused");
      assertThat(server.head(token)).isEqualTo(head);
    }
  }

  @Test
  void it_holds_for_every_writing_post() {
    try (var server = TestServer.start(folder)) {
      var token = server.firstToken();
      var key = "{'name':'k','principal':{'kind':'user','id':'u'},'grants':['read']}";
      var keys =
          List.of(
              server.post(token, "/v1/keys", key, KEY, "k"),
              server.post(token, "/v1/keys", key, KEY, "k"));
      assertThat(keys.get(1).status()).isEqualTo(201);
      assertThat(keys.get(1).text("key_id")).isEqualTo(keys.get(0).text("key_id"));
      assertThat(keys.get(1).body().get("token").toString()).isEqualTo("null");

      var agent = "{'agent_id':'agt_1'}";
      var made = server.post(token, "/v1/objects/agent", agent, KEY, "k");
      var again = server.post(token, "/v1/objects/agent", agent, KEY, "k");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.body()).isEqualTo(made.body());

      server.delete(token, "/v1/objects/agent/agt_1");
      var undone = server.send("POST", token, "/v1/objects/agent/agt_1/undo", null, KEY, "u");
      var undoneAgain = server.send("POST", token, "/v1/objects/agent/agt_1/undo", null, KEY, "u");
      assertThat(undoneAgain.status()).isEqualTo(200);
      assertThat(undoneAgain.bodyText()).isEqualTo(undone.bodyText());

      var tenant = server.post(TestServer.ADMIN, "/v1/admin/tenants", "{'name':'t'}", KEY, "k");
      var tenantAgain =
          server.post(TestServer.ADMIN, "/v1/admin/tenants", "{'name':'t'}", KEY, "k");
      assertThat(tenantAgain.status()).isEqualTo(201);
      assertThat(tenantAgain.number("id")).isEqualTo(tenant.number("id"));
    }
  }

  @Test
  void a_batch_sent_again_goes_on_where_it_stopped_and_another_one_is_refused() {
    try (var server = TestServer.start(folder)) {
      var token = server.firstToken();
      var batch = "{'events':[{'event_type':'a'},{'bad':1},{'event_type':'c'}]}";
      var first = server.post(token, "/v1/events", batch, KEY, "k");
      var head = server.head(token);

      var again = server.post(token, "/v1/events", batch, KEY, "k");
      var longer =
          server.post(token, "/v1/events", batch.replace("]}", ",{'event_type':'d'}]}"), KEY, "k");

      assertThat(again.list("receipts").stream().map(receipt -> receipt.text("status")))
          .containsExactly("accepted", "rejected", "accepted");
      assertThat(again.bodyText()).isEqualTo(first.bodyText());
      assertThat(longer.status()).isEqualTo(409);
      assertThat(server.head(token)).isEqualTo(head);
    }
  }

  @Test
  void keys_of_different_principals_and_routes_do_not_meet() {
    try (var server = TestServer.start(folder)) {
      var token = server.firstToken();
      var alice = server.newKey(token, "user_alice", "read", "write");
      server.post(token, "/v1/events", "{'event_type':'a'}", KEY, "k");
      assertThat(server.post(alice, "/v1/events", "{'event_type':'b'}", KEY, "k").status())
          .isEqualTo(201);
      assertThat(server.post(token, "/v1/objects/agent", "{}", KEY, "k").status()).isEqualTo(201);
    }
  }

  @Test
  void an_odd_key_is_refused() {
    try (var server = TestServer.start(folder)) {
      var token = server.firstToken();
      var head = server.head(token);
      for (var odd : List.of("with space", "x".repeat(256))) {
        var refused = server.post(token, "/v1/events", "{'event_type':'a'}", KEY, odd);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.faults()).containsExactly("idempotency.key_format@/Idempotency-Key");
      }
      assertThat(server.head(token)).isEqualTo(head);
    }
  }
}
