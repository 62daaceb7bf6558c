package dev.quipu.lucene;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.index.OpensIndex.as;
import static dev.quipu.testkit.index.OpensIndex.fill;
import static dev.quipu.testkit.index.VectorsContract.show;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.index.Sheet;
import dev.quipu.testkit.index.VectorDraw;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Walks of the graph, which are made by the hundred thousand otherwise, among some thousand.
final class LuceneRecallTest {

  private static final EmbeddingModel MODEL = VectorDraw.model("recall", 32);
  private static final List<String> LANGUAGES = List.of("a50", "b40", "c9", "d1");

  @TempDir private Path folder;

  private LuceneIndex open() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT.withExactUpTo(50), "log");
  }

  /// Vectors in clusters; each in a language, chosen at random or by the cluster.
  private static List<VectorDocument> drawn(VectorDraw draw, int count, int passages) {
    var random = new Random(1);
    var documents = new ArrayList<VectorDocument>();
    for (int i = 0; i < count; i++) {
      int chance = random.nextInt(100);
      var language = LANGUAGES.get(chance < 50 ? 0 : chance < 90 ? 1 : chance < 99 ? 2 : 3);
      var sheet = Sheet.of("m" + i, 1 + i % 10, "").inLanguage(language);
      if (i % 3 == 0) {
        sheet.under(Envelopes.privateTo(BOB));
      }
      if (i % 7 == 0) {
        sheet.closedAt(20);
      }
      documents.add(
          sheet.meaning(Stream.generate(draw::distinct).limit(passages).toArray(Vector[]::new)));
    }
    return documents;
  }

  private static void put(SearchIndex index, List<VectorDocument> documents) {
    fill(index, 20);
    for (int from = 0; from < documents.size(); from += 700) {
      var portion = documents.subList(from, Math.min(from + 700, documents.size()));
      show(index.vectors(ACME, MODEL), 20, portion.toArray(VectorDocument[]::new));
    }
  }

  private static List<List<IndexFilter>> filters() {
    var filters = new ArrayList<List<IndexFilter>>();
    filters.add(List.of());
    for (var language : LANGUAGES) {
      filters.add(
          List.of(new IndexFilter.OneOf(FilterField.LANG, new TreeSet<>(Set.of(language)))));
    }
    return filters;
  }

  @Test
  void a_walk_finds_nearly_all_under_every_filter_and_no_fewer_than_there_are() {
    var draw = new VectorDraw(5, MODEL.dimension(), 60, 0.8);
    var documents = drawn(draw, 6_000, 1);
    try (var index = open();
        var oracle = ScanIndex.open()) {
      put(index, documents);
      put(oracle, documents);
      for (long position : List.of(20L, 15L)) {
        for (var scope : List.of(ReadScope.whole(ACME), as(ALICE))) {
          for (var filter : filters()) {
            compare(index, oracle, scope, position, filter, draw);
          }
        }
      }
      index.forceMerge(ACME);
      compare(index, oracle, ReadScope.whole(ACME), 20, List.of(), draw);
    }
  }

  private static void compare(
      SearchIndex index,
      SearchIndex oracle,
      ReadScope scope,
      long position,
      List<IndexFilter> filters,
      VectorDraw draw) {
    try (var view = index.read(scope);
        var naive = oracle.read(scope)) {
      var selection = view.select(MODEL, at(position), filters);
      var all = naive.select(MODEL, at(position), filters);
      assertThat(selection.eligible()).isEqualTo(all.eligible());
      int found = 0;
      int wanted = 0;
      for (int i = 0; i < 50; i++) {
        var query = draw.distinct();
        var answer = selection.nearest(query, 10);
        var truth = all.nearest(query, 10).hits();
        assertThat(answer.hits()).hasSameSizeAs(truth).isSortedAccordingTo(Near.NEAREST_FIRST);
        assertThat(answer.visited()).isLessThanOrEqualTo(selection.eligible());
        assertThat(answer.isExact()).isEqualTo(answer.visited() == selection.eligible());
        if (answer.isExact()) {
          assertThat(answer.hits()).isEqualTo(truth);
        }
        assertThat(all.nearness(query, answer.hits().stream().map(Near::filed).toList()))
            .hasSameSizeAs(answer.hits())
            .allSatisfy(
                (key, cosine) ->
                    assertThat(answer.hits())
                        .anySatisfy(
                            hit -> {
                              assertThat(hit.filed().key()).isEqualTo(key);
                              assertThat(hit.cosine()).isEqualTo(cosine);
                            }));
        found += (int) truth.stream().filter(answer.hits()::contains).count();
        wanted += truth.size();
      }
      assertThat((double) found / wanted)
          .as("%s %s %s", scope, position, filters)
          .isGreaterThan(0.99);
    }
  }

  @Test
  void documents_of_many_alike_passages_do_not_crowd_others_out() {
    var draw = new VectorDraw(6, MODEL.dimension(), 40, 0.1);
    var documents = new ArrayList<VectorDocument>();
    for (int i = 0; i < 150; i++) {
      var one = draw.distinct();
      var passages = new ArrayList<Vector>();
      for (int j = 0; j < 40; j++) {
        passages.add(Vector.mean(List.of(one, one, one, one, draw.distinct())));
      }
      documents.add(Sheet.of("m" + i, 1, "").meaning(passages.toArray(Vector[]::new)));
    }
    try (var index = open();
        var oracle = ScanIndex.open()) {
      put(index, documents);
      put(oracle, documents);
      try (var view = index.read(ReadScope.whole(ACME));
          var naive = oracle.read(ReadScope.whole(ACME))) {
        var selection = view.select(MODEL, at(20), List.of());
        var all = naive.select(MODEL, at(20), List.of());
        for (int limit : List.of(1, 10, 60, 150, 1000)) {
          var query = draw.distinct();
          var answer = selection.nearest(query, limit);
          var truth = all.nearest(query, limit).hits();

          assertThat(answer.hits()).hasSameSizeAs(truth);
          assertThat(answer.hits()).extracting(Near::filed).doesNotHaveDuplicates();
          long found = truth.stream().filter(answer.hits()::contains).count();
          assertThat(found).isGreaterThanOrEqualTo(truth.size() * 99 / 100);
        }
      }
    }
  }
}
