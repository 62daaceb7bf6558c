package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.Audience;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.fixture.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What `Storage` promises about the units of a group.
public interface GroupContract extends OpensStorage {

  @Test
  default void a_group_of_no_units_does_nothing() {
    try (var storage = open()) {
      assertThat(storage.commit(List.of())).isEmpty();
      assertThat(head(storage, ACME)).isEqualTo(Head.EMPTY);
    }
  }

  @Test
  default void fates_come_in_the_order_of_the_units_with_what_was_thrown() {
    try (var storage = open()) {
      var refusal = new Conflict("test.refused", "Refused.");
      var fault = new IllegalStateException("poisoned");

      var fates =
          storage.commit(
              List.of(
                  Deed.of(ACME, "a1"),
                  unit(ACME, _ -> fail(refusal)),
                  Deed.of(GLOBEX, "g1"),
                  unit(GLOBEX, _ -> fail(fault)),
                  Deed.of(ACME, "a2")));

      assertThat(fates)
          .containsExactly(
              new Fate.Done(),
              new Fate.Failed(refusal),
              new Fate.Done(),
              new Fate.Failed(fault),
              new Fate.Done());
    }
  }

  @Test
  default void a_unit_that_refuses_or_throws_leaves_the_others_of_its_group_as_they_are() {
    try (var storage = open()) {
      storage.commit(
          List.of(
              Deed.of(ACME, "a1").create(memory("m1")),
              new Poisoned(Deed.of(ACME, "a2").create(memory("m2")).delete(memory("m1"))),
              new Poisoned(Deed.of(GLOBEX, "g1").create(memory("m1"))),
              Deed.of(ACME, "a3").create(memory("m3"))));

      try (var acme = whole(storage, ACME);
          var globex = whole(storage, GLOBEX)) {
        assertThat(acme.head().position()).isEqualTo(at(2));
        assertThat(acme.object(memory("m1"), latest(acme))).isNotNull();
        assertThat(acme.object(memory("m2"), latest(acme))).isNull();
        assertThat(acme.object(memory("m3"), latest(acme))).isNotNull();
        assertThat(acme.event(event("a2"))).isNull();
        assertThat(globex.head()).isEqualTo(Head.EMPTY);
        assertThat(globex.object(memory("m1"), latest(globex))).isNull();
      }
    }
  }

  @Test
  default void a_unit_that_fails_midway_through_its_changes_is_wholly_undone() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m1")));
      var before = head(storage, ACME);

      // the second row of the same key is refused when the first rows are already written
      var row = RowsContract.counter(1);
      storage.commit(
          List.of(
              unit(
                  ACME,
                  tx -> {
                    Deed.of(ACME, "a2").create(memory("m2")).run(tx);
                    RowsContract.append(tx, Deed.of(ACME, "a3"), row, row);
                  })));

