package dev.quipu.lucene;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.OpensIndex.ids;
import static dev.quipu.testkit.index.OpensIndex.words;
import static dev.quipu.testkit.index.VectorsContract.OTHER;
import static dev.quipu.testkit.index.VectorsContract.PLANE;
import static dev.quipu.testkit.index.VectorsContract.names;
import static dev.quipu.testkit.index.VectorsContract.nearest;
import static dev.quipu.testkit.index.VectorsContract.show;
import static dev.quipu.testkit.index.VectorsContract.towards;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.index.Sheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left of vectors on the disk, whatever happens.
final class LuceneVectorsKeepingTest {

  private static final int LAST = 12;

  private final FailingFiles files = new FailingFiles();

  @TempDir private Path folder;

  private LuceneIndex open() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT, "log", files);
  }

  /// Positions with ends, in several files. Words stand as far.
  private static void fillSome(SearchIndex index) {
    fill(index, LAST, Sheet.of("word", 1, "a zebra").document());
    fillVectors(index);
  }

  private static void fillVectors(SearchIndex index) {
    for (int position = 1; position <= LAST; position++) {
      show(index.vectors(ACME, PLANE), position, told(position));
      if (position % 6 == 0 && index instanceof LuceneIndex files) {
        files.commit();
      }
    }
  }

  private static VectorDocument[] told(int position) {
    var told = new ArrayList<VectorDocument>();
    told.add(
        Sheet.of("m" + position, position, "").meaning(towards(position), towards(7 * position)));
    if (position % 3 == 0) {
      int before = position - 3;
      if (before > 0) {
        told.add(Sheet.of("x" + before, before, "").closedAt(position).meaning(towards(-before)));
      }
      told.add(Sheet.of("x" + position, position, "").meaning(towards(-position)));
    }
    return told.toArray(VectorDocument[]::new);
  }

  @Test
  void vectors_of_an_index_that_was_closed_stand_where_they_were_published_last() {
    List<Near> given;
    List<Near> old;
    try (var index = open()) {
      fillSome(index);
      given = nearest(index, as(ALICE), LAST);
      old = nearest(index, as(ALICE), 7);
      index.vectors(ACME, OTHER); // asked for, and never filled
    }
    try (var index = open()) {
      assertThat(index.models(ACME)).containsExactly(PLANE);
      assertThat(index.vectors(ACME, PLANE).position()).isEqualTo(at(LAST));
      assertThat(nearest(index, as(ALICE), LAST)).isEqualTo(given).hasSizeGreaterThan(LAST);
      assertThat(nearest(index, as(ALICE), 7)).isEqualTo(old).isNotEmpty();
    }
  }

  @Test
  void answers_are_unchanged_by_a_forced_merge() {
    try (var index = open();
        var oracle = ScanIndex.open()) {
      fillSome(index);
      fillSome(oracle);

      index.forceMerge(ACME);

      for (int position = 0; position <= LAST; position++) {
        assertThat(nearest(index, as(ALICE), position))
            .isEqualTo(nearest(oracle, as(ALICE), position));
      }
    }
  }

  @Test
  void vectors_that_were_put_and_not_published_are_not_there_after_closing() {
    try (var index = open()) {
      show(index, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      index.commit();
      index.vectors(ACME, PLANE).put(List.of(Sheet.of("m2", 1, "").meaning(towards(0))));
    }
    try (var index = open()) {
      assertThat(names(nearest(index, as(ALICE), 1))).containsExactly("m1");
    }
  }

  @Test
  void vectors_of_another_log_count_as_nothing() throws IOException {
    try (var index = open()) {
      fillSome(index);
    }
    try (var index = LuceneIndex.open(folder, IndexBounds.DEFAULT, "another")) {
      fill(index, LAST);
      assertThat(index.models(ACME)).isEmpty();
      assertThat(index.vectors(ACME, PLANE).position()).isEqualTo(LogPosition.START);
      assertThat(nearest(index, as(ALICE), LAST)).isEmpty();
    }
  }

  @Test
  void what_is_dropped_is_gone_from_the_disk() throws IOException {
    try (var index = open()) {
      fillSome(index);
      show(index.vectors(ACME, OTHER), 1, Sheet.of("m2", 1, "").meaning(towards(0)));
      index.commit();
      assertThat(vectorFolders()).hasSize(2);

      index.dropVectors(ACME, OTHER);
      assertThat(vectorFolders()).hasSize(1);
      index.drop(ACME);
      assertThat(vectorFolders()).isEmpty();
    }
  }

  private List<Path> vectorFolders() throws IOException {
    try (var paths = Files.walk(folder)) {
      return paths
          .filter(path -> path.getFileName().toString().startsWith(VectorLayout.FOLDER))
          .toList();
    }
  }

  @Test
  void a_model_that_is_dropped_while_somebody_reads_is_read_to_the_end() {
    try (var index = open()) {
      fillSome(index);
      try (var view = index.read(as(ALICE))) {
        long eligible = view.select(PLANE, at(LAST), List.of()).eligible();
        index.dropVectors(ACME, PLANE);
        show(index.vectors(ACME, PLANE), 1, Sheet.of("new", 1, "").meaning(towards(0)));

        var hits = view.select(PLANE, at(LAST), List.of()).nearest(towards(0), 100).hits();
        assertThat(hits).hasSize((int) eligible);
      }
      assertThat(names(nearest(index, as(ALICE), LAST))).containsExactly("new");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void a_process_that_is_killed_leaves_vectors_of_a_position_that_was_published(long seed)
      throws IOException {
    var random = new Random(seed);
    var published = new HashMap<LogPosition, List<Near>>();
    published.put(LogPosition.START, List.of());
    try (var index = open();
        var oracle = ScanIndex.open()) {
      for (SearchIndex each : List.of(index, oracle)) {
        fill(each, LAST);
      }
      for (int position = 1; position <= LAST; position++) {
        for (SearchIndex each : List.of(index, oracle)) {
          each.vectors(ACME, PLANE).put(List.of(told(position)));
        }
        if (random.nextInt(3) == 0) {
          index.commit();
        }
        checkCopy(position + "a", published);
        for (SearchIndex each : List.of(index, oracle)) {
          each.vectors(ACME, PLANE).publish(at(position));
        }
        published.put(at(position), nearest(oracle, as(ALICE), position));
        if (random.nextInt(3) == 0) {
          index.commit();
        }
        checkCopy(position + "b", published);
      }
    }
  }

  private void checkCopy(String name, Map<LogPosition, List<Near>> published) throws IOException {
    var copy = folder.resolveSibling(folder.getFileName() + "-" + name);
    FileCopies.copy(folder, copy);
    try (var index = LuceneIndex.open(copy, IndexBounds.DEFAULT, "log")) {
      var position = index.vectors(ACME, PLANE).position();
      assertThat(published).containsKey(position);
      fill(index, LAST); // words that were not committed yet
      for (long old = 0; old <= position.value(); old++) {
        assertThat(ended(nearest(index, as(ALICE), old)))
            .as(name + " at " + old)
            .isEqualTo(ended(published.get(at(old))));
      }
    } finally {
      Folders.delete(copy);
    }
  }

  /// Without when they ended, which was not known then.
  private static List<String> ended(List<Near> hits) {
    return hits.stream().map(hit -> hit.filed().ref() + " " + hit.cosine()).toList();
  }

  @Test
  void a_full_disk_shows_no_vectors_half_and_leaves_words_alone() {
    try (var index = open()) {
      fill(index, 2, Sheet.of("word", 1, "a zebra").document());
      var generation = index.vectors(ACME, PLANE);
      show(generation, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      index.commit();
      files.refuse(_ -> true);
      assertThatThrownBy(() -> show(generation, 2, Sheet.of("m2", 2, "").meaning(towards(0))))
          .isInstanceOf(Unavailable.class);

      assertThat(generation.position()).isEqualTo(at(1));
      assertThat(names(nearest(index, as(ALICE), 2))).containsExactly("m1");
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("word");
      files.allowAll();
      show(generation, 2, Sheet.of("m2", 2, "").meaning(towards(0)));

      assertThat(names(nearest(index, as(ALICE), 2))).containsExactly("m1", "m2");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_commit_that_fails_beside_who_fills_leaves_no_gap(boolean hasPut)
      throws InterruptedException {
    var third = Sheet.of("m3", 3, "").meaning(towards(0));
    try (var index = open()) {
      fill(index, LAST);
      index.commit();
      var vectors = index.vectors(ACME, PLANE);
      show(vectors, 1, Sheet.of("m1", 1, "").meaning(towards(0)));
      index.commit();
      show(vectors, 2, Sheet.of("m2", 2, "").meaning(towards(0)));
      var doomed = files.doomCommit();
      var committing = Thread.ofVirtual().start(index::commit);
      doomed.begun().await();
      if (hasPut) {
        vectors.put(List.of(third));
      }
      doomed.letGo().countDown();
      committing.join();
      files.allowAll();

      assertThat(vectors.position()).isEqualTo(at(1));
      assertThatThrownBy(
              () -> {
                if (hasPut) {
                  vectors.publish(at(3));
                } else {
                  show(vectors, 3, third);
                }
              })
          .isInstanceOf(Unavailable.class);
      assertThat(names(nearest(index, as(ALICE), LAST))).containsExactly("m1");
      show(vectors, 2, Sheet.of("m2", 2, "").meaning(towards(0)));
      show(vectors, 3, third);
      assertThat(names(nearest(index, as(ALICE), LAST))).containsExactly("m1", "m2", "m3");
    }
  }

  @Test
  void a_full_disk_during_a_merge_changes_no_answer() {
    int last = 80;
    try (var oracle = ScanIndex.open();
        var index = open()) {
      for (SearchIndex each : List.of(oracle, index)) {
        fill(each, last);
      }
      for (int position = 1; position <= last; position++) {
        show(oracle.vectors(ACME, PLANE), position, told(position));
      }
      files.refuseMerges();
      for (int attempt = 0; attempt < 5 && files.mergesBrokenOff() < 3; attempt++) {
        follow(index, last, oracle);
      }
      assertThat(files.mergesBrokenOff()).isPositive();
      files.allowAll();
      while (index.vectors(ACME, PLANE).position().value() < last) {
        follow(index, last, oracle);
      }
      index.forceMerge(ACME);
      assertLike(oracle, index);
    }
    try (var oracle = ScanIndex.open();
        var index = open()) {
      fill(oracle, last);
      for (int position = 1; position <= last; position++) {
        show(oracle.vectors(ACME, PLANE), position, told(position));
      }
      assertThat(index.vectors(ACME, PLANE).position()).isEqualTo(at(last));
      assertLike(oracle, index);
    }
  }

  /// As the thread does that follows the log: from the position that was shown last, until it
  /// breaks off.
  private static void follow(LuceneIndex index, int last, ScanIndex oracle) {
    try {
      for (long next = index.vectors(ACME, PLANE).position().value() + 1; next <= last; next++) {
        show(index.vectors(ACME, PLANE), next, told((int) next));
        if (next % 20 == 0) {
          index.commit();
        }
      }
    } catch (Unavailable e) {
      assertThat(e).hasMessageContaining("index");
    }
    assertLike(oracle, index);
  }

  /// At every position that it has come to.
  private static void assertLike(ScanIndex oracle, LuceneIndex index) {
    long reached = index.vectors(ACME, PLANE).position().value();
    for (long position = 0; position <= reached; position += 1 + position % 7) {
      assertThat(ended(nearest(index, as(ALICE), position)))
          .as("at %s of %s", position, reached)
          .isEqualTo(ended(nearest(oracle, as(ALICE), position)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "flipped", "removed", "emptied"})
  void whichever_file_is_damaged_vectors_are_gone_or_as_they_were_and_words_stay(String how)
      throws IOException {
    List<Near> given;
    List<Near> old;
    try (var index = open()) {
      fillSome(index);
      given = nearest(index, as(ALICE), LAST);
      old = nearest(index, as(ALICE), 7);
    }
    var names = new TreeSet<Path>();
    try (var paths = Files.walk(folder)) {
      paths
          .filter(Files::isRegularFile)
          .map(folder::relativize)
          .filter(path -> path.toString().contains(VectorLayout.FOLDER))
          .forEach(names::add);
    }
    assertThat(names).hasSizeGreaterThan(4);
    for (var name : names) {
      var copy = folder.resolveSibling(folder.getFileName() + "-" + how);
      FileCopies.copy(folder, copy);
      FileCopies.damage(copy.resolve(name.toString()), how);
      try (var index = LuceneIndex.open(copy, IndexBounds.DEFAULT, "log")) {
        assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("word");
        var found = nearest(index, as(ALICE), LAST);
        if (index.vectors(ACME, PLANE).position().equals(LogPosition.START)) {
          assertThat(found).as(name.toString()).isEmpty();
          assertThat(index.models(ACME)).isEmpty();
          fillVectors(index);
        }
        assertThat(nearest(index, as(ALICE), LAST)).as(name.toString()).isEqualTo(given);
        assertThat(nearest(index, as(ALICE), 7)).as(name.toString()).isEqualTo(old);
      } finally {
        Folders.delete(copy);
      }
    }
  }

  @Test
  void words_and_vectors_of_many_tenants_are_kept_with_few_open() {
    try (var index = LuceneIndex.open(folder, IndexBounds.DEFAULT.withOpen(8, 12), "log")) {
      for (int round = 1; round <= 2; round++) {
        for (int i = 0; i < 20; i++) {
          var tenant = new TenantId("tenant" + i);
          fill(index.serving(tenant), round, Sheet.of("w" + round, round, "zebra").document());
          for (var model : List.of(PLANE, OTHER)) {
            show(
                index.vectors(tenant, model),
                round,
                Sheet.of("m" + round, round, "").meaning(towards(i)));
          }
          assertThat(index.use().writers()).isLessThanOrEqualTo(8);
          assertThat(index.use().readers()).isLessThanOrEqualTo(12);
        }
      }
      for (int i = 0; i < 20; i++) {
        var scope = OpensIndex.scope(Callers.user(new TenantId("tenant" + i), ALICE));
        assertThat(ids(words(index, scope, "zebra"))).containsExactly("w1", "w2");
        assertThat(names(nearest(index, scope, 2))).containsExactly("m1", "m2");
        assertThat(index.use().readers()).isLessThanOrEqualTo(12);
      }
    }
  }

  @Test
  void vectors_count_as_bytes_on_the_disk() {
    try (var index = open()) {
      fill(index, 1);
      long before = index.use().bytes();
      show(index, 2, Sheet.of("m1", 1, "").meaning(towards(0)));

      assertThat(index.use().bytes()).isGreaterThan(before);
      assertThat(nearest(index, ReadScope.whole(ACME), 2)).hasSize(1);
    }
  }
}
