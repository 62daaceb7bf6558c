package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import dev.quipu.testkit.fixture.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenantsTest extends DoorTest {

  private static final String PATH = "/v1/admin/tenants";

  @Test
  void a_tenant_is_shown_in_the_shape_of_the_seed() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'Acme','tenant_id':'t_acme'}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().names())
        .containsExactly(
            "id", "name", "disabled", "created_at", "last_used_at", "tenant_id", "token");
    assertThat(made.number("last_used_at")).isZero();
    var shown = server.get(TestServer.ADMIN, PATH + "/" + made.number("id"));
    assertThat(shown.body()).isEqualTo(made.body().without("token"));
    assertThat(server.get(TestServer.ADMIN, PATH).list("tenants")).contains(shown.body());
    var taken = server.post(TestServer.ADMIN, PATH, "{'name':'Acme','tenant_id':'t_acme'}");
    assertThat(taken.status()).isEqualTo(409);
    assertThat(server.get(made.text("token"), "/v1/log/head").text("tenant_id"))
        .isEqualTo("t_acme");
    assertThat(server.get(TestServer.ADMIN, PATH + "/" + made.number("id")).number("last_used_at"))
        .isPositive();
  }

  @Test
  void errors_have_the_words_of_the_seed() {
    assertThat(server.post(TestServer.ADMIN, PATH, "{}").text("error"))
        .isEqualTo("missing required field: 'name'");
    for (var id : List.of("x", "-1", "1.5", "99999999999999999999")) {
      var bad = server.get(TestServer.ADMIN, PATH + "/" + id);
      assertThat(bad.status()).as(id).isEqualTo(400);
      assertThat(bad.text("error")).isEqualTo("bad tenant id");
    }
    var missing = server.get(TestServer.ADMIN, PATH + "/99999");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.text("error")).isEqualTo("tenant not found");
  }

  @Test
  void a_disabled_tenant_is_refused_until_it_is_enabled_again() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'x'}");
    var one = PATH + "/" + made.number("id");
    var key = server.newKey(made.text("token"), "user_k", "read");

    assertThat(server.patch(TestServer.ADMIN, one, "{'disabled':true}").status()).isEqualTo(200);
    assertThat(server.get(made.text("token"), "/v1/log/head").status()).isEqualTo(401);
    assertThat(server.get(key, "/v1/log/head").status()).isEqualTo(401);
    server.patch(TestServer.ADMIN, one, "{'disabled':false,'name':'y'}");
    assertThat(server.get(made.text("token"), "/v1/log/head").status()).isEqualTo(200);
    assertThat(server.get(TestServer.ADMIN, one).text("name")).isEqualTo("y");
  }

  @Test
  void a_change_names_something_that_can_be_changed() {
    var one = PATH + "/" + server.post(TestServer.ADMIN, PATH, "{'name':'x'}").number("id");
    assertThat(server.patch(TestServer.ADMIN, one, "{}").status()).isEqualTo(400);
    var billing = server.patch(TestServer.ADMIN, one, "{'plan':'gold','mtd':3,'disabled':1}");
    assertThat(billing.status()).isEqualTo(400);
    assertThat(billing.faults())
        .containsExactlyInAnyOrder(
            "field.unknown@/plan", "field.unknown@/mtd", "field.type@/disabled");
  }

  @Test
  void a_rotated_token_is_dead_and_the_new_one_lives() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'x'}");
    var rotated =
        server.send(
            "POST", TestServer.ADMIN, PATH + "/" + made.number("id") + "/rotate-token", null);
    assertThat(rotated.status()).isEqualTo(200);
    assertThat(server.get(made.text("token"), "/v1/log/head").status()).isEqualTo(401);
    assertThat(server.get(rotated.text("token"), "/v1/log/head").status()).isEqualTo(200);
  }

  @Test
  void a_deleted_tenant_is_gone_with_its_keys() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'x'}");
    var key = server.newKey(made.text("token"), "user_k", "read");
    var one = PATH + "/" + made.number("id");
    assertThat(server.delete(TestServer.ADMIN, one).bodyText()).isEqualTo("{\"deleted\":true}");
    assertThat(server.get(TestServer.ADMIN, one).status()).isEqualTo(404);
    assertThat(server.delete(TestServer.ADMIN, one).status()).isEqualTo(404);
    assertThat(server.get(key, "/v1/log/head").status()).isEqualTo(401);
    assertThat(server.get(made.text("token"), "/v1/log/head").status()).isEqualTo(401);
    // Its certificate comes soon after, in the background: not in the midst of other tests.
    assertThat(
            Eventually.holds(
                Duration.ofSeconds(30),
                () ->
                    server
                        .get(TestServer.ADMIN, "/v1/admin/audit?limit=1")
                        .list("entries")
                        .getFirst()
                        .text("action")
                        .equals("tenant_erased")))
        .isTrue();
  }

  @Test
  void what_admins_did_is_listed_newest_first_without_tokens() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'audited'}");
    server.patch(TestServer.ADMIN, PATH + "/" + made.number("id"), "{'name':'renamed'}");
    server.newKey(made.text("token"), "user_k", "read");

    var entries = server.get(TestServer.ADMIN, "/v1/admin/audit?limit=3").list("entries");

    assertThat(entries.stream().map(entry -> entry.text("action")))
        .containsExactly("create_key", "update_tenant", "create_tenant");
    assertThat(entries.get(0).text("actor")).isEqualTo(made.text("tenant_id") + "/user:user_admin");
    var update = entries.get(1);
    assertThat(update.names())
        .containsExactly(
            "id", "ts", "actor", "action", "target_kind", "target_id", "before", "after");
    assertThat(update.text("actor")).isEqualTo("admin");
    assertThat(update.object("before").text("name")).isEqualTo("audited");
    assertThat(update.object("after").text("name")).isEqualTo("renamed");
    assertThat(entries.toString()).doesNotContain("token");
    var older =
        server.get(TestServer.ADMIN, "/v1/admin/audit?limit=1&before_id=" + update.get("id"));
    assertThat(older.list("entries").getFirst().text("action")).isEqualTo("create_tenant");
    assertThat(server.get(TestServer.ADMIN, "/v1/admin/audit?limit=201").status()).isEqualTo(400);
  }

  @Test
  void the_default_visibility_of_a_tenant_is_shown_and_used() {
    var made = server.post(TestServer.ADMIN, PATH, "{'name':'x','default_visibility':'public'}");
    assertThat(made.text("default_visibility")).isEqualTo("public");
    server.post(made.text("token"), "/v1/events", "{'event_id':'evt_1','event_type':'n'}");
    assertThat(server.get(made.text("token"), "/v1/events/evt_1").text("visibility"))
        .isEqualTo("public");
  }
}
