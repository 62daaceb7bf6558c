package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.createAgent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import org.junit.jupiter.api.Test;

/// An edge joins two different things that its writer can see.
class EdgeDecisionsTest {

  private final Tale tale = new Tale();

  @Test
  void an_edge_is_found_from_both_ends() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), edge("edg_1", agent("agt_1"), "supports", agent("agt_2")));
    var edge = new ObjectRef(ObjectType.EDGE, "edg_1");

    assertThat(tale.facts.all(AdjacentRow.class))
        .containsExactlyInAnyOrder(
            new AdjacentRow(agent("agt_1"), Direction.OUT, "supports", edge, agent("agt_2")),
            new AdjacentRow(agent("agt_2"), Direction.IN, "supports", edge, agent("agt_1")));
  }

  @Test
  void an_edge_may_join_an_event() {
    tale.accept(alice(), saying("hello").id("evt_1"));
    tale.accept(alice(), createAgent("agt_1"));
    var event = new ObjectRef(ObjectType.EVENT, "evt_1");

    assertThat(tale.decide(alice(), edge("edg_1", agent("agt_1"), "caused_by", event)))
        .isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void an_end_that_the_writer_cannot_see_is_told_like_one_that_is_not_there() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(bob(), createAgent("agt_bob", new Visibility.OwnerOnly()));

    var denied = tale.faults(alice(), edge("e", agent("agt_1"), "supports", agent("agt_bob")));
    var absent = tale.faults(alice(), edge("e", agent("agt_1"), "supports", agent("agt_none")));

    assertThat(denied).isEqualTo(absent).containsExactly("/dst_object_id reference.unknown");
  }

  @Test
  void a_deleted_end_is_not_there() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), new Command.Delete(agent("agt_1"), null));

    assertThat(tale.faults(alice(), edge("e", agent("agt_1"), "supports", agent("agt_2"))))
        .containsExactly("/src_object_id reference.unknown");
  }

  @Test
  void an_edge_does_not_join_a_thing_with_itself() {
    tale.accept(alice(), createAgent("agt_1"));

    assertThat(tale.faults(alice(), edge("e", agent("agt_1"), "supports", agent("agt_1"))))
        .containsExactly("/dst_object_id edge.loop");
  }

  @Test
  void edges_and_unknown_types_are_no_ends() {
    var fields = fields("e", agent("agt_1"), "likes", agent("agt_2"));

    assertThat(
            tale.faults(
                alice(),
                Tale.create(
                    ObjectType.EDGE,
                    fields.with("src_type", Json.of("edge")).with("dst_type", Json.of("tenant")))))
        .extracting(fault -> fault.substring(0, fault.indexOf(' ')))
        .containsExactlyInAnyOrder("/src_type", "/edge_type", "/dst_type");
  }

  @Test
  void only_the_weight_of_an_edge_can_change() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), edge("edg_1", agent("agt_1"), "supports", agent("agt_2")));
    var edge = new ObjectRef(ObjectType.EDGE, "edg_1");

    tale.accept(
        alice(), new Command.Patch(edge, JsonObject.of("weight", Json.of(0.5)), null, null));
    assertThat(tale.body(edge, 2).get("weight")).isEqualTo(Json.of(0.5));
    assertThat(
            tale.faults(
                alice(),
                new Command.Patch(
                    edge, JsonObject.of("edge_type", Json.of("updates")), null, null)))
        .containsExactly("/edge_type field.fixed");
  }

  private static Command.Create edge(String id, ObjectRef from, String type, ObjectRef to) {
    return Tale.create(ObjectType.EDGE, fields(id, from, type, to));
  }

  private static JsonObject fields(String id, ObjectRef from, String type, ObjectRef to) {
    return JsonObject.of(
        "edge_id", Json.of(id),
        "src_object_id", Json.of(from.id()),
        "src_type", Json.of(from.type().wireName()),
        "edge_type", Json.of(type),
        "dst_object_id", Json.of(to.id()),
        "dst_type", Json.of(to.type().wireName()));
  }
}
