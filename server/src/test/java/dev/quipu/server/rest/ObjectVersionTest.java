package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectVersionTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/object_version";
  private static final List<String> FIELDS =
      List.of(
          "object_id",
          "object_type",
          "version",
          "mutation_event_id",
          "valid_from",
          "valid_to",
          "snapshot_tag");

  @Test
  void a_version_is_an_object_with_the_seven_fields_of_the_seed() {
    make();
    var version = server.get(token, PATH + "/agent:agt:1@1");

    assertThat(version.status()).isEqualTo(200);
    assertThat(version.body().names())
        .containsExactly(
            "object_type",
            "object_id",
            "version",
            "object",
            "access",
            "lifecycle",
            "valid_from",
            "valid_to",
            "known_from",
            "known_to",
            "access_reason",
            "position");
    assertThat(version.text("object_type")).isEqualTo("object_version");
    assertThat(version.text("object_id")).isEqualTo("agent:agt:1@1");
    assertThat(version.object("object").names()).containsExactlyElementsOf(FIELDS);
    assertThat(version.object("object").text("object_type")).isEqualTo("agent");
    assertThat(version.object("object").text("object_id")).isEqualTo("agt:1");
    var second = server.get(token, PATH + "/agent:agt:1@2");
    assertThat(version.object("object").text("valid_to"))
        .isEqualTo(second.object("object").text("valid_from"));
    assertThat(
            server
                .get(token, "/v1/events/" + second.object("object").text("mutation_event_id"))
                .text("event_type"))
        .isEqualTo("quipu.object_changed");
  }

  @Test
  void its_access_is_that_of_the_object() {
    make();
    var access = server.get(token, PATH + "/agent:agt:1@1/access");
    assertThat(access.body()).isEqualTo(server.get(token, "/v1/objects/agent/agt:1/access").body());
    assertThat(server.get(token, PATH + "/agent:agt:1@1/edges").list("edges")).isEmpty();
    var bob = server.newKey(token, "user_bob", "read");
    for (var part : List.of("", "/access", "/edges", "/versions", "/provenance", "/proof")) {
      var denied = server.get(bob, PATH + "/agent:agt:1@1" + part);
      assertThat(denied.status()).isEqualTo(404);
      assertThat(denied.bodyText())
          .isEqualTo(server.get(bob, PATH + "/agent:nobody@1" + part).bodyText());
    }
    server.delete(token, "/v1/objects/agent/agt:1");
    assertThat(server.get(token, PATH + "/agent:agt:1@1").status()).isEqualTo(404);
  }

  @Test
  void a_version_has_one_version_itself() {
    make();
    var one = server.get(token, PATH + "/agent:agt:1@1");
    var versions = server.get(token, PATH + "/agent:agt:1@1/versions").list("versions");
    assertThat(versions).hasSize(1);
    var only = versions.getFirst();
    assertThat(only.names()).startsWith(FIELDS.toArray(String[]::new));
    assertThat(only.text("object_type")).isEqualTo("object_version");
    assertThat(only.text("object_id")).isEqualTo("agent:agt:1@1");
    assertThat(only.object("object")).isEqualTo(one.object("object"));
    assertThat(server.get(token, PATH + "/agent:agt:1@2/versions?as_known_at=1").status())
        .isEqualTo(404);
  }

  @Test
  void a_version_is_proven_by_the_entry_that_made_it() {
    make();
    var first = server.get(token, PATH + "/agent:agt:1@1/proof");
    var second = server.get(token, PATH + "/agent:agt:1@2/proof");
    assertThat(first.body().without("links"))
        .isEqualTo(
            server
                .get(token, "/v1/objects/agent/agt:1/proof?as_known_at=1")
                .body()
                .without("links"));
    assertThat(second.body()).isEqualTo(server.get(token, "/v1/objects/agent/agt:1/proof").body());
    assertThat(second.object("proves").toString()).contains("agt:1", "\"version\":2");

    var provenance = server.get(token, PATH + "/agent:agt:1@1/provenance");
    assertThat(provenance.text("object_type")).isEqualTo("object_version");
    assertThat(provenance.text("object_id")).isEqualTo("agent:agt:1@1");
    assertThat(provenance.number("version")).isEqualTo(1);
    assertThat(provenance.text("mutation_event_id"))
        .isEqualTo(first.object("header").text("event_id"));
    assertThat(provenance.list("source_events")).hasSize(1);
    assertThat(server.get(token, PATH + "/agent:agt:1@2/provenance").list("source_events"))
        .hasSize(2);
  }

  @Test
  void what_is_no_version_is_not_there() {
    make();
    for (var odd :
        List.of(
            "agent:agt:1",
            "agent:agt:1@0",
            "agent:agt:1@3",
            "agent:agt:1@x",
            "agt:1@1",
            "agent@1",
            "tenant:t_1@1",
            "event:evt_1@1",
            "a@b@1")) {
      assertThat(server.get(token, PATH + "/" + odd).status()).as(odd).isEqualTo(404);
    }
    assertThat(server.get(token, PATH + "/agent:agt:1@2?as_known_at=1").status()).isEqualTo(404);
    assertThat(server.get(token, PATH + "/agent:agt:1@1?as_known_at=1").status()).isEqualTo(200);
  }

  @Test
  void the_versions_of_an_object_are_listed() {
    make();
    var list = PATH + "?object_type=agent&object_id=agt:1";
    assertThat(ids(list)).containsExactly("agent:agt:1@2", "agent:agt:1@1");
    assertThat(ids(list + "&as_known_at=1")).containsExactly("agent:agt:1@1");
    var first = server.get(token, list + "&limit=1");
    assertThat(ids(list + "&limit=1&cursor=" + first.text("next_cursor")))
        .containsExactly("agent:agt:1@1");
    assertThat(first.list("objects").getFirst().object("object").names())
        .containsExactlyElementsOf(FIELDS);
    assertThat(ids(PATH + "?object_type=agent&object_id=nobody")).isEmpty();
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, list).list("objects")).isEmpty();
  }

  @Test
  void a_list_of_versions_says_of_which_object() {
    assertThat(server.get(token, PATH).faults())
        .containsExactly("parameter.required@/object_type", "parameter.required@/object_id");
    assertThat(server.get(token, PATH + "?object_type=tenant&object_id=%2f").faults())
        .containsExactly("enum.unknown@/object_type", "id.format@/object_id");
  }

  @Test
  void every_type_has_versions() {
    Kind.prepare(server, token);
    for (var kind : Kind.values()) {
      var id = server.post(token, kind.path(), kind.made(1)).text("object_id");
      server.patch(token, kind.path() + "/" + id, kind.patch(2));
      var list = PATH + "?object_type=" + kind.wireName() + "&object_id=" + id;
      assertThat(ids(list))
          .containsExactly(kind.wireName() + ":" + id + "@2", kind.wireName() + ":" + id + "@1");
    }
  }

  private void make() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt:1','agent_type':'a'}");
    server.patch(token, "/v1/objects/agent/agt:1", "{'agent_type':'b'}");
  }

  private List<String> ids(String path) {
    return server.get(token, path).list("objects").stream()
        .map(view -> view.text("object_id"))
        .toList();
  }
}
