package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.log.Hash;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What cannot have been meant is refused, not passed over.
class AskingTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void no_time_span_ends_before_it_begins() {
    var span = "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z";
    for (var path : List.of("/v1/events?", "/v1/objects/event?", "/v1/events/stream?")) {
      assertThat(server.get(token, path + span).faults())
          .as(path)
          .containsExactly("time.order@/to");
    }
    var empty = "from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z";
    assertThat(server.get(token, "/v1/events?" + empty).status()).isEqualTo(200);
  }

  @Test
  void a_tool_has_a_name() {
    var head = server.head(token);
    for (var type : List.of("tool_call_issued", "tool_result_returned", "note")) {
      for (var name : List.of("", "  ")) {
        var body = "{'event_type':'" + type + "','payload':{'tool':'" + name + "'}}";
        assertThat(server.post(token, "/v1/events", body).faults())
            .containsExactly("text.length@/payload/tool");
      }
    }
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_list_of_one_page_has_no_cursor() {
    server.post(token, "/v1/events", "{'event_id':'evt_1','event_type':'note'}");
    server.post(
        token, "/v1/events", "{'event_id':'evt_2','event_type':'note','parent_event_id':'evt_1'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    var computed = "/v1/objects/edge/event:evt_2~caused_by~event:evt_1";
    var version = "/v1/objects/object_version/agent:agt_1@1";
    for (var path : List.of(computed + "/edges", computed + "/versions", version + "/edges")) {
      assertThat(server.get(token, path).status()).as(path).isEqualTo(200);
      assertThat(server.get(token, path + "?cursor=garbage").faults())
          .as(path)
          .containsExactly("cursor.invalid@/cursor");
    }
  }

  @Test
  void content_that_an_event_brings_along_is_what_it_is_said_to_be() {
    var body = "{'event_type':'note','payload':{'artifact':{'body':'tea','%s':'%s'}}}";
    var hash = "8fd2a6d8b5a5d8f4b8c9c3d3f4f8d1a4b4c6d5e3f2a1b0c9d8e7f6a5b4c3d2e1";
    for (var name : List.of("hash", "sha256")) {
      assertThat(server.post(token, "/v1/events", body.formatted(name, hash)).faults())
          .containsExactly("blob.hash@/payload/artifact/" + name);
      var right = Hash.of(new byte[] {'t', 'e', 'a'}).hex();
      assertThat(server.post(token, "/v1/events", body.formatted(name, right)).status())
          .isEqualTo(201);
    }
  }
}
