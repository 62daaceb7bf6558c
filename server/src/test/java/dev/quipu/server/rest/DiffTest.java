package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiffTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String ART = "/v1/objects/artifact/art_x";

  @Test
  void two_versions_differ_by_what_is_shown_of_them() {
    make();
    var diff = server.get(token, ART + "/diff?from=1&to=3");

    assertThat(diff.status()).isEqualTo(200);
    assertThat(diff.body().names())
        .containsExactly("object_type", "object_id", "from", "to", "changes", "position");
    assertThat(diff.list("changes").stream().map(Object::toString))
        .containsExactly(
            "{\"after\":\"file:b\",\"before\":\"file:a\",\"op\":\"replace\",\"path\":\"/uri\"}",
            "{\"after\":null,\"before\":1,\"op\":\"remove\",\"path\":\"/metadata/a~1b\"}",
            "{\"after\":[2],\"before\":[1],\"op\":\"replace\",\"path\":\"/metadata/list\"}",
            "{\"after\":true,\"before\":null,\"op\":\"add\",\"path\":\"/metadata/new\"}",
            "{\"after\":3,\"before\":1,\"op\":\"replace\",\"path\":\"/version\"}",
            "{\"after\":\"stale\",\"before\":\"active\",\"op\":\"replace\",\"path\":\"/lifecycle\"}");
    assertThat(diff.list("changes").getFirst().names())
        .containsExactly("op", "path", "before", "after");
  }

  @Test
  void the_other_way_round_it_is_the_other_way_round() {
    make();
    assertThat(paths("?from=3&to=1"))
        .containsExactly(
            "replace /uri",
            "replace /metadata/list",
            "remove /metadata/new",
            "add /metadata/a~1b",
            "replace /version",
            "replace /lifecycle");
    assertThat(paths("?from=2&to=2")).isEmpty();
  }

  @Test
  void the_text_of_a_memory_counts() {
    server.post(token, "/v1/objects/memory", "{'memory_id':'mem_1','content':'tea'}");
    var path = "/v1/objects/memory/mem_1";
    server.patch(token, path, "{'content':'coffee'}");
    var changes = server.get(token, path + "/diff?from=1&to=2").list("changes");
    assertThat(changes.stream().map(change -> change.text("path")))
        .contains("/content", "/text", "/version");
    assertThat(changes.stream().filter(change -> "/text".equals(change.text("path"))).findFirst())
        .hasValueSatisfying(
            change -> {
              assertThat(change.text("before")).isEqualTo("tea");
              assertThat(change.text("after")).isEqualTo("coffee");
            });
  }

  @Test
  void versions_that_are_not_there_or_were_not_known_are_refused() {
    make();
    assertThat(server.get(token, ART + "/diff?from=4&to=9").faults())
        .containsExactly("version.unknown@/from", "version.unknown@/to");
    assertThat(server.get(token, ART + "/diff?from=1&to=3&as_known_at=2").faults())
        .containsExactly("version.unknown@/to");
    assertThat(server.get(token, ART + "/diff?from=1&to=2&as_known_at=2").status()).isEqualTo(200);
    assertThat(server.get(token, ART + "/diff?from=0").faults())
        .containsExactly("number.range@/from", "parameter.required@/to");
  }

  @Test
  void who_does_not_see_the_object_sees_no_differences() {
    make();
    var bob = server.newKey(token, "user_bob", "read");
    var denied = server.get(bob, ART + "/diff?from=1&to=9");
    assertThat(denied.status()).isEqualTo(404);
    assertThat(denied.bodyText())
        .isEqualTo(server.get(bob, "/v1/objects/artifact/art_y/diff?from=1&to=2").bodyText());
    server.delete(token, ART);
    assertThat(server.get(token, ART + "/diff?from=1&to=2").status()).isEqualTo(404);
  }

  private List<String> paths(String query) {
    return server.get(token, ART + "/diff" + query).list("changes").stream()
        .map(change -> change.text("op") + " " + change.text("path"))
        .toList();
  }

  private void make() {
    server.post(
        token,
        "/v1/objects/artifact",
        "{'artifact_id':'art_x','uri':'file:a','metadata':{'a/b':1,'list':[1],'same':1}}");
    server.patch(
        token, ART, "{'uri':'file:b','metadata':{'a/b':null,'list':[2],'new':true,'same':1}}");
    server.post(token, ART + "/lifecycle", "{'to':'stale'}");
  }
}
