package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.EVENING;
import static dev.quipu.testkit.fixture.Names.MORNING;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.OpensIndex.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What passes, in which order, and how much of it.
public interface SelectingContract extends OpensIndex {

  @Test
  default void what_is_left_is_counted_after_each_filter() {
    try (var index = openIndex()) {
      fill(
          index,
          3,
          Sheet.of("m1", 1, "a zebra").in(MORNING).inLanguage("en").document(),
          Sheet.of("m2", 2, "a zebra").in(MORNING).inLanguage("uk").document(),
          Sheet.of("m3", 3, "a zebra").in(EVENING).inLanguage("en").document(),
          Sheet.of("m4", 3, "a zebra").under(Envelopes.privateTo(BOB)).document());
      try (var view = index.read(as(ALICE))) {
        var selection =
            view.select(
                at(3),
                List.of(
                    oneOf(FilterField.SESSION_IDS, MORNING.value()),
                    oneOf(FilterField.LANG, "en", "de"),
                    oneOf(FilterField.TAGS, "none")));

        assertThat(selection.visible()).isEqualTo(3);
        assertThat(selection.left()).containsExactly(2L, 1L, 0L);
        assertThat(selection.eligible()).isZero();
        assertThat(selection.words("zebra", 10).hits()).isEmpty();
        assertThat(selection.newest(10)).isEmpty();
        assertThat(selection.of(List.of(memory("m1")))).isEmpty();
      }
    }
  }

  @Test
  default void the_newest_come_first_and_ties_are_broken_by_id() {
    try (var index = openIndex()) {
      fill(
          index,
          9,
          Sheet.of("m3", 3, "x").document(),
          Sheet.of("m1", 9, "x").createdAt(1).document(),
          Sheet.of("mb", 5, "x").document(),
          Sheet.of("ma", 5, "x").document());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(9), List.of());

        assertThat(ids(selection.newest(3))).containsExactly("ma", "mb", "m3");
        assertThat(ids(selection.newest(9))).containsExactly("ma", "mb", "m3", "m1");
        assertThat(selection.newest(0)).isEmpty();
      }
    }
  }

  @Test
  default void objects_are_found_by_their_names_if_they_pass() {
    try (var index = openIndex()) {
      fill(
          index,
          2,
          Sheet.of("m2", 1, "x").document(),
          Sheet.of("m1", 1, "x").document(),
          Sheet.of("m3", 1, "x").under(Envelopes.privateTo(BOB)).document());
      try (var view = index.read(as(ALICE))) {
        var found =
            view.select(at(2), List.of())
                .of(List.of(memory("m2"), memory("m3"), memory("m1"), memory("m9")));

        assertThat(ids(found)).containsExactly("m1", "m2");
      }
    }
  }

  @Test
  default void neighbours_in_a_session_come_in_the_order_in_which_they_were_made() {
    try (var index = openIndex()) {
      var documents = new ArrayList<IndexDocument>();
      for (int i = 9; i > 0; i--) {
        documents.add(Sheet.of("m" + i, i, "x").in(i == 4 ? EVENING : MORNING).document());
      }
      documents.add(
          Sheet.of("hidden", 6, "x").in(MORNING).under(Envelopes.privateTo(BOB)).document());
      fill(index, 9, documents.toArray(IndexDocument[]::new));
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(9), List.of());
        var hits = selection.of(List.of(memory("m5"), memory("m9"), memory("m4")));

        var beside = selection.beside(hits.stream().map(Hit::filed).toList(), 2);
        assertThat(ids(hits)).containsExactly("m4", "m5", "m9");
        assertThat(beside.getFirst()).isEqualTo(Hit.Beside.NOBODY);
        assertThat(names(beside.get(1).before())).containsExactly("m3", "m2");
        assertThat(names(beside.get(1).after())).containsExactly("m6", "m7");
        assertThat(names(beside.get(2).before())).containsExactly("m8", "m7");
        assertThat(beside.get(2).after()).isEmpty();
      }
    }
  }

  private static List<String> names(List<Filed> filed) {
    return filed.stream().map(each -> each.ref().id()).toList();
  }

  @Test
  default void what_is_filed_comes_back_as_it_was_put() {
    try (var index = openIndex()) {
      var random = new SheetDraw(7);
      var documents = new ArrayList<IndexDocument>();
      for (int i = 0; i < 50; i++) {
        documents.add(random.document("m" + i, 60, 60));
      }
      var kept = documents.stream().filter(document -> document.envelope().indexed()).toList();
      fill(index, 60, documents.toArray(IndexDocument[]::new));
      try (var view = index.read(ReadScope.whole(ACME))) {
        assertThat(view.select(at(60), List.of()).newest(100))
            .extracting(Hit::filed)
            .containsExactlyInAnyOrderElementsOf(kept.stream().map(IndexDocument::filed).toList());
      }
    }
  }

  @Test
  default void nothing_is_selected_at_a_position_that_was_not_published() {
    try (var index = openIndex()) {
      fill(index, 3, Sheet.of("m1", 1, "x").document());
      try (var view = index.read(as(ALICE))) {
        assertThatThrownBy(() -> view.select(at(4), List.of()))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  default void a_question_without_words_finds_nothing() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "zebra").document());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(1), List.of());
        for (var text : List.of("", "  ", "?!", "\u0000\ud800")) {
          assertThat(selection.words(text, 10).hits()).as(text).isEmpty();
        }
        assertThat(selection.words("zebra", 0).hits()).isEmpty();
        assertThat(selection.words("zebra", Integer.MAX_VALUE).hits()).hasSize(1);
      }
    }
  }

  @Test
  default void signs_of_other_query_languages_are_just_text() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "zebra").document());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(1), List.of());
        for (var text :
            List.of("-zebra", "*:* AND (zebra", "text:zebra", "\"zebra", "/zebra/", "zebra~ ^9")) {
          assertThat(selection.words(text, 10).hits()).as(text).hasSize(1);
        }
      }
    }
  }

  @Test
  default void the_cost_of_a_very_long_question_is_bounded() {
    try (var index = openIndex()) {
      var text = new StringBuilder("zebra ");
      for (int i = 0; text.length() < 1_000_000; i++) {
        text.append("word").append(i).append(' ');
      }
      fill(
          index,
          1,
          Sheet.of("m1", 1, "zebra").document(),
          Sheet.of("m2", 1, text.toString()).document());
      try (var view = index.read(as(ALICE))) {
        var found = view.select(at(1), List.of()).words(text.toString(), 10);

        assertThat(ids(found.hits())).contains("m2");
      }
    }
  }

  static IndexFilter oneOf(FilterField field, String... values) {
    return new IndexFilter.OneOf(field, new TreeSet<>(Set.of(values)));
  }
}
