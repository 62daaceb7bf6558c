package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.model.access.AccessRule.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random documents with vectors, callers, filters and positions: whatever is answered is what
/// [ScanIndex] answers. A seed that has failed once stays in the list.
public interface VectorOracleContract extends OpensIndex {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  default void what_is_near_and_how_near_is_what_looking_at_everything_finds(long seed) {
    try (var index = openIndex();
        var oracle = ScanIndex.open()) {
      var sheets = new SheetDraw(seed);
      var vectors = new VectorDraw(seed);
      var random = new Random(seed);
      var put = new ArrayList<VectorDocument>();
      for (int position = 1; position <= 60; position++) {
        var documents = new ArrayList<VectorDocument>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
          long from = random.nextLong(1, position + 1L);
          documents.add(vectors.document(sheets, "m" + random.nextInt(120), from, position));
        }
        if (!put.isEmpty() && random.nextBoolean()) {
          var again = sheets.one(put);
          documents.add(
              new VectorDocument(
                  again.filed(), sheets.envelope(), again.passages(), again.entity()));
        }
        put.addAll(documents);
        for (var each : List.of(index, oracle)) {
          each.serving(ACME).publish(at(position));
          var generation = each.vectors(ACME, VectorDraw.MODEL);
          generation.put(documents);
          if (!put.isEmpty() && position % 20 == 0) {
            generation.remove(List.of(put.get(position % put.size()).filed().ref()));
          }
          if (position % 3 != 1) {
            generation.publish(at(position));
          }
        }
        if (position % 6 == 0) {
          var documentsPut = put.stream().map(VectorDocument::filed).toList();
          for (int i = 0; i < 12; i++) {
            long asked = random.nextInt(3) == 0 ? random.nextInt(position) : position;
            ask(index, oracle, sheets, vectors, asked, documentsPut);
          }
        }
      }
    }
  }

  private static void ask(
      SearchIndex index,
      ScanIndex oracle,
      SheetDraw sheets,
      VectorDraw vectors,
      long position,
      List<Filed> documents) {
    var scope =
        sheets.one(List.of(true, true, true, false))
            ? ReadScope.of(
                sheets.caller(),
                new Reading(
                    sheets.clock(),
                    true,
                    sheets.one(List.of(true, false)),
                    sheets.one(List.of(true, false))))
            : ReadScope.whole(ACME);
    var filters = sheets.filters();
    var query = vectors.vector();
    int limit = sheets.one(List.of(1, 3, 10, 1000));
    var question = scope + " at " + position + " " + filters;
    try (var view = index.read(scope);
        var naive = oracle.read(scope)) {
      var selection = view.select(VectorDraw.MODEL, at(position), filters);
      var expected = naive.select(VectorDraw.MODEL, at(position), filters);

      assertThat(selection.position()).as(question).isEqualTo(expected.position());
      assertThat(selection.eligible()).as(question).isEqualTo(expected.eligible());
      assertThat(selection.nearest(query, limit))
          .as(question)
          .isEqualTo(expected.nearest(query, limit));
      assertThat(selection.nearness(query, documents))
          .as(question)
          .isEqualTo(expected.nearness(query, documents));
      assertThat(selection.passages(documents))
          .as(question)
          .isEqualTo(expected.passages(documents));
      assertThat(selection.nearest(query, 1000).hits())
          .as(question)
          .extracting(Near::filed)
          .doesNotHaveDuplicates();
    }
  }
}
