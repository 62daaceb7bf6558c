package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Merging and telling apart again, over several steps and by several people at once.
class EntityMergesTest extends DoorTest {

  private final String token = server.newTenant();

  /// The path of a note.
  private String note(String name, String fields) {
    return note(token, name, fields, "");
  }

  private static String note(String who, String name, String fields, String access) {
    var made =
        server.post(
            who,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_note:v1','body':{'title':'"
                + name
                + "'"
                + fields
                + "},'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
                + "'extractor_version':'merges:v1'}"
                + access
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return "/v1/entities/" + made.list("entities").getFirst().text("entity_id");
  }

  private static String id(String path) {
    return path.substring("/v1/entities/".length());
  }

  private TestServer.Answer merge(String one, String into) {
    return server.post(token, one + "/merge", "{'into':'" + id(into) + "'}");
  }

  private TestServer.Answer unmerge(String survivor, String from) {
    return server.post(token, survivor + "/unmerge", "{'from':'" + id(from) + "'}");
  }

  private JsonObject snapshot(String path) {
    return server.get(token, path).body().object("snapshot");
  }

  @Test
  void a_correction_that_was_withdrawn_stays_so_once_entities_are_told_apart() {
    var a = note("A", "");
    var b = note("B", ",'color':'blue'");
    var c = note("C", "");
    merge(a, b);
    var corrected = server.post(token, a + "/corrections", "{'fields':{'color':'red'}}");
    var correction = corrected.list("corrections").getFirst().text("correction_id");
    merge(b, c);

    assertThat(server.delete(token, c + "/corrections/" + correction).status()).isEqualTo(200);
    assertThat(snapshot(c).get("color")).isEqualTo(Json.of("blue"));
    assertThat(unmerge(c, b).status()).isEqualTo(200);

    assertThat(snapshot(b).get("color")).isEqualTo(Json.of("blue"));
  }

  @Test
  void what_was_merged_is_merged_into_no_other() {
    var a = note("Ant", "");
    var b = note("Bee", "");
    var c = note("Cow", "");
    assertThat(merge(a, b).status()).isEqualTo(200);

    var again = merge(a, c);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("code")).isEqualTo("entity.merged");
    assertThat(server.get(token, c).body().get("observation_count")).isEqualTo(Json.of(1));
    unmerge(b, a);
    assertThat(merge(a, c).status()).isEqualTo(200);
  }

  @Test
  void who_has_deleted_what_was_told_of_an_entity_restores_it_before_saying_more_of_it() {
    var anna = server.newKey(token, "anna", "read", "write");
    var plum = note(anna, "Plum", ",'size':2", "");
    var prune = note(anna, "Prune", ",'taste':'sweet'", "");
    note(token, "Plum", ",'shape':'round'", EntityWorld.OPEN);
    assertThat(server.delete(anna, plum).status()).isEqualTo(200);
    assertThat(server.get(anna, plum).body().object("snapshot").has("size")).isFalse();

    var said =
        List.of(
            server.post(anna, prune + "/merge", "{'into':'" + id(plum) + "'}"),
            server.post(anna, plum + "/merge", "{'into':'" + id(prune) + "'}"),
            server.post(anna, plum + "/corrections", "{'fields':{'size':3}}"),
            server.post(
                anna,
                "/v1/relationships",
                "{'type':'REFERS_TO','source_entity_id':'"
                    + id(prune)
                    + "','target_entity_id':'"
                    + id(plum)
                    + "'}"));

    assertThat(said).extracting(TestServer.Answer::status).containsOnly(409);
    assertThat(said).extracting(each -> each.text("code")).containsOnly("entity.deleted");
    assertThat(server.post(anna, plum + "/restore", "{}").status()).isEqualTo(200);
    assertThat(server.post(anna, prune + "/merge", "{'into':'" + id(plum) + "'}").status())
        .isEqualTo(200);
    assertThat(server.get(anna, prune).body().object("snapshot").members())
        .containsKeys("size", "shape", "taste");
  }

