package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lists of objects by what their fields hold, also by fields that nothing is listed under. A page
/// looks at few objects here.
class FiltersTest {

  private static final int LOOKED_AT = 10;
  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private static TestServer server;

  private final String token = server.newTenant();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server =
        TestServer.start(folder, Limits.DEFAULT.withLookedAt(LOOKED_AT), Duration.ofSeconds(30));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void memories_are_found_by_who_they_are_for() {
    memory("mem_a", "");
    memory("mem_b", ",'owner_type':'public'");
    memory("mem_c", ",'owner_type':'public','scope':'ws_1'");

    assertThat(ids("memory?owner_type=private")).containsExactly("mem_a");
    assertThat(ids("memory?owner_type=public")).containsExactly("mem_b", "mem_c");
    assertThat(ids("memory?owner_type=partial")).isEmpty();
    assertThat(ids("memory?scope=tenant")).containsExactly("mem_b");
    assertThat(ids("memory?scope=ws_1&owner_type=public")).containsExactly("mem_c");
    assertThat(server.get(token, "/v1/objects/memory?owner_type=mine").faults())
        .containsExactly("enum.unknown@/owner_type");
  }

  @Test
  void memories_are_found_by_whether_they_are_active_at_any_time() {
    memory("mem_a", "");
    memory("mem_b", "");
    server.post(token, "/v1/objects/memory/mem_a/lifecycle", "{'to':'archived'}");

    assertThat(ids("memory?is_active=false")).containsExactly("mem_a");
    assertThat(ids("memory?is_active=true")).containsExactly("mem_b");
    assertThat(ids("memory?is_active=true&as_known_at=2")).containsExactly("mem_a", "mem_b");
    assertThat(ids("memory?is_active=false&as_known_at=2")).isEmpty();
    server.post(token, "/v1/snapshots", "{'tag':'later'}");
    assertThat(ids("memory?is_active=false&snapshot=later")).containsExactly("mem_a");
    assertThat(server.get(token, "/v1/objects/memory?is_active=perhaps").faults())
        .containsExactly("enum.unknown@/is_active");
  }

