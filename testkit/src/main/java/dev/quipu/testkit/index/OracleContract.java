package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.Selection;
import dev.quipu.model.access.AccessRule.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random documents, callers, filters and positions: whatever is answered is what [ScanIndex]
/// answers. A seed that has failed once stays in the list.
public interface OracleContract extends OpensIndex {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  default void what_is_seen_counted_and_found_is_what_looking_at_everything_finds(long seed) {
    try (var index = openIndex();
        var oracle = ScanIndex.open()) {
      var draw = new SheetDraw(seed);
      var random = new Random(seed);
      var put = new ArrayList<IndexDocument>();
      for (int position = 1; position <= 60; position++) {
        var documents = new ArrayList<IndexDocument>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
          long from = random.nextLong(1, position + 1L);
          documents.add(draw.document("m" + random.nextInt(120), from, position));
        }
        if (!put.isEmpty() && random.nextBoolean()) {
          documents.add(again(draw.one(put), draw));
        }
        put.addAll(documents);
        for (var each : List.of(index, oracle)) {
          var generation = each.serving(ACME);
          generation.put(documents);
          if (!put.isEmpty() && position % 20 == 0) {
            generation.remove(List.of(put.get(position % put.size()).filed().ref()));
          }
          generation.publish(at(position));
        }
        if (position % 6 == 0) {
          for (int i = 0; i < 12; i++) {
            ask(index, oracle, draw, random.nextInt(3) == 0 ? random.nextInt(position) : position);
          }
        }
      }
    }
  }

  /// The same document under another envelope, as after a change of access.
  private static IndexDocument again(IndexDocument document, SheetDraw draw) {
    return new IndexDocument(
        document.filed(), draw.envelope(), document.texts(), null, document.entity());
  }

  private static void ask(SearchIndex index, ScanIndex oracle, SheetDraw draw, long position) {
    var caller = draw.caller();
    var scope =
        draw.one(List.of(true, true, true, false))
            ? ReadScope.of(
                caller,
                new Reading(
                    draw.clock(),
                    true,
                    draw.one(List.of(true, false)),
                    draw.one(List.of(true, false))))
            : ReadScope.whole(ACME);
    var filters = draw.filters();
    var text = draw.text();
    var question = scope + " at " + position + " " + filters + " " + text;
    try (var view = index.read(scope);
        var naive = oracle.read(scope)) {
      var selection = view.select(at(position), filters);
      var expected = naive.select(at(position), filters);

      assertThat(view.position()).as(question).isEqualTo(naive.position());
      assertThat(selection.visible()).as(question).isEqualTo(expected.visible());
      assertThat(selection.left()).as(question).isEqualTo(expected.left());
      assertThat(selection.newest(10)).as(question).isEqualTo(expected.newest(10));
      assertThat(found(selection, text)).as(question).isEqualTo(found(expected, text));
      assertThat(selection.words(text, 1000).visited())
          .as(question)
          .isEqualTo(expected.words(text, 1000).visited());
      var some = expected.newest(4);
      var refs = some.stream().map(hit -> hit.filed().ref()).toList();
      assertThat(selection.of(refs)).as(question).isEqualTo(expected.of(refs));
      var documents = some.stream().map(Hit::filed).toList();
      assertThat(selection.beside(documents, 2))
          .as(question)
          .isEqualTo(expected.beside(documents, 2));
    }
  }

  private static Set<IndexDocument.Key> found(Selection selection, String text) {
    return selection.words(text, 1000).hits().stream()
        .map(Hit::filed)
        .map(filed -> filed.key())
        .collect(Collectors.toSet());
  }
}
