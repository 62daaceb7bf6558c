package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.EventSketch.saying;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.createAgent;
import static dev.quipu.engine.compile.Tale.role;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey.SpanAt;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What has ended can be made true again: as what it was last, and not against what others say.
class RevivalTest {

  private static final ObjectRef AGENT = agent("agt_1");
  private static final ObjectRef OTHER = agent("agt_2");
  private static final ObjectRef EDGE = new ObjectRef(ObjectType.EDGE, "edg_1");
  private static final JsonObject WEIGHT = JsonObject.of("weight", Json.of(0.5));
  private static final Instant LONG_AGO = Tale.NOON.minus(Duration.ofDays(100));

  private final Tale tale = new Tale();

  @Test
  void a_change_after_the_end_goes_on_from_what_was_in_force_last() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "scout"));
    tale.accept(alice(), role(AGENT, "cook", LONG_AGO));
    end(AGENT, null);

    tale.accept(alice(), ofType("helper", null));

    assertThat(now(AGENT).text("role_profile")).isEqualTo("scout");
  }

  @Test
  void a_change_before_everything_goes_on_from_what_begins_first() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "scout", Tale.NOON.plus(Duration.ofDays(9))));

    tale.accept(alice(), ofType("helper", LONG_AGO));

    assertThat(tale.body(AGENT, 3).text("role_profile")).isNull();
  }

  @Test
  void a_change_in_a_gap_goes_on_from_what_was_before_it() {
    tale.accept(alice(), createAgent("agt_1"));
    var first = tale.stamp().visibleTime();
    tale.at(first.plusSeconds(60));
    end(AGENT, first.plusSeconds(10));
    tale.accept(alice(), role(AGENT, "scout"));

    tale.accept(alice(), ofType("helper", first.plusSeconds(20)));

    assertThat(tale.body(AGENT, 3).text("role_profile")).isNull();
    assertThat(now(AGENT).text("role_profile")).isEqualTo("scout");
  }

  @Test
  void what_was_retracted_stays_so_whatever_was_said_of_the_past() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), new Command.Move(AGENT, Lifecycle.RETRACTED, null, null));
    tale.accept(alice(), role(AGENT, "cook", LONG_AGO));
    end(AGENT, null);

    tale.accept(alice(), ofType("helper", null));

    assertThat(Lifecycle.of(now(AGENT))).isEqualTo(Lifecycle.RETRACTED);
    end(AGENT, null);
    assertThat(refusal(new Command.Rollback(AGENT, 1, null))).isEqualTo("lifecycle.step");
  }

  @Test
  void what_is_superseded_is_not_revived_as_active() {
    supersede(AGENT);
    assertThat(refusal(ofType("helper", null))).isEqualTo("object.superseded");
    assertThat(refusal(new Command.Rollback(AGENT, 1, null))).isEqualTo("object.superseded");
    tale.accept(alice(), ofType("helper", LONG_AGO));

    tale.accept(alice(), new Command.Delete(EDGE, null));
    tale.accept(alice(), ofType("helper", null));
    assertThat(Lifecycle.of(now(AGENT))).isEqualTo(Lifecycle.ACTIVE);
  }

  @Test
  void content_revives_no_artifact_that_is_superseded() {
    var artifact = new ObjectRef(ObjectType.ARTIFACT, "art_1");
    tale.accept(
        alice(),
        Tale.create(
            ObjectType.ARTIFACT,
            JsonObject.of("artifact_id", Json.of("art_1"), "artifact_type", Json.of("document"))));
    supersede(artifact);
    var content = new Command.Attach(artifact, new BlobId(Hash.ZERO.hex()), 7, null, null);
    assertThat(refusal(content)).isEqualTo("object.superseded");

    tale.accept(alice(), new Command.Delete(EDGE, null));
    tale.accept(alice(), content);
    end(artifact, null);
    tale.accept(alice(), content);
    assertThat(now(artifact).text("hash")).isEqualTo(Hash.ZERO.hex());
  }

  @Test
  void an_edge_that_is_revived_closes_no_circle_of_causes() {
    tale.accept(alice(), saying("one").id("evt_1"));
    tale.accept(alice(), saying("two").id("evt_2"));
    var one = new ObjectRef(ObjectType.EVENT, "evt_1");
    var two = new ObjectRef(ObjectType.EVENT, "evt_2");
    tale.accept(alice(), edge("edg_1", one, "caused_by", two));
    var since = tale.stamp().visibleTime();
    tale.at(since.plusSeconds(60));
    end(EDGE, since);
    tale.accept(alice(), edge("edg_2", two, "caused_by", one));

    assertThat(refusal(new Command.Patch(EDGE, WEIGHT, null, null))).isEqualTo("edge.cycle");
    assertThat(refusal(new Command.Patch(EDGE, WEIGHT, null, since.plusSeconds(9))))
        .isEqualTo("edge.cycle");
    assertThat(refusal(new Command.Patch(EDGE, WEIGHT, null, since.plusSeconds(999))))
        .isEqualTo("edge.cycle");
    assertThat(refusal(new Command.Rollback(EDGE, 1, null))).isEqualTo("edge.cycle");
    tale.accept(alice(), new Command.Patch(EDGE, WEIGHT, null, LONG_AGO));

    end(new ObjectRef(ObjectType.EDGE, "edg_2"), null);
    tale.accept(alice(), new Command.Patch(EDGE, WEIGHT, null, since.plusSeconds(999)));
    assertThat(tale.faults(alice(), edge("edg_3", two, "caused_by", one)))
        .containsExactly("/dst_object_id edge.cycle");
  }

  @Test
  void an_edge_that_has_ended_lets_others_supersede_and_closes_no_circle_when_revived() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), edge("edg_1", AGENT, "supersedes", OTHER));
    end(EDGE, null);

    tale.accept(alice(), edge("edg_2", OTHER, "supersedes", AGENT));
    assertThat(refusal(new Command.Patch(EDGE, WEIGHT, null, null))).isEqualTo("edge.cycle");
  }

  @Test
  void what_has_ended_is_not_there_to_be_named() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), policy());
    var session = Tale.create(ObjectType.SESSION, JsonObject.of("session_id", Json.of("ses_1")));
    tale.accept(alice(), session);
    end(AGENT, null);
    end(new ObjectRef(ObjectType.POLICY, "pol_1"), null);
    end(Tale.session("ses_1"), null);

    assertThat(tale.faults(alice(), edge("e", OTHER, "supports", AGENT)))
        .containsExactly("/dst_object_id reference.unknown");
    assertThat(tale.faults(alice(), edge("e", AGENT, "supports", OTHER)))
        .containsExactly("/src_object_id reference.unknown");
    var governed = JsonObject.of("agent_id", Json.of("agt_3"), "policy_ref", Json.of("pol_1"));
    assertThat(tale.faults(alice(), Tale.create(ObjectType.AGENT, governed)))
        .containsExactly("/policy_ref reference.unknown");
    var below = JsonObject.of("agent_id", Json.of("agt_1"), "parent_session_id", Json.of("ses_1"));
    assertThat(tale.faults(alice(), Tale.create(ObjectType.SESSION, below)))
        .containsExactlyInAnyOrder(
            "/agent_id reference.unknown", "/parent_session_id reference.unknown");
  }

  @Test
  void a_memory_that_has_ended_is_still_there_to_be_named() {
    tale.accept(alice(), createAgent("agt_1"));
    var memory = new ObjectRef(ObjectType.MEMORY, "mem_1");
    var fields = JsonObject.of("memory_id", Json.of("mem_1"), "content", Json.of("tea"));
    tale.accept(alice(), Tale.create(ObjectType.MEMORY, fields));
    end(memory, null);

    tale.accept(alice(), edge("e", AGENT, "supports", memory));
  }

  /// By something else, and as if it had ended just before that was said.
  private void supersede(ObjectRef ref) {
    if (ref.equals(AGENT)) {
      tale.accept(alice(), createAgent("agt_1"));
    }
    tale.accept(alice(), createAgent("agt_2"));
    tale.at(Tale.NOON.plusSeconds(60));
    var said = tale.accept(alice(), edge("edg_1", OTHER, "supersedes", ref));
    end(ref, said.visibleTime());
  }

  private void end(ObjectRef ref, @Nullable Instant when) {
    tale.accept(alice(), new Command.Invalidate(ref, null, when));
  }

  private String refusal(Command command) {
    return tale.refusal(Conflict.class, alice(), command).code();
  }

  private JsonObject now(ObjectRef ref) {
    var span = tale.facts.find(new SpanAt(ref, tale.stamp().visibleTime()));
    return tale.body(ref, span.version());
  }

  private static Command ofType(String type, @Nullable Instant effectiveAt) {
    return new Command.Patch(AGENT, JsonObject.of("agent_type", Json.of(type)), null, effectiveAt);
  }

  private static Command policy() {
    return Tale.create(ObjectType.POLICY, JsonObject.of("policy_id", Json.of("pol_1")));
  }

  private static Command edge(String id, ObjectRef from, String type, ObjectRef to) {
    return Tale.create(
        ObjectType.EDGE,
        JsonObject.of(
            "edge_id", Json.of(id),
            "src_object_id", Json.of(from.id()),
            "src_type", Json.of(from.type().wireName()),
            "edge_type", Json.of(type),
            "dst_object_id", Json.of(to.id()),
            "dst_type", Json.of(to.type().wireName())));
  }
}
