package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.OpensIndex.scope;
import static dev.quipu.testkit.index.SelectingContract.oneOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is found by meaning, and how vectors come in.
public interface VectorsContract extends OpensIndex {

  /// Of two dimensions, so that a test can be seen through.
  EmbeddingModel PLANE = VectorDraw.model("plane", 2);

  EmbeddingModel OTHER = VectorDraw.model("other", 2);

  /// A direction, in degrees.
  static Vector towards(double degrees) {
    double angle = Math.toRadians(degrees);
    return Vector.towards(new float[] {(float) Math.cos(angle), (float) Math.sin(angle)});
  }

  static void show(VectorGeneration generation, long position, VectorDocument... documents) {
    generation.put(List.of(documents));
    generation.publish(at(position));
  }

  /// Vectors of a tenant whose words stand as far.
  static void show(SearchIndex index, long position, VectorDocument... documents) {
    fill(index, position);
    show(index.vectors(ACME, PLANE), position, documents);
  }

  static List<Near> nearest(SearchIndex index, ReadScope scope, long position) {
    try (var view = index.read(scope)) {
      return view.select(PLANE, at(position), List.of()).nearest(towards(0), 100).hits();
    }
  }

  static List<String> names(List<Near> hits) {
    return hits.stream().map(hit -> hit.filed().ref().id()).toList();
  }

