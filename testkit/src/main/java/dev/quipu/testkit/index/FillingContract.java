package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.OpensIndex.ids;
import static dev.quipu.testkit.index.OpensIndex.scope;
import static dev.quipu.testkit.index.OpensIndex.words;
import static dev.quipu.testkit.index.OpensIndex.wordsAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// How documents come in, and when they show.
public interface FillingContract extends OpensIndex {

  @Test
  default void a_tenant_that_was_never_filled_has_an_empty_index() {
    try (var index = openIndex();
        var view = index.read(as(ALICE))) {
      assertThat(view.position()).isEqualTo(LogPosition.START);
      var selection = view.select(LogPosition.START, List.of());
      assertThat(selection.visible()).isZero();
      assertThat(selection.words("zebra", 10).hits()).isEmpty();
      assertThat(selection.newest(10)).isEmpty();
    }
  }

  @Test
  default void what_was_put_shows_when_it_is_published() {
    try (var index = openIndex()) {
      var generation = index.serving(ACME);
      generation.put(List.of(Sheet.of("m1", 1, "a zebra").document()));
      assertThat(words(index, as(ALICE), "zebra")).isEmpty();

      generation.publish(at(1));

      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");
      assertThat(generation.position()).isEqualTo(at(1));
    }
  }

  @Test
  default void a_view_does_not_change_while_it_is_open() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document());
      try (var view = index.read(as(ALICE))) {
        fill(index, 2, Sheet.of("m2", 2, "a zebra").document());
        fill(index, 3, Sheet.of("m1", 1, "a zebra").closedAt(3).document());

        assertThat(view.position()).isEqualTo(at(1));
        assertThat(ids(view.select(at(1), List.of()).words("zebra", 10).hits()))
            .containsExactly("m1");
      }
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m2");
    }
  }

  @Test
  default void a_document_put_again_takes_the_place_of_the_former() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document());
      fill(
          index,
          2,
          Sheet.of("m1", 1, "a quokka").document(),
          Sheet.of("m1", 1, "a lantern").document());

      assertThat(words(index, as(ALICE), "zebra quokka")).isEmpty();
      assertThat(ids(words(index, as(ALICE), "lantern"))).containsExactly("m1");
    }
  }

  @Test
  default void a_document_that_ends_is_found_where_it_was_known() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document());
      fill(
          index,
          5,
          Sheet.of("m1", 1, "a zebra").closedAt(5).document(),
          Sheet.of("m1", 5, "a quokka").document());

      assertThat(words(index, as(ALICE), "zebra")).isEmpty();
      assertThat(ids(wordsAt(index, as(ALICE), 4, "zebra quokka"))).containsExactly("m1");
      assertThat(ids(wordsAt(index, as(ALICE), 5, "quokka"))).containsExactly("m1");
      assertThat(wordsAt(index, as(ALICE), 4, "quokka")).isEmpty();
    }
  }

  @Test
  default void a_document_that_ended_can_be_opened_again() {
    try (var index = openIndex()) {
      fill(index, 2, Sheet.of("m1", 1, "a zebra").closedAt(2).document());
      fill(index, 3, Sheet.of("m1", 1, "a zebra").document());

      try (var view = index.read(as(ALICE))) {
        assertThat(view.select(at(3), List.of()).visible()).isOne();
        assertThat(view.select(at(1), List.of()).visible()).isOne();
      }
    }
  }

  @Test
  default void what_search_may_not_find_is_not_kept() {
    try (var index = openIndex()) {
      fill(
          index,
          1,
          Sheet.of("m1", 1, "a zebra").document(),
          Sheet.of("m2", 1, "a zebra").under(Envelopes.notIndexed(Envelopes.OPEN)).document());
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");

      fill(
          index,
          2,
          Sheet.of("m1", 1, "a zebra").under(Envelopes.notIndexed(Envelopes.OPEN)).document());

      assertThat(words(index, as(ALICE), "zebra")).isEmpty();
    }
  }

  @Test
  default void an_object_that_is_removed_is_gone_from_all_times() {
    try (var index = openIndex()) {
      fill(
          index,
          5,
          Sheet.of("m1", 1, "a zebra").closedAt(5).document(),
          Sheet.of("m1", 5, "a zebra").document(),
          Sheet.of("m2", 1, "a zebra").document());
      var generation = index.serving(ACME);

      generation.remove(Set.of(memory("m1")));
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1", "m2");
      generation.publish(at(6));

      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m2");
      assertThat(ids(wordsAt(index, as(ALICE), 3, "zebra"))).containsExactly("m2");
    }
  }

  @Test
  default void no_tenant_sees_a_document_of_another() {
    try (var index = openIndex()) {
      var capital = new TenantId("ACME");
      fill(index.serving(ACME), 1, Sheet.of("m1", 1, "a zebra").document());
      fill(index.serving(GLOBEX), 1, Sheet.of("m2", 1, "a zebra").document());
      fill(index.serving(capital), 1, Sheet.of("m3", 1, "a zebra").document());

      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");
      assertThat(ids(words(index, scope(Callers.user(GLOBEX, ALICE)), "zebra")))
          .containsExactly("m2");
      assertThat(ids(words(index, scope(Callers.user(capital, ALICE)), "zebra")))
          .containsExactly("m3");
    }
  }

  @Test
  default void a_new_generation_is_not_seen_before_it_serves_and_then_wholly() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("old", 1, "a zebra").document());
      var before = index.serving(ACME);
      var next = index.begin(ACME);
      fill(next, 7, Sheet.of("new", 1, "a zebra").document());
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("old");
      assertThat(next.number()).isGreaterThan(before.number());

      try (var view = index.read(as(BOB))) {
        index.serve(next);

        assertThat(view.generation()).isEqualTo(before.number());
        assertThat(ids(view.select(at(1), List.of()).words("zebra", 10).hits()))
            .containsExactly("old");
      }
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("new");
      assertThat(index.serving(ACME).number()).isEqualTo(next.number());
      assertThat(index.serving(ACME).position()).isEqualTo(at(7));
    }
  }

  @Test
  default void a_generation_that_is_begun_drops_one_that_never_served() {
    try (var index = openIndex()) {
      var first = index.begin(ACME);
      fill(first, 3, Sheet.of("first", 1, "a zebra").document());
      var second = index.begin(ACME);

      assertThatThrownBy(() -> first.put(List.of(Sheet.of("x", 1, "x").document())))
          .isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> index.serve(first)).isInstanceOf(IllegalStateException.class);
      index.serve(second);

      assertThat(words(index, as(ALICE), "zebra")).isEmpty();
      assertThat(second.position()).isEqualTo(LogPosition.START);
    }
  }

  @Test
  default void a_tenant_that_was_dropped_is_empty_and_can_be_filled_again() {
    try (var index = openIndex()) {
      fill(index, 4, Sheet.of("m1", 1, "a zebra").document());
      fill(index.serving(GLOBEX), 1, Sheet.of("m2", 1, "a zebra").document());

      index.drop(ACME);

      assertThat(index.serving(ACME).position()).isEqualTo(LogPosition.START);
      assertThat(words(index, as(ALICE), "zebra")).isEmpty();
      fill(index, 1, Sheet.of("m3", 1, "a zebra").document());
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m3");
      assertThat(words(index, scope(Callers.user(GLOBEX, ALICE)), "zebra")).hasSize(1);
    }
  }
}
