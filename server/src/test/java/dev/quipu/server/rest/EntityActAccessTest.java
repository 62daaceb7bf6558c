package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who gets to know what Alice, Bob and Carol do to entities. Carol is in a team that Alice shows
/// something to; Bob is nobody in particular.
class EntityActAccessTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";
  private static final String TO_CAROL =
      ",'visibility':'confidential','access':{'acl':{'read_team_ids':['team_c']}}";
  private static final String SECRET = "Project Nightfall";

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "alice", "read", "write");
  private final String bob = server.newKey(token, "bob", "read", "write");
  private final String carol =
      server
          .post(
              token,
              "/v1/keys",
              "{'name':'k','principal':{'kind':'user','id':'carol'},'team_ids':['team_c'],"
                  + "'grants':['read','write']}")
          .text("token");

  private static String note(String who, String title, String fields, String access) {
    var made =
        server.post(
            who,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_note:v1','body':{'title':'"
                + title
                + "'"
                + fields
                + "},'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
                + "'extractor_version':'access:v1'}"
                + access
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.list("entities").getFirst().text("entity_id");
  }

  private static TestServer.Answer relate(String who, String from, String to, String access) {
    return server.post(
        who,
        "/v1/relationships",
        "{'type':'REFERS_TO','source_entity_id':'"
            + from
            + "','target_entity_id':'"
            + to
            + "'"
            + access
            + "}");
  }

  private static TestServer.Answer merge(String who, String one, String into, String access) {
    return server.post(
        who, "/v1/entities/" + one + "/merge", "{'into':'" + into + "'" + access + "}");
  }

  private static TestServer.Answer correct(String who, String one, String fields, String access) {
    return server.post(
        who, "/v1/entities/" + one + "/corrections", "{'fields':{" + fields + "}" + access + "}");
  }

  private static TestServer.Answer read(String who, String entity) {
    return server.get(who, "/v1/entities/" + entity);
  }

  private static JsonObject snapshot(String who, String entity) {
    return read(who, entity).object("snapshot");
  }

  private static List<JsonObject> related(String who, String entity) {
    return server.get(who, "/v1/relationships?entity_id=" + entity).list("relationships");
  }

  /// Neither the entity, nor what any route tells of the others, nor an event.
  private static void assertUnknown(String who, String entity, String name, String... others) {
    assertThat(read(who, entity).status()).isEqualTo(404);
    assertThat(server.get(who, "/v1/events?limit=100").bodyText()).doesNotContain(name);
    assertThat(server.get(who, "/v1/entities").bodyText()).doesNotContain(name);
    for (var other : others) {
      assertThat(read(who, other).bodyText()).doesNotContain(name);
      assertThat(related(who, other).toString()).doesNotContain(name);
    }
  }

  @Test
  void who_relates_something_public_to_something_private_says_so_in_private() {
    var open = note(alice, "Road map", "", OPEN);
    var secret = note(alice, SECRET, "", "");

    assertThat(relate(alice, open, secret, "").status()).isEqualTo(201);

    assertThat(related(alice, open)).hasSize(1);
    assertThat(related(alice, secret)).hasSize(1);
    assertUnknown(bob, secret, SECRET, open);
    assertThat(related(bob, open)).isEmpty();
  }

  @Test
  void what_both_entities_are_told_under_is_what_a_relationship_is_told_under() {
    var one = note(alice, "Road map", "", OPEN);
    var other = note(alice, "Budget", "", "");
    note(alice, "Budget", ",'content':'for all'", OPEN);

    assertThat(relate(alice, one, other, "").status()).isEqualTo(201);

    assertThat(related(bob, one)).hasSize(1);
    assertThat(related(bob, other)).hasSize(1);
  }

  @Test
  void where_the_default_is_public_a_relationship_names_nobody_whom_others_cannot_see() {
    var open =
        server
            .post(
                TestServer.ADMIN, "/v1/admin/tenants", "{'name':'x','default_visibility':'public'}")
            .text("token");
    var anna = server.newKey(open, "anna", "read", "write");
    var boris = server.newKey(open, "boris", "read", "write");
    var plan = note(anna, "Road map", "", "");
    var secret = note(anna, SECRET, "", ",'visibility':'private'");

    assertThat(relate(anna, plan, secret, "").status()).isEqualTo(201);
    assertThat(relate(anna, plan, secret, "").status()).isEqualTo(200);

    assertThat(related(anna, plan)).hasSize(1);
    assertThat(related(anna, secret)).hasSize(1);
    assertUnknown(boris, secret, SECRET, plan);
  }

  @Test
  void who_owns_a_private_entity_may_show_it_by_saying_so() {
    var open = note(alice, "Road map", "", OPEN);
    var secret = note(alice, SECRET, "", "");

    assertThat(relate(alice, open, secret, OPEN).status()).isEqualTo(201);

    assertThat(read(bob, secret).text("name")).isEqualTo(SECRET);
    assertThat(related(bob, open)).hasSize(1);
  }

  @Test
  void who_may_merely_read_an_entity_shows_it_to_nobody_else() {
    var secret = note(alice, SECRET, "", TO_CAROL);
    var own = note(carol, "What I saw", "", OPEN);
    assertThat(read(carol, secret).text("name")).isEqualTo(SECRET);

    assertThat(relate(carol, own, secret, "").status()).isEqualTo(201);
    assertThat(related(carol, own)).hasSize(1);
    assertUnknown(bob, secret, SECRET, own);

    // What she has said to herself is no reason either.
    var wider = merge(carol, own, secret, OPEN);
    assertThat(wider.status()).isEqualTo(403);
    assertThat(wider.text("code")).isEqualTo("entity.not_yours");
    var another = note(carol, "What else I saw", "", OPEN);
    var told = relate(carol, another, secret, OPEN);
    assertThat(told.status()).isEqualTo(403);
    assertThat(told.text("code")).isEqualTo("entity.not_yours");
    assertUnknown(bob, secret, SECRET, own, another);
    assertThat(related(bob, own)).isEmpty();
    assertThat(related(bob, another)).isEmpty();
  }

  @Test
  void everybody_may_relate_what_everybody_sees() {
    var open = note(alice, "Road map", "", OPEN);
    var own = note(bob, "My view", "", OPEN);

    assertThat(relate(bob, own, open, OPEN).status()).isEqualTo(201);

    assertThat(related(carol, open)).hasSize(1);
    assertThat(related(carol, own)).hasSize(1);
  }

  @Test
  void who_merges_something_public_into_something_private_says_so_in_private() {
    var open = note(alice, "Road map", ",'content':'north'", OPEN);
    var secret = note(alice, SECRET, ",'color':'black'", "");

    assertThat(merge(alice, open, secret, "").status()).isEqualTo(200);

    assertThat(read(alice, open).text("entity_id")).isEqualTo(secret);
    assertThat(snapshot(alice, open).names()).contains("color");
    assertThat(read(bob, open).text("entity_id")).isEqualTo(open);
    assertUnknown(bob, secret, SECRET, open);
  }

  @Test
  void what_is_split_to_something_private_does_not_take_its_name_along() {
    var open = note(alice, "Road map", ",'content':'north'", OPEN);
    var secret = note(alice, SECRET, ",'color':'black'", "");
    var observation =
        server
            .get(alice, "/v1/entities/" + open + "/observations")
            .list("observations")
            .getFirst()
            .text("observation_id");

    var split =
        server.post(
            alice,
            "/v1/entities/" + open + "/split",
            "{'observations':['" + observation + "'],'into':'" + secret + "'}");

    assertThat(split.status()).as(split.bodyText()).isEqualTo(200);
    assertThat(read(alice, secret).text("name")).isEqualTo(SECRET);
    assertThat(snapshot(alice, secret).names()).contains("color", "content");
    assertThat(snapshot(bob, secret).names()).contains("content").doesNotContain("color");
    assertThat(read(bob, secret).text("name")).isEqualTo(secret);
    assertThat(read(bob, secret).body().get("names")).isEqualTo(JsonArray.EMPTY);
    assertThat(server.get(bob, "/v1/events?limit=100").bodyText()).doesNotContain(SECRET);
  }

  @Test
  void a_correction_is_seen_by_those_who_saw_what_is_put_right() {
    var entity = note(alice, "Road map", ",'content':'north'", OPEN);
    note(alice, "Road map", ",'color':'black'", "");

    assertThat(correct(alice, entity, "'color':'grey'", "").status()).isEqualTo(201);
    assertThat(correct(alice, entity, "'content':'south'", "").status()).isEqualTo(201);

    assertThat(snapshot(alice, entity).get("color")).isEqualTo(Json.of("grey"));
    assertThat(snapshot(bob, entity).names()).doesNotContain("color");
    assertThat(snapshot(bob, entity).get("content")).isEqualTo(Json.of("south"));
    correct(alice, entity, "'content':'east','color':'white'", "");
    correct(alice, entity, "'mood':'grim'", "");
    assertThat(snapshot(alice, entity).get("content")).isEqualTo(Json.of("east"));
    assertThat(snapshot(alice, entity).get("mood")).isEqualTo(Json.of("grim"));
    assertThat(snapshot(bob, entity).get("content")).isEqualTo(Json.of("south"));
    assertThat(snapshot(bob, entity).names()).doesNotContain("color", "mood");
  }

  @Test
  void a_correction_is_withdrawn_for_those_who_saw_it() {
    var entity = note(alice, "Road map", ",'content':'north'", OPEN);
    note(alice, "Road map", ",'color':'black'", "");
    var open = correct(alice, entity, "'content':'south'", "");
    var hidden = correct(alice, entity, "'color':'grey'", "");

    for (var each : List.of(open, hidden)) {
      var id = each.list("corrections").getFirst().text("correction_id");
      var path = "/v1/entities/" + entity + "/corrections/" + id;
      assertThat(server.delete(alice, path).status()).isEqualTo(200);
    }

    assertThat(snapshot(bob, entity).get("content")).isEqualTo(Json.of("north"));
    assertThat(snapshot(alice, entity).get("color")).isEqualTo(Json.of("black"));
    assertThat(server.get(bob, "/v1/events?limit=100").bodyText()).doesNotContain("color");
  }

  @Test
  void who_has_told_nothing_of_an_entity_puts_it_right_for_nobody_else() {
    var entity = note(alice, "Road map", ",'content':'north'", OPEN);

    var open = correct(bob, entity, "'content':'nowhere'", OPEN);
    assertThat(open.status()).isEqualTo(403);
    assertThat(open.text("code")).isEqualTo("entity.not_yours");
    assertThat(open.text("hint")).contains("private").contains("payload");
    assertThat(correct(bob, entity, "'content':'nowhere'", "").status()).isEqualTo(201);
    assertThat(snapshot(bob, entity).get("content")).isEqualTo(Json.of("nowhere"));
    assertThat(snapshot(alice, entity).get("content")).isEqualTo(Json.of("north"));

    // That he has said something to himself is no reason.
    assertThat(correct(bob, entity, "'content':'nowhere'", OPEN).status()).isEqualTo(403);
    note(bob, "Road map", ",'content':'west'", "");
    assertThat(correct(bob, entity, "'content':'west'", OPEN).status()).isEqualTo(201);
    assertThat(snapshot(carol, entity).get("content")).isEqualTo(Json.of("west"));
    assertThat(correct(token, entity, "'content':'up'", OPEN).status()).isEqualTo(201);
    assertThat(snapshot(carol, entity).get("content")).isEqualTo(Json.of("up"));
  }

  @Test
  void who_has_told_nothing_of_two_entities_merges_them_for_nobody_else() {
    var one = note(alice, "Road map", "", OPEN);
    var other = note(alice, "Route map", "", OPEN);
    var own = note(bob, "My map", "", OPEN);

    assertThat(merge(bob, one, other, OPEN).text("code")).isEqualTo("entity.not_yours");
    assertThat(merge(bob, own, other, OPEN).text("code")).isEqualTo("entity.not_yours");
    assertThat(merge(bob, one, other, "").status()).isEqualTo(200);

    assertThat(read(bob, one).text("entity_id")).isEqualTo(other);
    assertThat(read(carol, one).text("entity_id")).isEqualTo(one);
    assertThat(merge(alice, one, other, "").status()).isEqualTo(200);
    assertThat(read(carol, one).text("entity_id")).isEqualTo(other);
  }
}