  @Test
  default void a_model_that_has_made_no_vectors_finds_nothing() {
    try (var index = openIndex()) {
      fill(index, 3, Sheet.of("m1", 1, "a zebra").document());
      assertThat(index.models(ACME)).isEmpty();
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(PLANE, at(3), List.of());

        assertThat(selection.position()).isEqualTo(LogPosition.START);
        assertThat(selection.eligible()).isZero();
        assertThat(selection.nearest(towards(0), 10).hits()).isEmpty();
      }
      assertThat(index.models(ACME)).isEmpty();
    }
  }

  @Test
  default void vectors_show_when_they_are_published() {
    try (var index = openIndex()) {
      fill(index, 1);
      var generation = index.vectors(ACME, PLANE);
      generation.put(List.of(Sheet.of("m1", 1, "").meaning(towards(0))));
      assertThat(nearest(index, as(ALICE), 1)).isEmpty();

      generation.publish(at(1));

      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m1");
      assertThat(generation.position()).isEqualTo(at(1));
      assertThat(generation.model()).isEqualTo(PLANE);
      assertThat(index.models(ACME)).containsExactly(PLANE);
    }
  }

  @Test
  default void the_nearest_come_first_and_ties_are_broken_by_id() {
    try (var index = openIndex()) {
      show(
          index,
          1,
          Sheet.of("away", 1, "").meaning(towards(180)),
          Sheet.of("tie2", 1, "").meaning(towards(60)),
          Sheet.of("tie1", 1, "").meaning(towards(-60)),
          Sheet.of("near", 1, "").meaning(towards(10)));

      var hits = nearest(index, as(ALICE), 1);

      assertThat(names(hits)).containsExactly("near", "tie1", "tie2", "away");
      assertThat(hits).extracting(Near::cosine).containsExactly(0.984808, 0.5, 0.5, -1.0);
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(PLANE, at(1), List.of());
        assertThat(names(selection.nearest(towards(0), 2).hits())).containsExactly("near", "tie1");
        assertThat(selection.nearest(towards(0), 0).hits()).isEmpty();
        assertThat(selection.nearest(towards(0), Integer.MAX_VALUE).hits()).hasSize(4);
      }
    }
  }

  @Test
  default void a_document_of_many_passages_is_found_once_by_the_nearest() {
    try (var index = openIndex()) {
      show(
          index,
          1,
          Sheet.of("long", 1, "").meaning(towards(90), towards(5), towards(0), towards(180)),
          Sheet.of("short", 1, "").meaning(towards(3)),
          Sheet.of("none", 1, "").meaning());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(PLANE, at(1), List.of());
        var found = selection.nearest(towards(0), 10);

        assertThat(selection.eligible()).isEqualTo(2);
        assertThat(names(found.hits())).containsExactly("long", "short");
        assertThat(found.hits().getFirst().cosine()).isEqualTo(1.0);
        assertThat(found.isExact()).isTrue();
        assertThat(found.visited()).isEqualTo(5);
        assertThat(names(selection.nearest(towards(4), 2).hits())).containsExactly("long", "short");
      }
    }
  }

  @Test
  default void filters_and_access_hold_for_vectors_as_for_words() {
    try (var index = openIndex()) {
      show(
          index,
          2,
          Sheet.of("m1", 1, "").inLanguage("uk").meaning(towards(20), towards(30)),
          Sheet.of("m2", 1, "").inLanguage("en").meaning(towards(10)),
          Sheet.of("m3", 1, "")
              .inLanguage("uk")
              .under(Envelopes.privateTo(BOB))
              .meaning(towards(0)));
      try (var view = index.read(as(ALICE))) {
        var ukrainian = oneOf(FilterField.LANG, "uk");
        var selection = view.select(PLANE, at(2), List.of(ukrainian));

        assertThat(selection.eligible()).isOne();
        var found = selection.nearest(towards(0), 10);
        assertThat(names(found.hits())).containsExactly("m1");
        assertThat(found.visited()).isEqualTo(2);
        var all = nearest(index, ReadScope.whole(ACME), 2).stream().map(Near::filed).toList();
        assertThat(selection.nearness(towards(30), all))
            .containsOnlyKeys(found.hits().getFirst().filed().key())
            .containsValue(1.0);
      }
    }
  }

  @Test
  default void a_document_put_again_takes_the_place_of_all_its_passages() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0), towards(10), towards(20)));
      show(
          index,
          2,
          Sheet.of("m1", 1, "").meaning(towards(1)),
          Sheet.of("m1", 1, "").meaning(towards(90), towards(60)));
      assertThat(nearest(index, as(ALICE), 2)).extracting(Near::cosine).containsExactly(0.5);

      show(index, 3, Sheet.of("m1", 1, "").meaning());

      assertThat(nearest(index, as(ALICE), 3)).isEmpty();
    }
  }

  @Test
  default void vectors_that_ended_are_found_where_they_were_known() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0), towards(10)));
      show(
          index,
          5,
          Sheet.of("m1", 1, "").closedAt(5).meaning(towards(0), towards(10)),
          Sheet.of("m1", 5, "").meaning(towards(60)));

      assertThat(nearest(index, as(ALICE), 5)).extracting(Near::cosine).containsExactly(0.5);
      assertThat(nearest(index, as(ALICE), 4)).extracting(Near::cosine).containsExactly(1.0);
      assertThat(nearest(index, as(ALICE), 0)).isEmpty();
    }
  }

  @Test
  default void vectors_behind_the_words_answer_as_far_as_they_stand() {
    try (var index = openIndex()) {
      show(index, 2, Sheet.of("m1", 1, "").meaning(towards(0)));
      fill(index, 9, Sheet.of("m2", 9, "a zebra").document());
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(PLANE, at(9), List.of());

        assertThat(selection.position()).isEqualTo(at(2));
        assertThat(names(selection.nearest(towards(0), 10).hits())).containsExactly("m1");
      }
    }
  }

  @Test
  default void vectors_before_the_words_show_nothing_that_the_words_do_not_know() {
    try (var index = openIndex()) {
      fill(index, 2);
      show(
          index.vectors(ACME, PLANE),
          4,
          Sheet.of("m1", 1, "").closedAt(3).meaning(towards(0)),
          Sheet.of("m2", 4, "").meaning(towards(0)));

      assertThat(names(nearest(index, as(ALICE), 2))).containsExactly("m1");
      try (var view = index.read(as(ALICE))) {
        assertThatThrownBy(() -> view.select(PLANE, at(3), List.of()))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  default void vectors_do_not_change_while_a_view_is_open() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      try (var view = index.read(as(ALICE))) {
        assertThat(view.select(PLANE, at(1), List.of()).eligible()).isOne();
        show(
            index,
            2,
            Sheet.of("m1", 1, "").closedAt(2).meaning(towards(0)),
            Sheet.of("m2", 1, "").meaning(towards(0)),
            Sheet.of("m3", 2, "").meaning(towards(0)));

        var selection = view.select(PLANE, at(1), List.of());
        assertThat(names(selection.nearest(towards(0), 10).hits())).containsExactly("m1");
        assertThat(selection.position()).isEqualTo(at(1));
      }
      assertThat(names(nearest(index, as(ALICE), 2))).containsExactly("m2", "m3");
    }
  }

  @Test
  default void vectors_of_an_object_that_is_removed_are_gone_from_all_times() {
    try (var index = openIndex()) {
      show(
          index,
          5,
          Sheet.of("m1", 1, "").closedAt(5).meaning(towards(0)),
          Sheet.of("m1", 5, "").meaning(towards(0), towards(1)),
          Sheet.of("m2", 1, "").meaning(towards(0)));
      index.vectors(ACME, PLANE).remove(Set.of(memory("m1")));
      assertThat(names(nearest(index, as(ALICE), 5))).containsExactly("m1", "m2");

      show(index, 6);

      assertThat(names(nearest(index, as(ALICE), 6))).containsExactly("m2");
      assertThat(names(nearest(index, as(ALICE), 3))).containsExactly("m2");
    }
  }

  @Test
  default void what_search_may_not_find_has_no_vectors_either() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      var hidden = Envelopes.notIndexed(Envelopes.OPEN);

      show(index, 2, Sheet.of("m1", 1, "").under(hidden).meaning(towards(0)));

      assertThat(nearest(index, as(ALICE), 2)).isEmpty();
      assertThat(nearest(index, ReadScope.whole(ACME), 2)).isEmpty();
    }
  }

  @Test
  default void no_tenant_and_no_model_sees_vectors_of_another() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      show(index.vectors(ACME, OTHER), 1, Sheet.of("m2", 1, "").meaning(towards(0)));
      fill(index.serving(GLOBEX), 1);
      show(index.vectors(GLOBEX, PLANE), 1, Sheet.of("m3", 1, "").meaning(towards(0)));

      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m1");
      assertThat(names(nearest(index, scope(Callers.user(GLOBEX, ALICE)), 1)))
          .containsExactly("m3");
      assertThat(index.models(ACME)).containsExactlyInAnyOrder(PLANE, OTHER);
      assertThat(index.models(GLOBEX)).containsExactly(PLANE);
      try (var view = index.read(as(ALICE))) {
        var others = view.select(OTHER, at(1), List.of()).nearest(towards(0), 9);
        assertThat(names(others.hits())).containsExactly("m2");
      }
    }
  }

  @Test
  default void models_that_differ_in_anything_have_vectors_of_their_own() {
    try (var index = openIndex()) {
      var models =
          List.of(
              new EmbeddingModel("a", "1", 2, 9),
              new EmbeddingModel("a", "2", 2, 9),
              new EmbeddingModel("a", "1", 3, 9),
              new EmbeddingModel("a", "1", 2, 8),
              new EmbeddingModel("a 1", "", 2, 9),
              new EmbeddingModel("../мodel/ü", "sha256:\u0000 %20+", 2, 9));
      for (var model : models) {
        index.vectors(ACME, model).publish(at(models.indexOf(model) + 1));
      }

      assertThat(index.models(ACME)).containsExactlyInAnyOrderElementsOf(models);
      for (var model : models) {
        assertThat(index.vectors(ACME, model).position()).isEqualTo(at(models.indexOf(model) + 1));
      }
    }
  }

  @Test
  default void vectors_of_a_model_are_dropped_alone() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      show(index.vectors(ACME, OTHER), 1, Sheet.of("m2", 1, "").meaning(towards(0)));
      var dropped = index.vectors(ACME, OTHER);

      index.dropVectors(ACME, OTHER);

      assertThat(index.models(ACME)).containsExactly(PLANE);
      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m1");
      assertThatThrownBy(() -> dropped.publish(at(2))).isInstanceOf(Unavailable.class);
      assertThat(index.vectors(ACME, OTHER).position()).isEqualTo(LogPosition.START);
      show(index.vectors(ACME, OTHER), 1, Sheet.of("m4", 1, "").meaning(towards(0)));
      try (var view = index.read(as(ALICE))) {
        var found = view.select(OTHER, at(1), List.of()).nearest(towards(0), 9);
        assertThat(names(found.hits())).containsExactly("m4");
      }
    }
  }

  @Test
  default void vectors_of_a_tenant_are_dropped_with_it() {
    try (var index = openIndex()) {
      show(index, 4, Sheet.of("m1", 1, "").meaning(towards(0)));

      index.drop(ACME);

      assertThat(index.models(ACME)).isEmpty();
      assertThat(index.vectors(ACME, PLANE).position()).isEqualTo(LogPosition.START);
      show(index, 1, Sheet.of("m3", 1, "").meaning(towards(0)));
      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m3");
    }
  }

  @Test
  default void vectors_stay_when_words_are_filled_again() {
    try (var index = openIndex()) {
      show(index, 4, Sheet.of("m1", 1, "").meaning(towards(0)));
      var next = index.begin(ACME);
      fill(next, 4);
      index.serve(next);

      assertThat(names(nearest(index, as(ALICE), 4))).containsExactly("m1");
    }
  }

  @Test
  default void a_vector_of_another_dimension_is_refused_and_changes_nothing() {
    try (var index = openIndex()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      var wrong = Vector.towards(new float[] {1, 0, 0});

      assertThatThrownBy(
              () ->
                  show(
                      index,
                      2,
                      Sheet.of("m2", 1, "").meaning(towards(0)),
                      Sheet.of("m3", 1, "").meaning(wrong)))
          .isInstanceOf(IllegalArgumentException.class);

      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m1");
      try (var view = index.read(as(ALICE))) {
        var selection = view.select(PLANE, at(1), List.of());
        assertThatThrownBy(() -> selection.nearest(wrong, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> selection.nearness(wrong, List.of()))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  default void vectors_of_thousands_of_dimensions_are_kept() {
    try (var index = openIndex()) {
      var model = VectorDraw.model("wide", 3072);
      var draw = new VectorDraw(1, 3072, 3, 0.5);
      var document = Sheet.of("m1", 1, "").meaning(draw.distinct(), draw.distinct());
      fill(index, 1);
      show(index.vectors(ACME, model), 1, document);
      try (var view = index.read(as(ALICE))) {
        var found = view.select(model, at(1), List.of()).nearest(document.passages().getLast(), 1);
        assertThat(found.hits()).extracting(Near::cosine).containsExactly(1.0);
      }
    }
  }
}
