package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.FactKey;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What becomes of summaries when what they are made of changes.
class SummaryRulesTest {

  private static final SessionId SESSION = new SessionId("ses_1");
  private static final ObjectRef MEMORY = new ObjectRef(ObjectType.MEMORY, "mem_a");
  private static final ObjectRef SECOND = new ObjectRef(ObjectType.MEMORY, "mem_b");

  private final Tale tale = new Tale();

  /// Every way in which a memory may cease to be what it was.
  static Stream<Command> changes() {
    return Stream.of(
        new Command.Correct(MEMORY, content("other"), null, null),
        new Command.Invalidate(MEMORY, null, null),
        new Command.Move(MEMORY, Lifecycle.RETRACTED, null, null),
        new Command.Move(MEMORY, Lifecycle.ARCHIVED, null, null),
        new Command.Patch(MEMORY, content("other"), null, null),
        new Command.Delete(MEMORY, null),
        edge("supersedes", SECOND, MEMORY),
        edge("updates", SECOND, MEMORY));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_summary_is_stale_along_the_whole_chain_once_a_source_changed(Command change) {
    remember("mem_a");
    remember("mem_b");
    var first = summarize(1, MEMORY);
    var other = summarize(1, SECOND);
    var second = summarize(2, first, other);
    assertThat(lifeOf(second)).isEqualTo(Lifecycle.ACTIVE);

    tale.accept(alice(), change);

    assertThat(lifeOf(first)).isEqualTo(Lifecycle.STALE);
    assertThat(lifeOf(second)).isEqualTo(Lifecycle.STALE);
    assertThat(lifeOf(other)).isEqualTo(Lifecycle.ACTIVE);
  }

  @Test
  void a_change_that_leaves_the_words_alone_leaves_the_summary_alone() {
    remember("mem_a");
    var summary = summarize(1, MEMORY);
    tale.accept(
        alice(), new Command.Patch(MEMORY, JsonObject.of("importance", Json.of(0.9)), null, null));
    assertThat(lifeOf(summary)).isEqualTo(Lifecycle.ACTIVE);
  }

  @Test
  void the_entry_does_not_name_the_summary_of_another_that_became_stale() {
    tale.accept(alice(), session());
    tale.accept(alice(), memory("mem_a"));
    var summary = made(tale.accept(bob(), new Command.Summarize(SESSION, List.of(MEMORY), 1, "s")));
    assertThat(tale.object(summary).envelope().owner()).isEqualTo(CallerSketch.BOB);

    var entry = tale.accept(alice(), new Command.Patch(MEMORY, content("other"), null, null));

    assertThat(lifeOf(summary)).isEqualTo(Lifecycle.STALE);
    assertThat(entry.effects()).allMatch(effect -> !effect.object().equals(summary));
  }

  /// What comes late must not mark an old version and leave the one in force as it is.
  @Test
  void a_late_word_marks_the_version_in_force() {
    remember("mem_a");
    remember("mem_b");
    var summary = summarize(1, MEMORY);
    var between = tale.stamp().visibleTime();
    tale.at(Tale.NOON.plusSeconds(60));
    tale.accept(alice(), new Command.Patch(summary, content("my own words"), null, null));
    tale.accept(
        alice(), new Command.Patch(MEMORY, JsonObject.of("importance", Json.of(0.1)), null, null));
    tale.at(Tale.NOON.plusSeconds(120));

    var said = EventSketch.saying("late").id("evt_late").at(between.plusSeconds(1));
    var superseding =
        JsonObject.of(
            "edge_type", Json.of("supersedes"),
            "dst_type", Json.of("memory"),
            "dst_object_id", Json.of("mem_a"));
    tale.accept(alice(), with(said, JsonObject.of("edges", JsonArray.of(superseding))));

    assertThat(lifeOf(MEMORY)).isEqualTo(Lifecycle.STALE);
    assertThat(lifeOf(summary)).isEqualTo(Lifecycle.STALE);
  }

  @Test
  void a_summary_of_summaries_has_lost_its_source_with_a_fact_below_them() {
    remember("mem_a");
    var first = summarize(1, MEMORY);
    var second = summarize(2, first);
    tale.accept(alice(), new Command.Delete(MEMORY, null));
    var active = new Command.Move(second, Lifecycle.ACTIVE, null, null);
    assertThat(tale.refusal(Conflict.class, alice(), active).code())
        .isEqualTo("summary.source_gone");

    tale.accept(alice(), new Command.Restore(MEMORY));
    tale.accept(alice(), active);
    assertThat(lifeOf(second)).isEqualTo(Lifecycle.ACTIVE);
  }

  @Test
  void nothing_is_summarised_twice_by_one_owner() {
    remember("mem_a");
    summarize(1, MEMORY);
    var again = new Command.Summarize(SESSION, List.of(MEMORY), 1, "again");
    assertThat(tale.refusal(Conflict.class, alice(), again).code()).isEqualTo("summary.covered");
    tale.accept(bob(), again);
    tale.accept(alice(), new Command.Patch(MEMORY, content("other"), null, null));
    tale.accept(alice(), again);
  }

  @Test
  void only_memories_of_the_level_below_that_stand_are_summarised() {
    remember("mem_a");
    remember("mem_b");
    var summary = summarize(1, MEMORY);
    tale.accept(alice(), new Command.Move(SECOND, Lifecycle.ARCHIVED, null, null));
    var nothing = new ObjectRef(ObjectType.MEMORY, "mem_none");
    var session = new ObjectRef(ObjectType.SESSION, "ses_1");
    var odd = new Command.Summarize(SESSION, List.of(summary, SECOND, nothing, session), 1, "odd");
    assertThat(tale.faults(alice(), odd))
        .containsExactly(
            "/sources/0 source.unfit",
            "/sources/1 source.unfit",
            "/sources/2 source.unfit",
            "/sources/3 source.unfit");
  }

  /// Otherwise whoever sees a memory could make it go stale at will.
  @Test
  void nobody_says_what_the_memory_of_another_summarises() {
    remember("mem_a");
    tale.accept(bob(), memory("mem_b"));
    assertThat(tale.faults(bob(), edge("summarizes", MEMORY, SECOND)))
        .contains("/src_object_id object.not_yours");
    assertThat(tale.faults(bob(), edge("summarizes", SECOND, MEMORY)))
        .containsExactly("/dst_object_id source.unfit");
  }

  private static Command with(EventSketch sketch, JsonObject payload) {
    var draft = sketch.append().draft();
    return new Command.Append(
        new EventDraft(
            draft.eventId(),
            draft.workspaceId(),
            draft.agentId(),
            draft.sessionId(),
            draft.eventType(),
            draft.eventTime(),
            draft.logicalTs(),
            draft.parentEventId(),
            draft.causalRefs(),
            payload,
            draft.source(),
            draft.importance(),
            draft.version(),
            draft.access(),
            draft.contentHash()));
  }

  private void remember(String id) {
    if (tale.object(new ObjectRef(ObjectType.SESSION, "ses_1")) == null) {
      tale.accept(alice(), session());
    }
    tale.accept(alice(), memory(id));
  }

  private static Command session() {
    return new Command.Create(
        ObjectType.SESSION,
        JsonObject.of("session_id", Json.of("ses_1")),
        Tale.seenBy(new Visibility.Everybody()));
  }

  private static Command memory(String id) {
    return new Command.Create(
        ObjectType.MEMORY,
        JsonObject.of(
            "memory_id", Json.of(id),
            "session_id", Json.of("ses_1"),
            "content", Json.of("words of " + id)),
        Tale.seenBy(new Visibility.Everybody()));
  }

  private static JsonObject content(String text) {
    return JsonObject.of("content", Json.of(text));
  }

  private static Command edge(String type, ObjectRef from, ObjectRef to) {
    return new Command.Create(
        ObjectType.EDGE,
        JsonObject.of(
            "edge_type", Json.of(type),
            "src_type", Json.of(from.type().wireName()),
            "src_object_id", Json.of(from.id()),
            "dst_type", Json.of(to.type().wireName()),
            "dst_object_id", Json.of(to.id())),
        Tale.seenBy(new Visibility.Everybody()));
  }

  private ObjectRef summarize(int level, ObjectRef... sources) {
    return made(
        tale.accept(alice(), new Command.Summarize(SESSION, List.of(sources), level, "summary")));
  }

  private static ObjectRef made(LogEntry entry) {
    return entry.effects().getFirst().object();
  }

  /// What it is now.
  private Lifecycle lifeOf(ObjectRef ref) {
    Instant now = tale.stamp().visibleTime();
    var span = tale.facts.find(new FactKey.SpanAt(ref, now));
    return Lifecycle.of(tale.body(ref, span.version()));
  }
}
