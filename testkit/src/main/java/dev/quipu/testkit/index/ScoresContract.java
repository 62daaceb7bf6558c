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
import static dev.quipu.testkit.index.OpensIndex.words;
import static dev.quipu.testkit.index.OpensIndex.wordsAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What moves a score, and what must not.
public interface ScoresContract extends OpensIndex {

  String QUESTION = "quokka zebra lantern velvet";

  /// Some documents that everybody may see.
  private static List<IndexDocument> open(long seed, int count) {
    var draw = new SheetDraw(seed);
    var documents = new ArrayList<IndexDocument>();
    for (int i = 0; i < count; i++) {
      documents.add(Sheet.of("m" + i, 1 + i, draw.text()).document());
    }
    return documents;
  }

  @Test
  default void the_better_of_two_comes_first() {
    try (var index = openIndex()) {
      fill(
          index,
          1,
          Sheet.of("both", 1, "zebra quokka").document(),
          Sheet.of("one", 1, "zebra pepper").document(),
          Sheet.of("other", 1, "orbit pepper").document());

      assertThat(ids(words(index, as(ALICE), "zebra quokka"))).containsExactly("both", "one");
    }
  }

  @Test
  default void equals_are_given_by_id() {
    try (var index = openIndex()) {
      for (var id : List.of("m3", "m1", "m5", "m2", "m4")) {
        fill(index, 1, Sheet.of(id, 1, "zebra").document());
      }

      assertThat(ids(words(index, as(ALICE), "zebra")))
          .containsExactly("m1", "m2", "m3", "m4", "m5");
      try (var view = index.read(as(ALICE))) {
        assertThat(ids(view.select(at(1), List.of()).words("zebra", 2).hits()))
            .containsExactly("m1", "m2");
      }
    }
  }

