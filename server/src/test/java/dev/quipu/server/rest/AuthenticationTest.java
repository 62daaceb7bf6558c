package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthenticationTest extends DoorTest {

  @Test
  void every_token_that_is_not_good_gets_one_and_the_same_answer() {
    var token = server.newTenant();
    var key = server.newKey(token, "user_k", "read");
    var expired =
        server
            .post(
                token,
                "/v1/keys",
                "{'name':'e','principal':{'kind':'user','id':'u'},'grants':['read'],"
                    + "'expires_at':'2020-01-01T00:00:00Z'}")
            .text("token");
    var headers = new LinkedHashMap<String, String>();
    headers.put("unknown", "Bearer qpt_" + "0".repeat(64));
    headers.put("forged", "Bearer " + key.substring(0, key.length() - 1) + "z");
    headers.put("expired", "Bearer " + expired);
    headers.put("of the operator", "Bearer " + TestServer.ADMIN);
    headers.put("of another scheme", "Basic " + key);
    headers.put("without a scheme", key);
    headers.put("empty", "Bearer ");
    headers.put("very long", "Bearer " + "x".repeat(8000));

    var missing = server.get("", "/v1/log/head");
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.header("WWW-Authenticate")).isEqualTo("Bearer");
    headers.forEach(
        (name, header) -> {
          var answer = server.get("", "/v1/log/head", "Authorization", header);
          assertThat(answer.status()).as(name).isEqualTo(401);
          assertThat(answer.bodyText()).as(name).isEqualTo(missing.bodyText());
          assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        });
    assertThat(server.get(token, "/v1/admin/tenants").bodyText()).isEqualTo(missing.bodyText());
    assertThat(server.get(key, "/v1/admin/tenants").bodyText()).isEqualTo(missing.bodyText());
  }

  @Test
  void who_is_not_let_in_learns_nothing_else() {
    var expected = server.get("", "/v1/log/head").bodyText();
    var nosy =
        List.of(
            server.get("", "/v1/events?nope=1"),
            server.get("", "/v1/events/evt_x"),
            server.get("", "/v1/objects/agent/%20"),
            server.send("POST", "", "/v1/events", "{"),
            server.send("POST", "", "/v1/events", "{}", "Content-Type", "text/plain"),
            server.send("POST", "", "/v1/admin/tenants", "{}"),
            server.get("", "/v1/admin/tenants/x"),
            server.get("", "/v1/log/head", "Accept", "image/png"));
    assertThat(nosy).allSatisfy(answer -> assertThat(answer.bodyText()).isEqualTo(expected));
  }

  @Test
  void the_scheme_is_read_in_any_case() {
    var token = server.newTenant();
    assertThat(server.get("", "/v1/log/head", "Authorization", "bearer " + token).status())
        .isEqualTo(200);
  }
}
