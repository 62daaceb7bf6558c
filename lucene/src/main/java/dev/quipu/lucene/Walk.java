package dev.quipu.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.TopKnnCollector;
import org.apache.lucene.search.knn.KnnSearchStrategy;

/// Walks through the graphs of segments for the nearest, as far as fewer bits tell; a segment
/// without a graph is looked at as a whole.
///
/// Each segment is walked as if it were alone. To tell the next how near something has to be, as
/// what was found before would allow, makes it cheaper, but a walk that is told so leaves off
/// before it has come to where the nearest are: with vectors in clusters it found nine of ten.
final class Walk {

  /// @param score greater for what is nearer
  private record Step(LeafReaderContext leaf, int doc, float score) {}

  /// A page of a segment.
  record Page(LeafReaderContext leaf, int doc) {}

  private final float[] query;
  private final int reach;
  private final List<Step> steps = new ArrayList<>();
  private final PriorityQueue<Float> worstFirst = new PriorityQueue<>();

  /// @param reach how many are wanted of all segments together
  Walk(float[] query, int reach) {
    this.query = query;
    this.reach = reach;
  }

  void through(LeafReaderContext leaf, AcceptedSet accepted) throws IOException {
    var nearest = new TopKnnCollector(reach, Integer.MAX_VALUE, KnnSearchStrategy.Hnsw.DEFAULT);
    leaf.reader().searchNearestVectors(VectorLayout.VECTOR, query, nearest, accepted);
    for (var hit : nearest.topDocs().scoreDocs) {
      steps.add(new Step(leaf, hit.doc, hit.score));
      worstFirst.add(hit.score);
      if (worstFirst.size() > reach) {
        worstFirst.poll();
      }
    }
  }

  /// What is not as near is not among those that are wanted.
  private float bar() {
    var worst = worstFirst.size() < reach ? null : worstFirst.peek();
    return worst == null ? Float.NEGATIVE_INFINITY : worst;
  }

  /// Those that are wanted, in the order in which they lie.
  List<Page> pages() {
    float bar = bar();
    return steps.stream()
        .filter(step -> step.score >= bar)
        .sorted(Comparator.comparingInt((Step step) -> step.leaf.ord).thenComparingInt(Step::doc))
        .map(step -> new Page(step.leaf, step.doc))
        .toList();
  }
}