  @Test
  void what_others_delete_later_keeps_nobody_from_restoring_what_is_theirs() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    for (var access : List.of("", EntityWorld.OPEN)) {
      var fig = note(anna, "Fig" + access.length(), ",'size':2", access);
      server.delete(anna, fig);
      note(boris, "Fig" + access.length(), ",'shape':'round'", EntityWorld.OPEN);
      server.delete(boris, fig);

      assertThat(server.post(anna, fig + "/restore", "{}").status()).isEqualTo(200);
      assertThat(server.get(anna, fig).body().object("snapshot").names()).contains("size");
      assertThat(server.get(anna, fig).body().object("snapshot").names()).doesNotContain("shape");
      assertThat(server.post(anna, fig + "/restore", "{}").text("code"))
          .isEqualTo("entity.not_yours");
      assertThat(server.post(boris, fig + "/restore", "{}").status()).isEqualTo(200);
      assertThat(server.get(anna, fig).body().object("snapshot").names()).contains("shape");
      assertThat(server.post(anna, fig + "/restore", "{}").text("code"))
          .isEqualTo("entity.not_deleted");
    }
  }

  @Test
  void what_was_deleted_under_two_accesses_is_restored_one_after_the_other() {
    var plum = note("Plum", ",'size':2");
    server.delete(token, plum);
    note(token, "Plum", ",'shape':'round','tasks':['eat']", EntityWorld.OPEN);
    server.delete(token, plum);

    assertThat(server.post(token, plum + "/restore", "{}").status()).isEqualTo(200);
    assertThat(snapshot(plum).names()).contains("shape").doesNotContain("size");
    assertThat(server.post(token, plum + "/restore", "{}").status()).isEqualTo(200);
    assertThat(snapshot(plum).names()).contains("shape", "size");
    assertThat(server.post(token, plum + "/restore", "{}").status()).isEqualTo(409);
  }

  @Test
  void of_two_that_are_merged_into_each_other_at_once_one_survives() throws Exception {
    for (int round = 0; round < 5; round++) {
      var one = note("one " + round, "");
      var other = note("other " + round, "");
      try (var both = Executors.newFixedThreadPool(2)) {
        var first = both.submit(() -> merge(one, other).status());
        var second = both.submit(() -> merge(other, one).status());
        assertThat(List.of(first.get(), second.get())).containsOnlyOnce(200);
      }
      assertThat(server.get(token, one).body().text("entity_id"))
          .isEqualTo(server.get(token, other).body().text("entity_id"));
    }
  }

  @Test
  void the_timeline_of_an_entity_has_the_dates_of_those_that_are_it() {
    var a = note("Apple", "");
    var b = note("Pear", ",'due_date':'2025-05-05'");
    merge(b, a);

    for (var asked : List.of(a, b)) {
      var timeline =
          server.get(
              token,
              "/v1/timeline?entity_id="
                  + id(asked)
                  + "&from=1900-01-01T00:00:00Z&to=2100-01-01T00:00:00Z");
      assertThat(timeline.list("events"))
          .extracting(each -> each.text("entity_id") + " " + each.text("field"))
          .containsExactly(id(a) + " due_date");
      assertThat(timeline.body().get("next_cursor")).isEqualTo(Json.NULL);
    }
  }

  @Test
  void what_people_do_to_a_survivor_leaves_it_its_own_name() {
    var a = note("Zebra", "");
    var b = note("Aardvark", "");
    merge(b, a);
    server.post(token, a + "/corrections", "{'fields':{'note':'stripes'}}");
    unmerge(a, b);

    assertThat(server.get(token, a).body().array("names").texts()).containsExactly("Zebra");
  }

  /// B is a, and a is c.
  private record Chain(String a, String b, String c) {}

  private Chain chain(String prefix) {
    var chain =
        new Chain(
            note(prefix + " a", ",'color':'red'"),
            note(prefix + " b", ",'taste':'sour'"),
            note(prefix + " c", ""));
    assertThat(merge(chain.b(), chain.a()).status()).isEqualTo(200);
    assertThat(merge(chain.a(), chain.c()).status()).isEqualTo(200);
    assertThat(shownAs(chain.b())).isEqualTo(id(chain.c()));
    return chain;
  }

  private String shownAs(String path) {
    return server.get(token, path).text("entity_id");
  }

  @Test
  void one_of_a_chain_is_told_apart_by_whichever_of_those_that_it_is() {
    for (var byLast : List.of(true, false)) {
      var chain = chain("chain " + byLast);

      var answer = unmerge(byLast ? chain.c() : chain.a(), chain.b());

      assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
      assertThat(shownAs(chain.b())).isEqualTo(id(chain.b()));
      assertThat(snapshot(chain.b()).names()).contains("taste");
      assertThat(shownAs(chain.a())).isEqualTo(id(chain.c()));
      assertThat(snapshot(chain.c()).names()).contains("color").doesNotContain("taste");
    }
  }

  @Test
  void the_middle_of_a_chain_leaves_with_what_is_it() {
    var chain = chain("middle");

    assertThat(unmerge(chain.c(), chain.a()).status()).isEqualTo(200);

    assertThat(shownAs(chain.b())).isEqualTo(id(chain.a()));
    assertThat(shownAs(chain.c())).isEqualTo(id(chain.c()));
    assertThat(snapshot(chain.c()).names()).doesNotContain("color", "taste");
  }

  @Test
  void what_is_not_merged_is_not_told_apart() {
    var chain = chain("whole");
    var other = note("whole other", "");
    var head = server.head(token);

    for (var answer :
        List.of(
            unmerge(chain.b(), chain.a()),
            unmerge(chain.a(), chain.c()),
            unmerge(other, chain.b()),
            unmerge(chain.c(), other))) {
      assertThat(answer.status()).as(answer.bodyText()).isEqualTo(409);
      assertThat(answer.text("code")).isEqualTo("entity.not_merged");
    }
    assertThat(unmerge(chain.b(), chain.b()).faults()).containsExactly("entity.same@/from");
    assertThat(server.head(token)).isEqualTo(head);
    unmerge(chain.a(), chain.b());
    assertThat(unmerge(chain.a(), chain.b()).text("code")).isEqualTo("entity.not_merged");
  }

  @Test
  void a_merge_is_taken_back_for_those_who_saw_it_by_those_who_may() {
    var open = ",'visibility':'public','access':{'team_id':null}";
    var alice = server.newKey(token, "alice", "read", "write");
    var bob = server.newKey(token, "bob", "read", "write");
    var a = note(alice, "Open a", "", open);
    var b = note(alice, "Open b", "", open);
    note(alice, "Open a", ",'content':'mine'", "");
    note(alice, "Open b", ",'content':'mine'", "");
    var into = "{'into':'" + id(a) + "'" + open + "}";
    assertThat(server.post(alice, b + "/merge", into).status()).isEqualTo(200);
    var from = "{'from':'" + id(b) + "'}";

    assertThat(server.post(bob, a + "/unmerge", from).status()).isEqualTo(200);
    assertThat(server.get(bob, b).text("entity_id")).isEqualTo(id(b));
    assertThat(server.get(token, b).text("entity_id")).isEqualTo(id(a));
    assertThat(server.post(alice, a + "/unmerge", from).status()).isEqualTo(200);
    assertThat(server.get(token, b).text("entity_id")).isEqualTo(id(b));
  }

  @Test
  void what_was_deleted_by_the_name_of_a_merged_entity_is_restored_by_it() {
    var chain = chain("gone");

    assertThat(server.delete(token, chain.b()).status()).isEqualTo(200);
    assertThat(server.get(token, chain.c()).status()).isEqualTo(404);
    var restored = server.post(token, chain.b() + "/restore", "");

    assertThat(restored.status()).as(restored.bodyText()).isEqualTo(200);
    assertThat(restored.text("entity_id")).isEqualTo(id(chain.c()));
    assertThat(snapshot(chain.c()).names()).contains("color", "taste");
    assertThat(shownAs(chain.b())).isEqualTo(id(chain.c()));
  }

  @Test
  void what_was_told_apart_before_a_deletion_restores_nothing_of_it() {
    var a = note("Apart a", "");
    var b = note("Apart b", "");
    merge(b, a);
    unmerge(a, b);
    server.delete(token, a);

    assertThat(server.post(token, b + "/restore", "").status()).isEqualTo(404);
    assertThat(server.get(token, a).status()).isEqualTo(404);
    assertThat(server.post(token, a + "/restore", "").status()).isEqualTo(200);
  }
}
