package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.compile.EventRule;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.TestServer;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What each type of event gives rise to: one test for each row of the table of rules.
class EventTypesTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void every_row_of_the_table_has_a_test() {
    assertThat(Stream.of(EventTypesTest.class.getDeclaredMethods()).map(Method::getName))
        .containsAll(EventRule.TABLE.stream().map(EventRule::eventType).toList());
  }

  @Test
  void user_message() {
    var receipt = event("user_message", "{'text':'Tea, please.'}");
    assertThat(types(receipt)).containsExactlyInAnyOrder("agent", "session", "user", "memory");
    checkMemory(receipt, "episodic", "1", "Tea, please.");
    assertThat(object("session", "ses_1").text("status")).isEqualTo("running");
  }

  @Test
  void assistant_message() {
    checkMemory(event("assistant_message", "{'content':'Here.'}"), "episodic", "0.9", "Here.");
  }

  @Test
  void tool_call_issued() {
    var receipt = event("tool_call_issued", "{'tool':'kettle','text':'Boil.'}");
    checkMemory(receipt, "procedural", "0.9", "Boil.");
    var state = made(receipt, "state");
    assertThat(state.text("state_type")).isEqualTo("tool_stack");
    assertThat(state.text("state_key")).isEqualTo("kettle");
    assertThat(state.object("state_value").text("status")).isEqualTo("running");
    assertThat(state.text("derived_from_event_id")).isEqualTo(receipt.text("event_id"));
    checkEdge(
        receipt, "event", receipt.text("event_id"), "uses_tool", "state", state.text("state_id"));
    var silent = event("tool_call_issued", "{'tool':'kettle'}");
    assertThat(types(silent)).containsExactlyInAnyOrder("state", "edge");
  }

  @Test
  void tool_result_returned() {
    var issued = made(event("tool_call_issued", "{'tool':'kettle'}"), "state");
    var receipt =
        event("tool_result_returned", "{'tool':'kettle','result':{'c':100},'text':'Hot.'}");
    checkMemory(receipt, "semantic", "0.8", "Hot.");
    var state = made(receipt, "state");
    assertThat(state.text("state_id")).isEqualTo(issued.text("state_id"));
    assertThat(state.object("state_value").text("status")).isEqualTo("done");
    assertThat(state.get("version").toString()).isEqualTo("2");
    var artifact = made(receipt, "artifact");
    assertThat(artifact.text("artifact_type")).isEqualTo("api_output");
    assertThat(artifact.text("mime_type")).isEqualTo("application/json");
    assertThat(artifact.text("produced_by_event_id")).isEqualTo(receipt.text("event_id"));
    assertThat(artifact.object("metadata").text("tool")).isEqualTo("kettle");

    var failed = event("tool_result_returned", "{'tool':'kettle','status':'error','text':'Dry.'}");
    assertThat(states(failed)).containsExactlyInAnyOrder("tool_stack", "failure_marker");
    var again = event("tool_result_returned", "{'tool':'kettle','result':'ok'}");
    assertThat(states(again)).containsExactlyInAnyOrder("tool_stack", "failure_marker");
  }

  @Test
  void retrieval_executed() {
    var found = memoryOf(event("user_message", "{'text':'Tea.'}"));
    var receipt =
        event(
            "retrieval_executed",
            "{'text':'Looked for tea.','object_refs':[{'object_type':'memory','object_id':'"
                + found
                + "'}]}");
    checkMemory(receipt, "episodic", "0.7", "Looked for tea.");
    checkEdge(receipt, "memory", memoryOf(receipt), "derived_from", "memory", found);
    var silent =
        event(
            "retrieval_executed",
            "{'object_refs':[{'object_type':'memory','object_id':'" + found + "'}]}");
    checkEdge(silent, "event", silent.text("event_id"), "derived_from", "memory", found);
  }

  @Test
  void plan_updated() {
    var receipt = event("plan_updated", "{'plan':['boil','pour'],'text':'Boil, then pour.'}");
    checkMemory(receipt, "procedural", "0.9", "Boil, then pour.");
    var state = made(receipt, "state");
    assertThat(state.text("state_type")).isEqualTo("current_plan");
    assertThat(state.text("state_key")).isEqualTo("plan");
    assertThat(state.get("state_value").toString()).isEqualTo("[\"boil\",\"pour\"]");
    var next = made(event("plan_updated", "{'plan':'drink'}"), "state");
    assertThat(next.text("state_id")).isEqualTo(state.text("state_id"));
    assertThat(next.text("state_value")).isEqualTo("drink");
  }

  @Test
  void critique_generated() {
    var target = memoryOf(event("assistant_message", "{'text':'Tea is blue.'}"));
    var receipt =
        event(
            "critique_generated",
            "{'text':'It is not.','verdict':'contradicts','target':{'object_type':'memory','object_id':'"
                + target
                + "'}}");
    checkMemory(receipt, "reflective", "0.7", "It is not.");
    checkEdge(receipt, "memory", memoryOf(receipt), "contradicts", "memory", target);
    // Both are kept: a conflict is linked, not resolved.
    assertThat(server.get(token, "/v1/objects/memory/" + target).text("lifecycle"))
        .isEqualTo("active");
    var odd =
        post(
            "critique_generated",
            "{'verdict':'hates','target':{'object_type':'memory','object_id':'" + target + "'}}");
    assertThat(odd.faults()).containsExactly("enum.unknown@/payload/verdict");
  }

  @Test
  void task_finished() {
    event("user_message", "{'text':'Go.'}");
    var receipt = event("task_finished", "{'text':'Done.'}");
    checkMemory(receipt, "episodic", "1", "Done.");
    var state = made(receipt, "state");
    assertThat(state.text("state_type")).isEqualTo("execution_status");
    assertThat(state.text("state_key")).isEqualTo("task");
    assertThat(state.object("state_value").text("status")).isEqualTo("completed");
    assertThat(made(receipt, "session").text("status")).isEqualTo("completed");
    assertThat(types(receipt)).containsExactlyInAnyOrder("memory", "state", "session");
  }

  @Test
  void handoff_occurred() {
    var receipt = event("handoff_occurred", "{'to_agent_id':'agt_2','text':'Yours.'}");
    checkMemory(receipt, "social", "0.9", "Yours.");
    var state = made(receipt, "state");
    assertThat(state.text("state_type")).isEqualTo("execution_status");
    assertThat(state.text("state_key")).isEqualTo("handoff");
    assertThat(state.object("state_value").text("to_agent_id")).isEqualTo("agt_2");
    checkEdge(receipt, "memory", memoryOf(receipt), "shared_with", "agent", "agt_2");
    assertThat(object("agent", "agt_2").text("status")).isEqualTo("active");
  }

  @Test
  void generic() {
    assertThat(post("weather_changed", "{'text':'Rain.','memory_type':'factual'}").faults())
        .containsExactly("enum.unknown@/payload/memory_type");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    var receipt =
        event(
            "weather_changed",
            "{'text':'Rain.','memory_type':'semantic','state':{'type':'blackboard','key':'sky','value':'grey'},"
                + "'artifact':{'uri':'https://sky.example/','name':'sky','type':'report'},"
                + "'edges':[{'edge_type':'supports','dst_type':'agent','dst_object_id':'agt_1','weight':0.5}]}");
    checkMemory(receipt, "semantic", "0.8", "Rain.");
    assertThat(made(receipt, "state").text("state_value")).isEqualTo("grey");
    var artifact = made(receipt, "artifact");
    assertThat(artifact.text("uri")).isEqualTo("https://sky.example/");
    assertThat(artifact.text("artifact_type")).isEqualTo("report");
    assertThat(artifact.text("content_ref")).isNull();
    checkEdge(receipt, "memory", memoryOf(receipt), "supports", "agent", "agt_1");
    assertThat(made(receipt, "edge").get("weight").toString()).isEqualTo("0.5");
    assertThat(types(event("silence", "{}"))).isEmpty();
  }

  @Test
  void no_event_hides_an_earlier_memory_unless_it_says_so() {
    var first = memoryOf(event("user_message", "{'text':'Tea.'}"));
    event("user_message", "{'text':'Tea.'}");
    event("user_message", "{'text':'No tea.'}");
    assertThat(server.get(token, "/v1/objects/memory/" + first).text("lifecycle"))
        .isEqualTo("active");
    var updating =
        event(
            "user_message",
            "{'text':'Coffee.','edges':[{'edge_type':'updates','dst_type':'memory','dst_object_id':'"
                + first
                + "'}]}");
    assertThat(server.get(token, "/v1/objects/memory/" + first).text("lifecycle"))
        .isEqualTo("stale");
    var newest = updating.list("objects").getFirst().text("object_id");
    checkEdge(updating, "memory", newest, "updates", "memory", first);
  }

  @Test
  void the_policy_of_an_agent_holds_for_the_memories_of_its_owner() {
    var policy = "ttl_seconds=86400; importance=0.3; confidence=0.25";
    server.post(
        token,
        "/v1/objects/agent",
        "{'agent_id':'agt_1','default_memory_policy':'"
            + policy
            + "','visibility':'public','access':{'team_id':null}}");
    var receipt = event("user_message", "{'text':'Tea.'}");
    var view = server.get(token, "/v1/objects/memory/" + memoryOf(receipt));
    assertThat(view.object("object").get("confidence").toString()).isEqualTo("0.25");
    assertThat(view.object("object").get("importance").toString()).isEqualTo("0.3");
    assertThat(view.object("object").get("ttl").toString()).isEqualTo("86400");
    assertThat(view.object("access").text("expires_at")).isNotNull();

    var bob = server.newKey(token, "user_bob", "read", "write");
    var foreign =
        server.post(
            bob,
            "/v1/events",
            "{'event_type':'user_message','agent_id':'agt_1','payload':{'text':'Mine.'}}");
    var his = server.get(bob, "/v1/objects/memory/" + memoryOf(foreign));
    assertThat(his.object("object").get("confidence").toString()).isEqualTo("1");
    assertThat(his.object("object").get("ttl").toString()).isEqualTo("null");
    assertThat(his.object("access").text("expires_at")).isNull();

    server.patch(token, "/v1/objects/agent/agt_1", "{'default_memory_policy':'memories=off'}");
    assertThat(types(event("user_message", "{'text':'Forget this.'}"))).doesNotContain("memory");
    assertThat(
            server
                .patch(token, "/v1/objects/agent/agt_1", "{'default_memory_policy':'be nice'}")
                .faults())
        .containsExactly("memory_policy.format@/default_memory_policy");
  }

  private TestServer.Answer event(String type, String payload) {
    var made = post(type, payload);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private TestServer.Answer post(String type, String payload) {
    return server.post(
        token,
        "/v1/events",
        "{'event_type':'"
            + type
            + "','agent_id':'agt_1','session_id':'ses_1','payload':"
            + payload
            + "}");
  }

  private static List<String> types(TestServer.Answer receipt) {
    return receipt.list("objects").stream().map(object -> object.text("object_type")).toList();
  }

  private List<String> states(TestServer.Answer receipt) {
    return receipt.list("objects").stream()
        .filter(object -> object.text("object_type").equals("state"))
        .map(object -> object("state", object.text("object_id")).text("state_type"))
        .toList();
  }

  private static String id(TestServer.Answer receipt, String type) {
    var ids =
        receipt.list("objects").stream()
            .filter(object -> object.text("object_type").equals(type))
            .map(object -> object.text("object_id"))
            .toList();
    assertThat(ids).as(receipt.bodyText()).hasSize(1);
    return ids.getFirst();
  }

  private static String memoryOf(TestServer.Answer receipt) {
    return id(receipt, "memory");
  }

  private JsonObject made(TestServer.Answer receipt, String type) {
    return object(type, id(receipt, type));
  }

  private JsonObject object(String type, String id) {
    return server.get(token, "/v1/objects/" + type + "/" + id).object("object");
  }

  private void checkMemory(TestServer.Answer receipt, String type, String confidence, String text) {
    var view = server.get(token, "/v1/objects/memory/" + memoryOf(receipt));
    var memory = view.object("object");
    assertThat(view.text("text")).isEqualTo(text);
    assertThat(memory.text("memory_type")).isEqualTo(type);
    assertThat(memory.get("level").toString()).isEqualTo("0");
    assertThat(memory.get("confidence").toString()).isEqualTo(confidence);
    assertThat(memory.get("importance").toString()).isEqualTo("0.5");
    assertThat(memory.text("agent_id")).isEqualTo("agt_1");
    assertThat(memory.text("session_id")).isEqualTo("ses_1");
    assertThat(memory.array("source_event_ids").toString())
        .isEqualTo("[\"" + receipt.text("event_id") + "\"]");
    assertThat(memory.get("is_active").toString()).isEqualTo("true");
  }

  private void checkEdge(
      TestServer.Answer receipt,
      String sourceType,
      String source,
      String type,
      String targetType,
      String target) {
    var edge = made(receipt, "edge");
    assertThat(edge.text("src_type")).isEqualTo(sourceType);
    assertThat(edge.text("src_object_id")).isEqualTo(source);
    assertThat(edge.text("edge_type")).isEqualTo(type);
    assertThat(edge.text("dst_type")).isEqualTo(targetType);
    assertThat(edge.text("dst_object_id")).isEqualTo(target);
  }

  /// A memory has one limit, whichever way it comes.
  @Test
  void a_text_that_no_memory_can_hold_is_refused() {
    var most = "x".repeat(ObjectSchemas.MAX_TEXT);
    for (var field : List.of("text", "content")) {
      var event = "{'event_type':'note','payload':{'" + field + "':'%s'}}";
      assertThat(server.post(token, "/v1/events", event.formatted(most)).status()).isEqualTo(201);
      var longer = server.post(token, "/v1/events", event.formatted(most + "y"));
      assertThat(longer.faults()).containsExactly("text.length@/payload/" + field);
      assertThat(longer.bodyText()).contains("1000000");
    }
    var posted = server.post(token, "/v1/objects/memory", "{'content':'" + most + "y'}");
    assertThat(posted.faults()).containsExactly("text.length@/content");
  }
}
