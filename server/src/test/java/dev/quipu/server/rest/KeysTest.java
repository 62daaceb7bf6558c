package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeysTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void a_key_is_shown_with_its_token_once() {
    var made =
        server.post(
            token,
            "/v1/keys",
            """
            {'name':'k','principal':{'kind':'agent','id':'agt_1'},'team_ids':['team_a'],
             'role_ids':[],'workspace_ids':null,'grants':['read','write'],'expires_at':null}""");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("token")).startsWith("qpk_");
    assertThat(made.body().names()).doesNotContain("token_hash");
    var one = server.get(token, "/v1/keys/" + made.text("key_id"));
    assertThat(one.body()).isEqualTo(made.body().without("token"));
    assertThat(server.get(token, "/v1/keys").list("keys")).containsExactly(one.body());
    assertThat(server.get(made.text("token"), "/v1/log/head").status()).isEqualTo(200);
  }

  @Test
  void a_revoked_key_is_refused_by_the_next_request() {
    var made =
        server.post(
            token,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'user','id':'user_1'},'grants':['read']}");
    var key = made.text("token");
    assertThat(server.get(key, "/v1/log/head").status()).isEqualTo(200);

    assertThat(server.delete(token, "/v1/keys/" + made.text("key_id")).bodyText())
        .isEqualTo("{\"deleted\":true}");

    assertThat(server.get(key, "/v1/log/head").status()).isEqualTo(401);
    assertThat(server.delete(token, "/v1/keys/" + made.text("key_id")).status()).isEqualTo(404);
  }

  @Test
  void every_fault_of_a_key_is_named() {
    var refused =
        server.post(
            token,
            "/v1/keys",
            "{'principal':{'kind':'robot','id':'x y'},'grants':['fly'],'expires_at':'soon','a':1}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.faults())
        .containsExactlyInAnyOrder(
            "field.required@/name",
            "enum.unknown@/principal/kind",
            "id.format@/principal/id",
            "enum.unknown@/grants/0",
            "time.format@/expires_at",
            "field.unknown@/a");
  }

  @Test
  void only_an_admin_handles_keys_and_only_those_of_its_tenant() {
    var reader = server.newKey(token, "user_r", "read", "write");
    assertThat(server.get(reader, "/v1/keys").status()).isEqualTo(403);
    var other = server.newTenant();
    var id =
        server
            .post(
                other,
                "/v1/keys",
                "{'name':'k','principal':{'kind':'user','id':'u'},'grants':['read']}")
            .text("key_id");
    var foreign = server.get(token, "/v1/keys/" + id);
    assertThat(foreign.status()).isEqualTo(404);
    assertThat(foreign.bodyText()).isEqualTo(server.get(token, "/v1/keys/key_none").bodyText());
    assertThat(foreign.bodyText()).isEqualTo(server.get(token, "/v1/keys/%20").bodyText());
    assertThat(server.delete(token, "/v1/keys/" + id).bodyText())
        .isEqualTo(server.delete(token, "/v1/keys/key_none").bodyText());
  }
}
