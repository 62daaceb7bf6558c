package dev.quipu.lucene;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.OpensIndex.ids;
import static dev.quipu.testkit.index.OpensIndex.words;
import static dev.quipu.testkit.index.OpensIndex.wordsAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.index.Sheet;
import dev.quipu.testkit.index.SheetDraw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left on the disk, whatever happens.
final class LuceneKeepingTest {

  private static final String QUESTION = "quokka zebra lantern velvet";

  private final FailingFiles files = new FailingFiles();

  @TempDir private Path folder;

  private LuceneIndex open() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT, "log", files);
  }

  @Test
  void an_index_that_was_closed_stands_where_it_was_published_last() {
    List<Hit> given;
    List<Hit> old;
    try (var index = open()) {
      fillSome(index);
      given = words(index, as(ALICE), QUESTION);
      old = wordsAt(index, as(ALICE), 10, QUESTION);
    }
    try (var index = open()) {
      assertThat(index.serving(ACME).position()).isEqualTo(at(30));
      assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(given);
      assertThat(wordsAt(index, as(ALICE), 10, QUESTION)).isEqualTo(old);
    }
  }

  @Test
  void scores_are_unchanged_by_a_forced_merge() {
    try (var index = open()) {
      fillSome(index);
      var given = words(index, as(ALICE), QUESTION);
      var old = wordsAt(index, as(ALICE), 10, QUESTION);

      index.forceMerge(ACME);

      assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(given);
      assertThat(wordsAt(index, as(ALICE), 10, QUESTION)).isEqualTo(old);
    }
  }

  @Test
  void what_was_put_and_not_published_is_not_there_after_closing() {
    try (var index = open()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document());
      index.commit();
      index.serving(ACME).put(List.of(Sheet.of("m2", 2, "a zebra").document()));
    }
    try (var index = open()) {
      assertThat(index.serving(ACME).position()).isEqualTo(at(1));
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");
    }
  }

  @Test
  void an_index_of_another_log_counts_as_empty() {
    try (var index = open()) {
      fillSome(index);
    }
    try (var index = LuceneIndex.open(folder, IndexBounds.DEFAULT, "another")) {
      assertThat(index.serving(ACME).position()).isEqualTo(LogPosition.START);
      assertThat(words(index, as(ALICE), QUESTION)).isEmpty();
    }
  }

  @Test
  void a_generation_that_never_served_is_gone_after_a_start() {
    try (var index = open()) {
      fill(index, 3, Sheet.of("old", 1, "a zebra").document());
      fill(index.begin(ACME), 4, Sheet.of("new", 1, "a zebra").document());
    }
    try (var index = open()) {
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("old");
      var next = index.begin(ACME);
      fill(next, 5, Sheet.of("newer", 1, "a zebra").document());
      index.serve(next);
    }
    try (var index = open()) {
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("newer");
      assertThat(index.serving(ACME).position()).isEqualTo(at(5));
    }
  }

  /// A copy of the files at any moment is what a process that is killed then leaves behind.
  @Test
  void a_full_disk_during_a_merge_changes_no_answer() {
    int last = 80;
    var expected = new HashMap<LogPosition, List<Hit>>();
    try (var index = LuceneIndex.open(folder.resolve("sound"), IndexBounds.DEFAULT, "log", files)) {
      for (int position = 1; position <= last; position++) {
        fill(index, position, told(position));
        expected.put(at(position), words(index, as(ALICE), QUESTION));
      }
    }
    try (var index = LuceneIndex.open(folder.resolve("full"), IndexBounds.DEFAULT, "log", files)) {
      files.refuseMerges();
      for (int attempt = 0; attempt < 5 && files.mergesBrokenOff() < 3; attempt++) {
        follow(index, last, expected);
      }
      assertThat(files.mergesBrokenOff()).isPositive();
      files.allowAll();
      while (index.serving(ACME).position().value() < last) {
        follow(index, last, expected);
      }
      index.forceMerge(ACME);
      assertThat(words(index, as(ALICE), QUESTION)).isEqualTo(expected.get(at(last)));
    }
    try (var index = LuceneIndex.open(folder.resolve("full"), IndexBounds.DEFAULT, "log", files)) {
      assertThat(words(index, as(ALICE), QUESTION))
          .isEqualTo(expected.get(index.serving(ACME).position()));
    }
  }

  private static IndexDocument[] told(long position) {
    return new IndexDocument[] {
      Sheet.of("m" + position, position, new SheetDraw(position).text()).document()
    };
  }

  /// As the thread does that follows the log: from the position that was shown last, until it
  /// breaks off.
  private static void follow(LuceneIndex index, int last, Map<LogPosition, List<Hit>> expected) {
    try {
      for (long next = index.serving(ACME).position().value() + 1; next <= last; next++) {
        fill(index, next, told(next));
        if (next % 20 == 0) {
          index.commit();
        }
      }
    } catch (Unavailable e) {
      assertThat(e).hasMessageContaining("index");
    }
    var stands = index.serving(ACME).position();
    assertThat(words(index, as(ALICE), QUESTION))
        .isEqualTo(expected.getOrDefault(stands, List.of()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void a_process_that_is_killed_leaves_a_position_that_was_published(long seed) throws IOException {
    var random = new Random(seed);
    var draw = new SheetDraw(seed);
    var published = new HashMap<LogPosition, List<String>>();
    published.put(LogPosition.START, List.of());
    try (var index = open();
        var oracle = ScanIndex.open()) {
      var open = new ArrayList<IndexDocument>();
      for (int position = 1; position <= 25; position++) {
        var changes = new ArrayList<IndexDocument>();
        if (!open.isEmpty() && random.nextBoolean()) {
          var ended = open.remove(random.nextInt(open.size()));
          changes.add(
              Sheet.of(ended.filed().ref(), ended.filed().knownFrom().value(), ended.texts().text())
                  .closedAt(position)
                  .document());
        }
        var next = Sheet.of("m" + position, position, draw.text()).document();
        changes.add(next);
        open.add(next);
        for (SearchIndex each : List.of(index, oracle)) {
          each.serving(ACME).put(changes);
        }
        if (random.nextInt(3) == 0) {
          index.commit();
        }
        checkCopy(position + "a", published);
        index.serving(ACME).publish(at(position));
        oracle.serving(ACME).publish(at(position));
        published.put(at(position), seen(oracle, position));
        if (random.nextInt(3) == 0) {
          index.commit();
        }
        checkCopy(position + "b", published);
      }
    }
  }

  private void checkCopy(String name, Map<LogPosition, List<String>> published) throws IOException {
    var copy = folder.resolveSibling(folder.getFileName() + "-" + name);
    FileCopies.copy(folder, copy);
    try (var index = LuceneIndex.open(copy, IndexBounds.DEFAULT, "log")) {
      var position = index.serving(ACME).position();
      assertThat(published).containsKey(position);
      for (long old = 0; old <= position.value(); old++) {
        assertThat(seen(index, old)).as(name + " at " + old).isEqualTo(published.get(at(old)));
      }
    } finally {
      Folders.delete(copy);
    }
  }

  private static List<String> seen(SearchIndex index, long position) {
    try (var view = index.read(as(ALICE))) {
      return view.select(at(position), List.of()).newest(1000).stream()
          .map(hit -> hit.filed().ref().id())
          .toList();
    }
  }

  @Test
  void a_commit_that_breaks_off_between_past_and_present_leaves_the_one_before() {
    try (var index = open()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document(), Sheet.of("m2", 1, "z").document());
      fill(index, 2, Sheet.of("m2", 1, "z").closedAt(2).document());
      index.commit();
      fill(index, 3, Sheet.of("m1", 1, "a zebra").closedAt(3).document());
      files.refuse(name -> name.startsWith("now/segments_"));
      index.commit();
      files.allowAll();

      assertThat(index.serving(ACME).position()).isEqualTo(at(2));
      assertThat(seen(index, 2)).containsExactly("m1");
      assertThat(seen(index, 1)).containsExactly("m1", "m2");
    }
    try (var index = open()) {
      assertThat(index.serving(ACME).position()).isEqualTo(at(2));
      assertThat(seen(index, 1)).containsExactly("m1", "m2");
      fill(index, 3, Sheet.of("m1", 1, "a zebra").closedAt(3).document());
      assertThat(seen(index, 3)).isEmpty();
      assertThat(seen(index, 2)).containsExactly("m1");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_commit_that_fails_beside_who_fills_leaves_no_gap(boolean hasPut)
      throws InterruptedException {
    var third = Sheet.of("m3", 3, "a zebra").document();
    try (var index = open()) {
      var words = index.serving(ACME);
      fill(words, 1, Sheet.of("m1", 1, "a zebra").document());
      index.commit();
      fill(words, 2, Sheet.of("m2", 2, "a zebra").document());
      var doomed = files.doomCommit();
      var committing = Thread.ofVirtual().start(index::commit);
      doomed.begun().await();
      if (hasPut) {
        words.put(List.of(third));
      }
      doomed.letGo().countDown();
      committing.join();
      files.allowAll();

      assertThat(words.position()).isEqualTo(at(1));
      assertThatThrownBy(
              () -> {
                if (hasPut) {
                  words.publish(at(3));
                } else {
                  fill(words, 3, third);
                }
              })
          .isInstanceOf(Unavailable.class);
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");
      fill(words, 2, Sheet.of("m2", 2, "a zebra").document());
      fill(words, 3, third);
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1", "m2", "m3");
    }
  }

  @Test
  void a_full_disk_shows_nothing_half_and_is_survived() {
    try (var index = open()) {
      fill(index, 1, Sheet.of("m1", 1, "a zebra").document());
      index.commit();
      var generation = index.serving(ACME);
      files.refuse(_ -> true);
      assertThatThrownBy(() -> fill(generation, 2, Sheet.of("m2", 2, "a zebra").document()))
          .isInstanceOf(Unavailable.class);

      assertThat(generation.position()).isEqualTo(at(1));
      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1");
      files.allowAll();
      fill(generation, 2, Sheet.of("m2", 2, "a zebra").document());

      assertThat(ids(words(index, as(ALICE), "zebra"))).containsExactly("m1", "m2");
      assertThat(generation.position()).isEqualTo(at(2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "flipped", "removed", "emptied"})
  void whichever_file_is_damaged_the_index_is_empty_or_as_it_was(String how) throws IOException {
    List<Hit> given;
    List<Hit> old;
    try (var index = open()) {
      fillSome(index);
      given = words(index, as(ALICE), QUESTION);
      old = wordsAt(index, as(ALICE), 10, QUESTION);
    }
    var names = new TreeSet<Path>();
    try (var paths = Files.walk(folder)) {
      paths.filter(Files::isRegularFile).map(folder::relativize).forEach(names::add);
    }
    assertThat(names).hasSizeGreaterThan(6);
    for (var name : names) {
      var copy = folder.resolveSibling(folder.getFileName() + "-" + how);
      FileCopies.copy(folder, copy);
      FileCopies.damage(copy.resolve(name.toString()), how);
      try (var index = LuceneIndex.open(copy, IndexBounds.DEFAULT, "log")) {
        var found = words(index, as(ALICE), QUESTION);
        if (index.serving(ACME).position().equals(LogPosition.START)) {
          assertThat(found).as(name.toString()).isEmpty();
          fillSome(index);
        }
        assertThat(words(index, as(ALICE), QUESTION)).as(name.toString()).isEqualTo(given);
        assertThat(wordsAt(index, as(ALICE), 10, QUESTION)).as(name.toString()).isEqualTo(old);
      } finally {
        Folders.delete(copy);
      }
    }
  }

  @Test
  void many_tenants_are_kept_with_few_open() {
    try (var index = LuceneIndex.open(folder, IndexBounds.DEFAULT.withOpen(8, 12), "log")) {
      for (int round = 1; round <= 2; round++) {
        for (int i = 0; i < 40; i++) {
          var tenant = new TenantId("tenant" + i);
          fill(index.serving(tenant), round, Sheet.of("m" + round, round, "zebra " + i).document());
          assertThat(index.use().writers()).isLessThanOrEqualTo(8);
          assertThat(index.use().readers()).isLessThanOrEqualTo(12);
        }
      }
      for (int i = 0; i < 40; i++) {
        var scope = OpensIndex.scope(Callers.user(new TenantId("tenant" + i), ALICE));
        assertThat(ids(words(index, scope, "zebra"))).containsExactly("m1", "m2");
        assertThat(index.use().readers()).isLessThanOrEqualTo(12);
      }
    }
  }

  @Test
  void commits_go_on_beside_filling_and_reading() throws Exception {
    var bounds = new IndexBounds(64, 512, 2, 8, 1 << 20, Duration.ofMillis(2), 1000, 10_000);
    int positions = 400;
    try (var index = LuceneIndex.open(folder, bounds, "log", files);
        var threads = Executors.newFixedThreadPool(2)) {
      var filling =
          threads.submit(
              () -> {
                for (int position = 1; position <= positions; position++) {
                  fill(index, position, Sheet.of("m" + position, position, "zebra").document());
                  if (position > 1) {
                    var ended = Sheet.of("m" + (position - 1), position - 1, "zebra");
                    fill(index, position, ended.closedAt(position).document());
                  }
                }
              });
      var reading =
          threads.submit(
              () -> {
                while (!filling.isDone()) {
                  try (var view = index.read(as(ALICE))) {
                    var position = view.position();
                    for (long old = Math.max(1, position.value() - 3);
                        old < position.value();
                        old++) {
                      assertThat(view.select(at(old), List.of()).visible()).isOne();
                    }
                  }
                }
                return null;
              });
      filling.get();
      reading.get();
    }
    try (var index = open()) {
      assertThat(index.serving(ACME).position()).isEqualTo(at(positions));
      for (int position = 1; position <= positions; position += 13) {
        assertThat(seen(index, position)).containsExactly("m" + position);
      }
    }
  }

  /// Thirty positions with ends, in several files.
  private static void fillSome(LuceneIndex index) {
    var draw = new SheetDraw(9);
    for (int position = 1; position <= 30; position++) {
      var changes = new ArrayList<IndexDocument>();
      changes.add(Sheet.of("m" + position, position, draw.text()).document());
      if (position % 3 == 0) {
        changes.add(
            Sheet.of("x" + (position - 3), position - 2, "zebra quokka")
                .closedAt(position)
                .document());
        changes.add(Sheet.of("x" + position, position, "lantern").document());
      }
      fill(index, position, changes.toArray(IndexDocument[]::new));
      if (position % 10 == 0) {
        index.commit();
      }
    }
  }
}
