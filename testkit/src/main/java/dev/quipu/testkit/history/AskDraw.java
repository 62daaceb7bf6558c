package dev.quipu.testkit.history;

import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.testkit.history.Ask.AsOf;
import dev.quipu.testkit.history.Ask.Known;
import dev.quipu.testkit.history.Ask.When;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Draws questions about what [ActDraw] may have done.
final class AskDraw {

  private final Random random;
  private final ActDraw names;

  AskDraw(Random random) {
    this.random = random;
    this.names = new ActDraw(random);
  }

  Ask ask() {
    var who = names.person();
    int page = names.oneOf(1, 2, 5, 100);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> new Ask.One(who, names.ref(), when());
      case 3, 4 -> many(who, page);
      case 5 -> new Ask.Versions(who, names.ref(), when(), page);
      case 6, 7 -> edges(who, page);
      case 8 -> new Ask.OneEvent(who, new EventId("evt_" + random.nextInt(12)), when());
      default -> new Ask.ManyEvents(who, eventFields(), random.nextBoolean(), when(), page);
    };
  }

  private When when() {
    int span = names.oneOf(600, 3000, 100_000);
    var ago = Duration.ofSeconds(random.nextInt(span) - span / 10);
    Known known =
        switch (random.nextInt(5)) {
          case 0, 1 -> new Known.Latest();
          case 2 -> new Known.Ago(Duration.ofSeconds(random.nextInt(1500) - 60L));
          default -> new Known.Part(30 + random.nextInt(72));
        };
    return new When(names.chance(60) ? new AsOf.Ago(ago) : null, known);
  }

  private Ask many(Person who, int page) {
    return switch (random.nextInt(12)) {
      case 8 -> new Ask.Many(who, ObjectType.STATE, Map.of(), when(), page);
      case 9 ->
          new Ask.Many(
              who,
              ObjectType.STATE,
              Map.of("state_type", names.oneOf(ActDraw.STATE_TYPES), "state_key", "here"),
              when(),
              page);
      case 10 ->
          new Ask.Many(
              who,
              ObjectType.STATE,
              Map.of("derived_from_event_id", "evt_" + random.nextInt(12)),
              when(),
              page);
      case 11 ->
          new Ask.Many(
              who,
              ObjectType.MEMORY,
              Map.of("source_event_ids", "evt_" + random.nextInt(12)),
              when(),
              page);
      case 6 ->
          new Ask.Many(
              who, ObjectType.MEMORY, Map.of("agent_id", names.id("agt", 5)), when(), page);
      case 7 ->
          new Ask.Many(
              who,
              ObjectType.MEMORY,
              Map.of("lifecycle", names.oneOf("active", "stale"), "level", "0"),
              when(),
              page);
      case 0 -> new Ask.Many(who, ObjectType.AGENT, Map.of(), when(), page);
      case 1 ->
          new Ask.Many(
              who,
              ObjectType.AGENT,
              Map.of("role_profile", names.oneOf(ActDraw.ROLES), "status", "active"),
              when(),
              page);
      case 2 ->
          new Ask.Many(
              who,
              ObjectType.AGENT,
              Map.of("role_profile", names.oneOf(ActDraw.ROLES)),
              when(),
              page);
      case 3 ->
          new Ask.Many(
              who,
              ObjectType.SESSION,
              Map.of("status", names.oneOf("running", "paused")),
              when(),
              page);
      case 4 -> new Ask.Many(who, ObjectType.USER, Map.of(), when(), page);
      default ->
          new Ask.Many(
              who,
              ObjectType.EDGE,
              Map.of("edge_type", names.oneOf(ActDraw.EDGE_TYPES)),
              when(),
              page);
    };
  }

  private Ask edges(Person who, int page) {
    ObjectRef node = names.node();
    Set<Direction> directions =
        switch (random.nextInt(3)) {
          case 0 -> Set.of(Direction.IN);
          case 1 -> Set.of(Direction.OUT);
          default -> Set.of(Direction.IN, Direction.OUT);
        };
    Set<String> types = names.chance(30) ? Set.of(names.oneOf(ActDraw.EDGE_TYPES)) : Set.of();
    return new Ask.Edges(who, node, directions, types, when(), page);
  }

  private Map<String, String> eventFields() {
    return switch (random.nextInt(5)) {
      case 0 -> Map.of("session_id", names.id("ses", 5));
      case 1 -> Map.of("agent_id", names.id("agt", 5), "event_type", "message");
      case 2 -> Map.of("event_type", names.oneOf("tool_call", "quipu.object_changed"));
      case 3 -> Map.of("workspace_id", Person.ATTIC.value());
      default -> Map.of();
    };
  }
}
