package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {

  /// A search that misses some of the nearest, and others if it goes further.
  private record Missing(VectorSelection whole) implements VectorSelection {

    @Override
    public LogPosition position() {
      return whole.position();
    }

    @Override
    public long eligible() {
      return whole.eligible();
    }

    @Override
    public VectorHits nearest(Vector query, int limit) {
      var all = new ArrayList<>(whole.nearest(query, Integer.MAX_VALUE).hits());
      if (limit < all.size()) {
        all.remove(limit % 97 + 1);
      }
      return new VectorHits(all.subList(0, Math.min(limit, all.size())), false, all.size());
    }

    @Override
    public Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents) {
      return whole.nearness(query, documents);
    }

    @Override
    public Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents) {
      return whole.passages(documents);
    }
  }

  private static Nearest.Further further(VectorSelection vectors, int wanted) {
    var meant =
        new Meant(
            new EmbeddingModel("m", "1", 2, 100),
            ListedVectors.QUESTION,
            1,
            vectors,
            vectors.position(),
            false);
    return Nearest.of(meant, _ -> List.of()).further(wanted);
  }

  private static ListedVectors many(int count) {
    var near = new ArrayList<Near>();
    for (int i = 0; i < count; i++) {
      near.add(new Near(message("m" + (10_000 + i), i).filed(), 1 - 0.0001 * i));
    }
    return new ListedVectors(near);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 101, 200, 750})
  void however_many_there_are_all_are_found(int count) {
    var all = further(many(count), count + 1);
    assertThat(all.documents()).isEqualTo(many(count).near().stream().map(Near::filed).toList());
    assertThat(all.isAll()).isTrue();
  }

  @Test
  void who_goes_further_finds_the_same_first_and_nothing_twice() {
    var vectors = new Missing(many(750));
    var all = further(vectors, 751).documents();
    assertThat(all).doesNotHaveDuplicates().hasSize(750);
    for (int wanted = 1; wanted < 750; wanted += 50) {
      var some = further(vectors, wanted);
      assertThat(some.documents()).hasSizeGreaterThanOrEqualTo(wanted);
      assertThat(some.documents()).isEqualTo(all.subList(0, some.documents().size()));
      assertThat(some.isAll()).isEqualTo(some.documents().size() == 750);
    }
  }
}