  @Test
  default void the_first_of_many_are_the_first_of_all() {
    try (var index = openIndex()) {
      for (var document : open(3, 200)) {
        fill(index, 200, document);
      }
      var all = words(index, as(ALICE), QUESTION);
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(200), List.of());
        for (int limit : List.of(1, 2, 7, 20, 99)) {
          assertThat(selection.words(QUESTION, limit).hits()).isEqualTo(all.subList(0, limit));
        }
      }
    }
  }

  @Test
  default void scores_do_not_depend_on_the_order_and_groups_of_putting() {
    try (var index = openIndex()) {
      var documents = open(1, 80);
      fill(index, 80, documents.toArray(IndexDocument[]::new));
      var expected = words(index, as(ALICE), QUESTION);
      var random = new Random(2);
      for (int round = 0; round < 5; round++) {
        index.drop(ACME);
        Collections.shuffle(documents, random);
        for (int i = 0; i < documents.size(); ) {
          int end = Math.min(documents.size(), i + 1 + random.nextInt(30));
          fill(index, 80, documents.subList(i, end).toArray(IndexDocument[]::new));
          i = end;
        }
        // Some once more, which leaves traces of what they replace.
        fill(index, 80, documents.subList(0, 20).toArray(IndexDocument[]::new));

        assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(expected);
      }
    }
  }

  @Test
  default void what_others_write_and_delete_moves_no_score() {
    try (var index = openIndex()) {
      fill(index, 40, open(1, 40).toArray(IndexDocument[]::new));
      var expected = words(index, as(ALICE), QUESTION);
      var draw = new SheetDraw(5);

      for (int i = 0; i < 30; i++) {
        fill(
            index,
            41 + i,
            Sheet.of("b" + i, 41 + i, draw.text() + " zebra")
                .under(Envelopes.privateTo(BOB))
                .document());
        fill(index.serving(GLOBEX), i, Sheet.of("g" + i, 1 + i, "zebra").document());
      }
      assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(expected);

      var generation = index.serving(ACME);
      for (int i = 0; i < 30; i += 2) {
        generation.remove(List.of(memory("b" + i)));
      }
      generation.publish(at(71));

      assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(expected);
    }
  }

  @Test
  default void an_old_position_gives_the_scores_that_it_gave_when_it_was_the_last() {
    try (var index = openIndex()) {
      var draw = new SheetDraw(11);
      var current = new ArrayList<IndexDocument>();
      var given = new ArrayList<List<Hit>>();
      var random = new Random(11);
      given.add(List.of());
      for (int position = 1; position <= 40; position++) {
        var changes = new ArrayList<IndexDocument>();
        if (current.size() > 3 && random.nextBoolean()) {
          var old = current.remove(random.nextInt(current.size()));
          changes.add(ended(old, position));
          var next = Sheet.of(old.filed().ref(), position, draw.text()).document();
          changes.add(next);
          current.add(next);
        } else {
          var next = Sheet.of("m" + position, position, draw.text()).document();
          changes.add(next);
          current.add(next);
        }
        fill(index, position, changes.toArray(IndexDocument[]::new));
        given.add(words(index, as(ALICE), QUESTION));
      }
      for (int position = 1; position <= 40; position++) {
        assertThat(told(wordsAt(index, as(ALICE), position, QUESTION)))
            .as("at " + position)
            .isEqualTo(told(given.get(position)));
      }
    }
  }

  /// What is filed of it tells when it ended, and that is learnt later.
  private static List<String> told(List<Hit> hits) {
    return hits.stream()
        .map(hit -> hit.filed().ref().id() + " " + hit.filed().knownFrom() + " " + hit.score())
        .toList();
  }

  private static IndexDocument ended(IndexDocument document, long position) {
    return Sheet.of(
            document.filed().ref(), document.filed().knownFrom().value(), document.texts().text())
        .closedAt(position)
        .document();
  }

  @Test
  default void the_parts_of_a_score_add_up_to_it() {
    try (var index = openIndex()) {
      fill(index, 60, open(4, 60).toArray(IndexDocument[]::new));
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(60), List.of());
        var hits = selection.words(QUESTION, 20).hits();

        var documents = hits.stream().map(Hit::filed).toList();
        var weighed = selection.weigh(QUESTION, documents);
        var explained = selection.explain(QUESTION, documents);

        assertThat(weighed).hasSameSizeAs(hits);
        for (int i = 0; i < hits.size(); i++) {
          assertThat(weighed.get(i).filed()).isEqualTo(hits.get(i).filed());
          assertThat(weighed.get(i).sum()).isCloseTo(hits.get(i).score(), within(1e-4));
          assertThat(explained.get(i).stream().mapToDouble(Hit.Matched::weight).sum())
              .isCloseTo(hits.get(i).score(), within(1e-4));
        }
      }
    }
  }

  @Test
  default void what_has_none_of_the_words_weighs_nothing() {
    try (var index = openIndex()) {
      fill(index, 1, Sheet.of("m1", 1, "zebra").document(), Sheet.of("m2", 1, "orbit").document());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(at(1), List.of());

        var documents =
            selection.of(List.of(memory("m2"), memory("m1"))).stream().map(Hit::filed).toList();
        var weighed = selection.weigh("zebra", documents);

        assertThat(weighed.getFirst().filed().ref()).isEqualTo(memory("m1"));
        assertThat(weighed.getFirst().sum()).isPositive();
        assertThat(weighed.getLast().sum()).isZero();
        assertThat(selection.explain("zebra", documents).getLast()).isEmpty();
      }
    }
  }

  @Test
  default void title_speaker_names_and_tags_are_found_too() {
    try (var index = openIndex()) {
      fill(
          index,
          1,
          Sheet.of("m1", 1, "")
              .saying(
                  new IndexDocument.Texts("orbit", "zebra", "quokka", List.of("lantern", "velvet")))
              .document());

      for (var word : List.of("orbit", "zebra", "quokka", "lantern", "velvet")) {
        assertThat(ids(words(index, as(ALICE), word))).as(word).containsExactly("m1");
      }
      assertThat(words(index, as(ALICE), "pepper")).isEmpty();
    }
  }
}