      assertThat(head(storage, ACME)).isEqualTo(before);
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.object(memory("m2"), latest(snapshot))).isNull();
        assertThat(RowsContract.rows(snapshot)).doesNotContain(row);
      }
    }
  }

  @Test
  default void a_unit_sees_what_the_units_before_it_in_its_group_have_written() {
    try (var storage = open()) {
      var seen = new ArrayList<Object>();
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("m1")),
          unit(
              ACME,
              tx -> {
                seen.clear();
                seen.add(tx.head().position());
                seen.add(tx.facts().find(new FactKey.ObjectOf(memory("m1"))) != null);
                seen.add(tx.facts().find(new FactKey.LineOf(event("a1"))) != null);
              }));

      assertThat(seen).containsExactly(at(1), true, true);
    }
  }

  @Test
  default void a_unit_is_answered_by_what_the_units_before_it_have_written_whatever_it_asks() {
    try (var storage = open()) {
      var listed = new ListKeyRow(memory("m"), "name", "m", at(1));
      var seen = new ArrayList<@Nullable Object>();
      var before = new ArrayList<@Nullable Object>();
      var audience = Audience.of(Envelopes.OPEN);
      List<FactKey<?>> questions =
          List.of(
              new FactKey.LineOf(event("a1")),
              new FactKey.ObjectOf(memory("m")),
              new FactKey.VersionOf(memory("m"), 2),
              new FactKey.SpanAt(memory("m"), DUSK),
              new FactKey.SpanAfter(memory("m"), DAWN),
              new FactKey.SpanBefore(memory("m"), DUSK),
              new FactKey.LineAt(at(1)),
              new FactKey.TombstoneOn(memory("m")),
              new FactKey.FirstWith(ObjectType.MEMORY, "name", "m"),
              new FactKey.CounterOf(ObjectType.MEMORY),
              new FactKey.Listed(listed),
              new FactKey.AudienceKnown(audience));
      var name = JsonObject.of("name", Json.of("n"));
      done(
          storage,
          unit(GLOBEX, _ -> {}),
          asking(questions, before),
          Deed.of(ACME, "a1")
              .create(memory("m"), Envelopes.OPEN, JsonObject.of("name", Json.of("m")), DAWN)
              .and(new Step.Count(ObjectType.MEMORY)),
          Deed.of(ACME, "a2").change(memory("m"), name, DAWN.plusSeconds(9)),
          Deed.of(ACME, "a3").delete(memory("m")),
          asking(questions, seen));

      assertThat(before).allMatch(answer -> answer == null || answer.equals(false));
      assertThat(seen).doesNotContainNull().doesNotContain(false);
      var again = new ArrayList<@Nullable Object>();
      done(storage, asking(questions, again));
      assertThat(again).isEqualTo(seen);
    }
  }

  private static Unit asking(List<FactKey<?>> questions, List<@Nullable Object> answers) {
    return unit(
        ACME,
        tx -> {
          answers.clear();
          for (var question : questions) {
            var answer = tx.facts().find(question);
            answers.add(answer instanceof LogEntry entry ? entry.recorded() : answer);
          }
        });
  }

  @Test
  default void a_unit_with_a_refused_row_fails_alone() {
    var row = new Change.Put(RowsContract.counter(1));
    failsAlone(row, row);
  }

  @Test
  default void a_unit_that_changes_a_row_that_is_not_there_fails_alone() {
    failsAlone(new Change.Replace(RowsContract.counter(1), RowsContract.counter(2)));
  }

  /// Also if it is the next unit's question that lets it show.
  private void failsAlone(Change... changes) {
    try (var storage = open()) {
      var seen = new ArrayList<@Nullable Object>();

      var fates =
          storage.commit(
              List.of(
                  Deed.of(ACME, "a1"),
                  unit(ACME, tx -> RowsContract.append(tx, Deed.of(ACME, "a2"), changes)),
                  asking(List.of(new FactKey.CounterOf(RowsContract.counter(1).kind())), seen),
                  Deed.of(ACME, "a3")));

      assertThat(fates.get(1)).isInstanceOf(Fate.Failed.class);
      assertThat(fates.stream().filter(Fate.Done.class::isInstance)).hasSize(3);
      assertThat(seen).containsExactly((Object) null);
      assertThat(head(storage, ACME).position()).isEqualTo(at(2));
    }
  }

  /// The one is what a payload speaks of, the other what nobody asks about again: an adapter may
  /// remember them in other ways.
  @Test
  default void a_writer_that_was_there_and_one_that_comes_later_are_answered_alike() {
    var aspect = memory("mem_ent_5fac8101a36edac6ce35e88b.00112233445566ff");
    for (var ref : List.of(aspect, memory("m"))) {
      var noon = DAWN.plusSeconds(9);
      List<FactKey<?>> questions =
          List.of(
              new FactKey.ObjectOf(ref),
              new FactKey.VersionOf(ref, 1),
              new FactKey.VersionOf(ref, 2),
              new FactKey.SpanAt(ref, DAWN.minusSeconds(1)),
              new FactKey.SpanAt(ref, DAWN),
              new FactKey.SpanAt(ref, noon),
              new FactKey.SpanAfter(ref, ValidTime.BEGINNING),
              new FactKey.SpanAfter(ref, DAWN),
              new FactKey.SpanAfter(ref, noon),
              new FactKey.SpanBefore(ref, noon),
              new FactKey.SpanBefore(ref, ValidTime.FOREVER),
              new FactKey.Listed(new ListKeyRow(ref, "name", "m", at(1))));
      var steps =
          List.of(
              Deed.of(ACME, "a1-" + ref.id())
                  .create(ref, Envelopes.OPEN, JsonObject.of("name", Json.of("m")), DAWN),
              Deed.of(ACME, "a2-" + ref.id())
                  .change(ref, JsonObject.of("name", Json.of("n")), noon),
              Deed.of(ACME, "a3-" + ref.id())
                  .change(ref, JsonObject.of("name", Json.of("o")), DAWN),
              Deed.of(ACME, "a4-" + ref.id()).delete(ref));
      for (var step : steps) {
        var first = new ArrayList<@Nullable Object>();
        var later = new ArrayList<@Nullable Object>();
        try (var storage = open()) {
          done(storage, asking(questions, first), step, asking(questions, first));
        }
        try (var storage = open()) {
          done(storage, asking(questions, later));
        }
        assertThat(first).isEqualTo(later);
      }
    }
  }

  @Test
  default void a_unit_sees_no_unit_that_was_undone_and_no_other_tenant() {
    try (var storage = open()) {
      var seen = new ArrayList<Object>();
      storage.commit(
          List.of(
              new Poisoned(Deed.of(ACME, "a1").create(memory("m1"))),
              Deed.of(GLOBEX, "g1").create(memory("m1")),
              unit(
                  ACME,
                  tx -> {
                    seen.clear();
                    seen.add(tx.head());
                    seen.add(tx.facts().find(new FactKey.ObjectOf(memory("m1"))) == null);
                    seen.add(tx.facts().find(new FactKey.LineOf(event("a1"))) == null);
                    seen.add(tx.facts().find(new FactKey.LineOf(event("g1"))) == null);
                  })));

      assertThat(seen).containsExactly(Head.EMPTY, true, true, true);
    }
  }

  @Test
  default void facts_and_heads_include_what_this_unit_has_appended_itself() {
    try (var storage = open()) {
      var seen = new ArrayList<Object>();
      done(
          storage,
          unit(
              ACME,
              tx -> {
                seen.clear();
                var facts = tx.facts();
                seen.add(facts.find(new FactKey.ObjectOf(memory("m1"))) == null);
                Deed.of(ACME, "a1").create(memory("m1")).run(tx);
                seen.add(facts.find(new FactKey.ObjectOf(memory("m1"))) != null);
                seen.add(facts.find(new FactKey.LineOf(event("a1"))) != null);
                seen.add(tx.head().position());
                seen.add(tx.log(at(0), 10).size());
              }));

      assertThat(seen).containsExactly(true, true, true, at(1), 1);
    }
  }

  @Test
  default void after_a_commit_that_failed_as_a_whole_nothing_is_there_and_it_works_or_says_so() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var before = head(storage, ACME);
      assumeTrue(failNextCommit(storage), "this adapter cannot make a commit fail");

      assertThatThrownBy(() -> storage.commit(List.of(Deed.of(ACME, "a2"), Deed.of(GLOBEX, "g1"))))
          .isInstanceOf(Unavailable.class);

      assertThat(head(storage, ACME)).isEqualTo(before);
      assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
      try {
        done(storage, Deed.of(ACME, "a2"));
        assertThat(head(storage, ACME).position()).isEqualTo(at(2));
      } catch (Unavailable stillBroken) {
        assertThat(head(storage, ACME)).isEqualTo(before);
      }
    }
  }

  private static void fail(RuntimeException cause) {
    throw cause;
  }
}
