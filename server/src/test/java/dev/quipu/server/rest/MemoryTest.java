package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonString;
import dev.quipu.server.TestServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/memory";
  private static final String MEMORY = PATH + "/mem_1";

  /// An end that could be written and not read made the log unreadable.
  @Test
  void a_life_beyond_the_last_year_ends_with_that_year() {
    var made = make(",'valid_from':'9999-06-01T00:00:00Z','ttl':3153600000");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(server.get(token, "/v1/log/verify").bodyText()).contains("\"sound\":true");
  }

  @Test
  void a_memory_has_the_fields_of_the_seed_and_its_text_beside() {
    var made = make("");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var memory = made.object("object");
    assertThat(memory.names())
        .containsExactly(
            "memory_id",
            "memory_type",
            "agent_id",
            "session_id",
            "owner_type",
            "scope",
            "level",
            "content",
            "summary",
            "source_event_ids",
            "confidence",
            "importance",
            "freshness_score",
            "ttl",
            "valid_from",
            "valid_to",
            "provenance_ref",
            "version",
            "is_active");
    assertThat(made.text("text")).isEqualTo("tea is ready");
    assertThat(memory.text("content")).matches("vec_[0-9a-f]{24}");
    assertThat(memory.text("memory_type")).isEqualTo("semantic");
    assertThat(memory.get("level")).isEqualTo(Json.of(0));
    assertThat(memory.get("version")).isEqualTo(Json.of(1));
    assertThat(memory.get("is_active")).isEqualTo(Json.of(true));
    assertThat(memory.get("freshness_score")).isEqualTo(Json.of(1));
    assertThat(memory.text("provenance_ref")).isEqualTo(MEMORY + "/proof");
    var source = ((JsonString) memory.array("source_event_ids").items().getFirst()).value();
    assertThat(server.get(token, "/v1/events/" + source).text("event_type"))
        .isEqualTo("quipu.object_created");
  }

  @Test
  void a_private_memory_is_its_owners() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var made =
        server.post(alice, PATH, "{'memory_id':'mem_1','content':'x','owner_type':'private'}");
    assertThat(made.object("object").text("owner_type")).isEqualTo("private");
    assertThat(made.object("object").text("scope")).isEqualTo("user_alice");
    assertThat(server.get(bob, MEMORY).status()).isEqualTo(404);
  }

  @Test
  void a_public_memory_is_everybodys_or_a_workspaces() {
    var bob = server.newKey(token, "user_bob", "read");
    var open = make(",'owner_type':'public'");
    assertThat(open.object("object").text("owner_type")).isEqualTo("public");
    assertThat(open.object("object").text("scope")).isEqualTo("tenant");
    assertThat(server.get(bob, MEMORY).text("access_reason")).isEqualTo("public");
    var placed =
        server.post(
            token,
            PATH,
            "{'memory_id':'mem_2','content':'x','owner_type':'public','scope':'ws_1'}");
    assertThat(placed.object("object").text("scope")).isEqualTo("ws_1");
    assertThat(placed.object("access").text("workspace_id")).isEqualTo("ws_1");
  }

  /// What is shown of a team's memory, sent back, is no copy that others see.
  @Test
  void a_public_memory_in_the_scope_of_ones_team_is_that_teams() {
    var anna = member("user_anna", "team_a");
    var carl = member("user_carl", "team_b");
    var shown =
        server
            .post(anna, PATH, "{'content':'x','visibility':'public','access':{'team_id':'team_a'}}")
            .object("object");
    assertThat(shown.text("owner_type") + " " + shown.text("scope")).isEqualTo("public team_a");
    var copy =
        server.post(
            anna,
            PATH,
            "{'memory_id':'mem_1','content':'x','owner_type':'public','scope':'team_a'}");
    assertThat(copy.status()).as(copy.bodyText()).isEqualTo(201);
    assertThat(copy.object("object").text("owner_type")).isEqualTo("public");
    assertThat(copy.object("object").text("scope")).isEqualTo("team_a");
    assertThat(copy.object("access").text("team_id")).isEqualTo("team_a");
    assertThat(copy.object("access").text("workspace_id")).isNull();
    assertThat(server.get(carl, MEMORY).status()).isEqualTo(404);
    assertThat(server.get(carl, PATH).list("objects")).isEmpty();
    assertThat(server.get(member("user_ben", "team_a"), MEMORY).status()).isEqualTo(200);
    assertThat(
            server
                .post(
                    anna,
                    PATH,
                    "{'content':'x','owner_type':'public','scope':'team_a',"
                        + "'visibility':'private'}")
                .faults())
        .containsExactly("access.twice@/owner_type");
  }

  @Test
  void a_private_memory_is_not_in_the_scope_of_somebody_else() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    var head = server.head(token);
    var foreign = "{'content':'x','owner_type':'private','scope':'user_bob'";
    assertThat(server.post(alice, PATH, foreign + "}").faults())
        .containsExactly("scope.not_yours@/scope");
    assertThat(server.post(alice, PATH, foreign + ",'ttl':'x'}").faults())
        .containsExactlyInAnyOrder("scope.not_yours@/scope", "field.type@/ttl");
    assertThat(server.head(token)).isEqualTo(head);
    var own =
        server.post(alice, PATH, "{'content':'x','owner_type':'private','scope':'user_alice'}");
    assertThat(own.status()).as(own.bodyText()).isEqualTo(201);
    var given =
        server.post(
            token, PATH, foreign + ",'access':{'owner_kind':'user','owner_id':'user_bob'}}");
    assertThat(given.status()).as(given.bodyText()).isEqualTo(201);
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, given.header("Location")).object("object").text("scope"))
        .isEqualTo("user_bob");
  }

  private String member(String user, String team) {
    return server
        .post(
            token,
            "/v1/keys",
            ("{'name':'k','principal':{'kind':'user','id':'%s'},'team_ids':['%s'],"
                    + "'grants':['read','write']}")
                .formatted(user, team))
        .text("token");
  }

  @Test
  void a_partial_memory_is_for_a_team_or_a_contract() {
    var member = member("user_m", "team_a");
    var made =
        server.post(
            member,
            PATH,
            "{'memory_id':'mem_1','content':'x','owner_type':'partial','scope':'team_a'}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.object("object").text("owner_type")).isEqualTo("partial");
    assertThat(made.object("object").text("scope")).isEqualTo("team_a");
    var other = server.newKey(token, "user_other", "read");
    assertThat(server.get(other, MEMORY).status()).isEqualTo(404);
    assertThat(server.post(token, PATH, "{'content':'x','owner_type':'partial'}").faults())
        .containsExactly("field.required@/scope");
    assertThat(
            server
                .post(token, PATH, "{'content':'x','owner_type':'partial','scope':'nowhere'}")
                .faults())
        .containsExactly("reference.unknown@/scope");
  }

  @Test
  void who_may_see_it_is_said_once() {
    assertThat(
            server
                .post(token, PATH, "{'content':'x','owner_type':'public','visibility':'private'}")
                .faults())
        .containsExactly("access.twice@/owner_type");
    assertThat(server.post(token, PATH, "{'content':'x','scope':'ws_1'}").faults())
        .containsExactly("scope.without_owner_type@/scope");
  }

  @Test
  void what_is_computed_cannot_be_set() {
    var computed =
        "'freshness_score':1,'provenance_ref':'x','version':1,'is_active':true,'text':'x'";
    assertThat(server.post(token, PATH, "{'content':'x'," + computed + "}").faults())
        .containsExactlyInAnyOrder(
            "field.computed@/freshness_score",
            "field.computed@/provenance_ref",
            "field.computed@/version",
            "field.computed@/is_active",
            "field.unknown@/text");
    make("");
    assertThat(server.patch(token, MEMORY, "{'owner_type':'public','is_active':false}").faults())
        .containsExactly("field.computed@/owner_type", "field.computed@/is_active");
    var nothing = "{'valid_to':null,'version':null}";
    for (var answer :
        List.of(
            server.patch(token, MEMORY, nothing),
            server.post(token, MEMORY + "/correct", nothing))) {
      assertThat(answer.faults())
          .containsExactlyInAnyOrder("field.computed@/valid_to", "field.computed@/version");
    }
    assertThat(server.post(token, PATH, "{'content':' '}").faults())
        .containsExactly("field.required@/content");
  }

  @Test
  void other_content_is_another_version_and_the_old_text_stays_where_it_was_true() {
    var made = make(",'valid_from':'2026-01-01T00:00:00Z'");
    var changed =
        server.patch(
            token, MEMORY + "?effective_at=2026-02-01T00:00:00Z", "{'content':'tea is cold'}");

    assertThat(changed.status()).as(changed.bodyText()).isEqualTo(200);
    assertThat(changed.object("object").get("version")).isEqualTo(Json.of(2));
    assertThat(changed.object("object").text("content"))
        .matches("vec_[0-9a-f]{24}")
        .isNotEqualTo(made.object("object").text("content"));
    assertThat(server.get(token, MEMORY).text("text")).isEqualTo("tea is cold");
    assertThat(server.get(token, MEMORY + "?as_of=2026-01-15T00:00:00Z").text("text"))
        .isEqualTo("tea is ready");
    assertThat(server.get(token, MEMORY + "?as_known_at=1").text("text")).isEqualTo("tea is ready");
    var head = server.head(token);
    assertThat(server.patch(token, MEMORY, "{'content':'tea is cold'}").header("ETag"))
        .isEqualTo("\"2\"");
    assertThat(server.head(token)).as("the same text again").isEqualTo(head);
  }

  @Test
  void it_is_active_while_it_is_valid_and_grows_less_fresh() {
    make(",'valid_from':'2026-01-01T00:00:00Z','valid_to':'2026-05-01T00:00:00Z'");
    var fresh = server.get(token, MEMORY + "?as_of=2026-01-01T00:00:00Z").object("object");
    assertThat(fresh.get("freshness_score")).isEqualTo(Json.of(1));
    assertThat(fresh.get("is_active")).isEqualTo(Json.of(true));
    var month = server.get(token, MEMORY + "?as_of=2026-01-31T00:00:00Z").object("object");
    assertThat(month.get("freshness_score")).isEqualTo(Json.of(0.5));
    assertThat(server.get(token, MEMORY + "?as_of=2025-12-01T00:00:00Z").status()).isEqualTo(404);
    var over = server.get(token, MEMORY).object("object");
    assertThat(over.get("is_active")).isEqualTo(Json.of(false));
    assertThat(over.text("valid_to")).isEqualTo("2026-05-01T00:00:00Z");
    assertThat(server.get(token, PATH).list("objects")).isEmpty();
    assertThat(server.get(token, PATH + "?as_of=2026-04-01T00:00:00Z").list("objects")).hasSize(1);
    assertThat(
            server
                .post(
                    token,
                    PATH,
                    "{'content':'x','valid_from':'2026-02-01T00:00:00Z',"
                        + "'valid_to':'2026-01-01T00:00:00Z'}")
                .faults())
        .containsExactly("time.order@/valid_to");
  }

  @Test
  void a_memory_that_was_known_before_its_end_is_read_anew_after_it() {
    var made = make(",'valid_from':'2026-01-01T00:00:00Z','valid_to':'2026-05-01T00:00:00Z'");
    var before = MEMORY + "?as_of=2026-04-30T00:00:00Z";
    var known = server.get(token, before).header("ETag");
    assertThat(known).isEqualTo("\"1/2026-05-01T00:00:00Z\"");
    assertThat(server.get(token, before, "If-None-Match", known).status()).isEqualTo(304);

    var ended = server.get(token, MEMORY, "If-None-Match", known);
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.object("object").get("is_active")).isEqualTo(Json.of(false));
    assertThat(ended.header("ETag")).isNotEqualTo(known).isEqualTo(made.header("ETag"));
    assertThat(server.get(token, MEMORY, "If-None-Match", ended.header("ETag")).status())
        .isEqualTo(304);
    for (var tag : List.of(known, ended.header("ETag"))) {
      assertThat(server.patch(token, MEMORY, "{'summary':'s'}", "If-Match", tag).status())
          .as("nothing is in force: " + tag)
          .isEqualTo(412);
    }
  }

  @Test
  void a_memory_lives_as_long_as_its_ttl() {
    var made = make(",'ttl':3600");
    assertThat(made.object("object").get("ttl")).isEqualTo(Json.of(3600));
    assertThat(made.object("access").text("expires_at"))
        .isEqualTo(Instant.parse(made.text("valid_from")).plusSeconds(3600).toString());
    var old =
        server.post(
            token,
            PATH,
            "{'memory_id':'mem_2','content':'x','ttl':60,'valid_from':'2026-01-01T00:00:00Z'}");
    assertThat(old.status()).isEqualTo(201);
    assertThat(server.get(token, PATH + "/mem_2").status()).isEqualTo(404);
    assertThat(server.get(token, PATH + "/mem_2?as_of=2026-01-01T00:00:01Z").status())
        .as("what has run out is gone at all times")
        .isEqualTo(404);
  }

  @Test
  void memories_are_found_by_what_they_are() {
    make(",'memory_type':'procedural'");
    server.post(token, PATH, "{'memory_id':'mem_2','content':'other'}");
    var content = server.get(token, MEMORY).object("object").text("content");
    for (var query : new String[] {"memory_type=procedural", "content=" + content}) {
      assertThat(server.get(token, PATH + "?" + query).list("objects").stream())
          .as(query)
          .singleElement()
          .satisfies(view -> assertThat(view.text("object_id")).isEqualTo("mem_1"));
    }
    assertThat(server.get(token, PATH + "?level=0").list("objects")).hasSize(2);
    assertThat(server.post(token, PATH, "{'content':'x','memory_type':'vague'}").faults())
        .containsExactly("enum.unknown@/memory_type");
  }

  @Test
  void references_of_a_memory_are_checked() {
    assertThat(
            server
                .post(
                    token,
                    PATH,
                    "{'content':'x','agent_id':'agt_0','session_id':'ses_0',"
                        + "'source_event_ids':['evt_0']}")
                .faults())
        .containsExactly(
            "reference.unknown@/agent_id",
            "reference.unknown@/session_id",
            "reference.unknown@/source_event_ids/0");
  }

  private TestServer.Answer make(String more) {
    return server.post(token, PATH, "{'memory_id':'mem_1','content':'tea is ready'" + more + "}");
  }

  @Test
  void a_list_is_not_asked_for_a_level_that_is_none() {
    for (var level : List.of("x", "9", "1.0")) {
      assertThat(server.get(server.newTenant(), "/v1/objects/memory?level=" + level).faults())
          .containsExactly("number.range@/level");
    }
  }

  @Test
  void a_memory_never_lacks_the_events_it_comes_from() {
    var own = server.newTenant();
    var answer = server.post(own, "/v1/objects/memory", "{'content':'x','source_event_ids':[]}");
    assertThat(answer.faults()).containsExactly("list.length@/source_event_ids");
  }

  @Test
  void a_memory_that_has_ended_still_has_its_evidence() {
    var own = server.newTenant();
    server.post(own, "/v1/objects/memory", "{'memory_id':'m1','content':'x'}");
    server.post(own, "/v1/objects/memory/m1/invalidate", "{}");
    var ended = server.get(own, "/v1/objects/memory/m1");
    assertThat(ended.object("object").get("is_active").toString()).isEqualTo("false");
    assertThat(server.get(own, ended.object("object").text("provenance_ref")).status())
        .isEqualTo(200);
    assertThat(server.get(own, "/v1/objects/memory/m1/provenance").status()).isEqualTo(200);
  }
}
