package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A merge patch goes as deep as the objects do (RFC 7396).
class MergePatchTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void metadata_keep_what_a_patch_does_not_name() {
    var path = "/v1/objects/artifact/art_1";
    server.post(
        token,
        "/v1/objects/artifact",
        "{'artifact_id':'art_1','metadata':{'a':1,'b':{'c':2,'d':3},'e':[1]}}");
    var patched =
        server.patch(token, path, "{'metadata':{'a':null,'b':{'c':null,'x':{'y':null}},'e':[2]}}");
    assertThat(patched.object("object").object("metadata").toString())
        .isEqualTo("{\"b\":{\"d\":3,\"x\":{}},\"e\":[2]}");
    var corrected = server.post(token, path + "/correct", "{'metadata':{'b':7}}");
    assertThat(corrected.object("object").object("metadata").toString())
        .isEqualTo("{\"b\":7,\"e\":[2]}");
    var cleared = server.patch(token, path, "{'metadata':null}");
    assertThat(cleared.object("object").object("metadata").isEmpty()).isTrue();
  }

  @Test
  void so_do_the_values_of_states() {
    var made =
        server.post(
            token,
            "/v1/objects/state",
            "{'state_type':'blackboard','state_key':'k','state_value':{'a':1,'b':2}}");
    var path = made.header("Location");
    var value = "state_value";
    assertThat(
            server
                .patch(token, path, "{'state_value':{'b':null,'c':3}}")
                .object("object")
                .get(value)
                .toString())
        .isEqualTo("{\"a\":1,\"c\":3}");
    assertThat(
            server.patch(token, path, "{'state_value':[1]}").object("object").get(value).toString())
        .isEqualTo("[1]");
  }
}