  @Test
  void memories_are_found_by_an_event_they_come_from() {
    var made =
        server.post(
            token, "/v1/events", "{'event_id':'evt_1','event_type':'n','payload':{'text':'x'}}");
    var first = made.list("objects").getFirst().text("object_id");
    server.post(
        token, "/v1/events", "{'event_id':'evt_2','event_type':'n','payload':{'text':'y'}}");
    memory("mem_2", ",'source_event_ids':['evt_2','evt_1']");

    assertThat(ids("memory?source_event_id=evt_1")).containsExactly(first, "mem_2");
    assertThat(ids("memory?source_event_id=evt_1&limit=1")).containsExactly(first, "mem_2");
    assertThat(ids("memory?source_event_id=evt_1&as_known_at=2")).containsExactly(first);
    assertThat(ids("memory?source_event_id=evt_1&memory_type=semantic")).containsExactly("mem_2");
    assertThat(ids("memory?source_event_id=evt_none")).isEmpty();
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, "/v1/objects/memory?source_event_id=evt_1").list("objects"))
        .isEmpty();
    assertThat(server.get(token, "/v1/objects/memory?source_event_id=%2f").faults())
        .containsExactly("id.format@/source_event_id");
  }

  @Test
  void what_names_an_event_is_found_by_who_sees_it_and_not_the_event() {
    server.post(
        token, "/v1/events", "{'event_id':'evt_1','event_type':'n','payload':{'text':'x'}}");
    memory("mem_open", ",'owner_type':'public','source_event_ids':['evt_1']");
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, "/v1/objects/memory/mem_open").status()).isEqualTo(200);
    assertThat(ids(bob, "memory?source_event_id=evt_1")).containsExactly("mem_open");
  }

  @Test
  void states_and_artifacts_are_found_by_the_event_they_come_from() {
    for (int i = 1; i <= 2; i++) {
      server.post(
          token,
          "/v1/events",
          "{'event_id':'evt_%d','event_type':'tool_result_returned','payload':{'tool':'t','result':'%d'}}"
              .formatted(i, i));
    }
    var artifact = ids("artifact").getFirst();
    var hash = server.get(token, "/v1/objects/artifact/" + artifact).object("object").text("hash");

    assertThat(ids("artifact?produced_by_event_id=evt_1")).containsExactly(artifact);
    assertThat(ids("artifact?hash=" + hash)).containsExactly(artifact);
    assertThat(ids("artifact?hash=" + hash + "&artifact_type=file")).isEmpty();
    assertThat(ids("state?derived_from_event_id=evt_2&state_type=tool_stack")).hasSize(1);
    assertThat(ids("state?derived_from_event_id=evt_1")).isEmpty();
    assertThat(ids("state?derived_from_event_id=evt_1&as_known_at=1")).hasSize(1);
  }

  @Test
  void lists_look_into_lists() {
    server.post(
        token, "/v1/objects/agent", "{'agent_id':'agt_1','capability_set':['sql','search']}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_2','capability_set':['draw']}");
    assertThat(ids("agent?capability_set=search")).containsExactly("agt_1");
    server.post(
        token,
        "/v1/objects/share_contract",
        "{'contract_id':'con_1','scope':'s','read_acl':['agt_1','agt_2'],'write_acl':['agt_1']}");
    assertThat(ids("share_contract?read_acl=agt_2")).containsExactly("con_1");
    assertThat(ids("share_contract?write_acl=agt_2")).isEmpty();
  }

  /// However rare it is what is looked for: each page looks at a few objects, and all pages
  /// together have it all.
  @Test
  void a_page_that_has_looked_at_enough_is_short_and_the_next_goes_on() {
    var rare = new ArrayList<String>();
    for (int i = 0; i < 35; i++) {
      boolean open = i % 13 == 12;
      memory("mem_%02d".formatted(i), open ? ",'owner_type':'public'" : "");
      if (open) {
        rare.add("mem_%02d".formatted(i));
      }
    }
    var first = server.get(token, "/v1/objects/memory?owner_type=public&limit=5");
    assertThat(first.list("objects")).isEmpty();
    assertThat(first.text("next_cursor")).isNotNull();
    assertThat(ids("memory?owner_type=public&limit=5")).containsExactlyElementsOf(rare);
    assertThat(ids("memory?owner_type=public&limit=1")).containsExactlyElementsOf(rare);
    assertThat(ids("memory?lifecycle=active&limit=4")).hasSize(35);
    memory("mem_later", ",'owner_type':'public'");
    assertThat(ids("memory?owner_type=public&limit=5&as_known_at=35"))
        .containsExactlyElementsOf(rare);
  }

  @Test
  void sessions_below_are_looked_through_in_turn() {
    server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}");
    server.post(token, "/v1/objects/session", "{'session_id':'ses_2','parent_session_id':'ses_1'}");
    for (int i = 0; i < 30; i++) {
      memory(
          "mem_%02d".formatted(i),
          (i % 3 == 0 ? ",'session_id':'ses_1'" : ",'session_id':'ses_2'")
              + (i % 7 == 0 ? ",'owner_type':'public'" : ""));
    }
    assertThat(ids("memory?session_id=ses_1&nested=true&owner_type=public&limit=2"))
        .containsExactly("mem_00", "mem_07", "mem_14", "mem_21", "mem_28");
    assertThat(ids("memory?session_id=ses_1&nested=true&limit=4"))
        .containsExactlyElementsOf(IntStream.range(0, 30).mapToObj("mem_%02d"::formatted).toList());
  }

  /// A short page would tell how many there are.
  @Test
  void what_one_does_not_see_makes_no_page_short() {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_open'" + OPEN + "}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_mine'}");
    for (int i = 0; i < 2 * LOOKED_AT; i++) {
      edge("edge_%02d".formatted(i), "agt_mine");
    }
    edge("edge_seen", "agt_too");
    var bob = server.newKey(token, "user_bob", "read");
    var page = server.get(bob, "/v1/objects/edge?lifecycle=active&limit=1");
    assertThat(page.list("objects")).hasSize(1);
    assertThat(page.text("next_cursor")).isNull();
  }

  @Test
  void every_list_takes_a_lifecycle() {
    server.get("", "/openapi.json").object("paths").members().entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(path -> path.matches("/v1/objects/[a-z_]+") && !path.endsWith("object_version"))
        .forEach(
            path ->
                assertThat(server.get(token, path + "?lifecycle=retracted").list("objects"))
                    .as(path)
                    .isEmpty());
  }

  @Test
  void events_are_listed_as_objects() {
    for (int i = 1; i <= 3; i++) {
      server.post(
          token,
          "/v1/events",
          "{'event_id':'evt_%d','event_type':'t%d','session_id':'ses_1'}".formatted(i, i % 2));
    }
    assertThat(ids("event?limit=2")).containsExactly("evt_1", "evt_2", "evt_3");
    assertThat(ids("event?order=desc&limit=2")).containsExactly("evt_3", "evt_2", "evt_1");
    assertThat(ids("event?event_type=t1&session_id=ses_1")).containsExactly("evt_1", "evt_3");
    assertThat(ids("event?as_known_at=1")).containsExactly("evt_1");
    assertThat(ids("event?lifecycle=active")).hasSize(3);
    assertThat(ids("event?session_id=ses_1&nested=true")).hasSize(3);
    var item = server.get(token, "/v1/objects/event").list("objects").getFirst();
    assertThat(item)
        .isEqualTo(server.get(token, "/v1/objects/event/evt_1").body().without("position"));
  }

  private void memory(String id, String more) {
    var made =
        server.post(
            token, "/v1/objects/memory", "{'memory_id':'" + id + "','content':'x'" + more + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void edge(String id, String target) {
    if (!target.equals("agt_mine")) {
      server.post(token, "/v1/objects/agent", "{'agent_id':'" + target + "'" + OPEN + "}");
    }
    var made =
        server.post(
            token,
            "/v1/objects/edge",
            "{'edge_id':'%s','src_type':'agent','src_object_id':'agt_open','edge_type':'relates_to',"
                    .formatted(id)
                + "'dst_type':'agent','dst_object_id':'"
                + target
                + "'"
                + OPEN
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private List<String> ids(String list) {
    return ids(token, list);
  }

  /// Of all pages.
  private static List<String> ids(String token, String list) {
    var ids = new ArrayList<String>();
    var page = server.get(token, "/v1/objects/" + list);
    while (true) {
      assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
      page.list("objects").forEach(item -> ids.add(item.text("object_id")));
      var next = page.text("next_cursor");
      if (next == null) {
        return ids;
      }
      page =
          server.get(
              token, "/v1/objects/" + list + (list.contains("?") ? "&" : "?") + "cursor=" + next);
    }
  }
}
