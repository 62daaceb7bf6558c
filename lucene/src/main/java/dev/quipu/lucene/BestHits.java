package dev.quipu.lucene;

import static java.util.Objects.requireNonNull;

import dev.quipu.engine.index.Filed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.jspecify.annotations.Nullable;

/// Gathers the best by rounded score, then by id. Lucene's own breaks ties by where a document
/// happens to lie, and takes scores for different that are not.
///
/// Ids are dear to read, so all that tie with the worst are kept until the end, and only then
/// compared.
final class BestHits implements Collector {

  /// Reads what is filed of a document, by its number in the whole reader.
  interface Shelves {
    Filed filed(int doc) throws IOException;
  }

  record Found(int doc, double score, Filed filed) {

    private static final Comparator<Found> BEST_FIRST =
        Comparator.comparingDouble(Found::score)
            .reversed()
            .thenComparing(Found::filed, Filed.BY_ID);
  }

  private record Scored(int doc, double score) {}

  private final int limit;
  private final Shelves shelves;
  private final PriorityQueue<Scored> worstFirst =
      new PriorityQueue<>((one, other) -> Double.compare(one.score, other.score));

  /// Those that there was no room for, and that are as good as the worst.
  private final List<Scored> tied = new ArrayList<>();

  /// @param limit at least 1
  BestHits(int limit, Shelves shelves) {
    this.limit = limit;
    this.shelves = shelves;
  }

  /// There is one thread for one search, since there are many searches.
  CollectorManager<BestHits, List<Found>> alone() {
    return new CollectorManager<>() {
      @Override
      public BestHits newCollector() {
        return BestHits.this;
      }

      @Override
      public List<Found> reduce(Collection<BestHits> itself) throws IOException {
        return best();
      }
    };
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.TOP_SCORES;
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext leaf) {
    return new LeafCollector() {
      private @Nullable Scorable scorer;
      private float least;

      @Override
      public void setScorer(Scorable next) throws IOException {
        scorer = next;
        raise();
      }

      @Override
      public void collect(int doc) throws IOException {
        float score = requireNonNull(scorer).score();
        if (score >= least && offer(new Scored(leaf.docBase + doc, Scoring.rounded(score)))) {
          raise();
        }
      }

      private void raise() throws IOException {
        var worst = worstFirst.size() < limit ? null : worstFirst.peek();
        if (worst != null && scorer != null) {
          least = Scoring.leastRoundedTo(worst.score);
          scorer.setMinCompetitiveScore(least);
        }
      }
    };
  }

  /// Whether the bar has risen.
  private boolean offer(Scored one) {
    if (worstFirst.size() < limit) {
      worstFirst.add(one);
      return worstFirst.size() == limit;
    }
    double bar = worstFirst.element().score;
    if (one.score < bar) {
      return false;
    }
    if (one.score == bar) {
      tied.add(one);
      return false;
    }
    tied.add(worstFirst.remove());
    worstFirst.add(one);
    if (worstFirst.element().score == bar) {
      return false;
    }
    tied.clear();
    return true;
  }

  /// Best first. What is filed is read in the order in which it lies.
  private List<Found> best() throws IOException {
    var all = new ArrayList<>(worstFirst);
    all.addAll(tied);
    all.sort(Comparator.comparingInt(Scored::doc));
    var found = new ArrayList<Found>();
    for (var one : all) {
      found.add(new Found(one.doc, one.score, shelves.filed(one.doc)));
    }
    found.sort(Found.BEST_FIRST);
    return found.subList(0, Math.min(limit, found.size()));
  }
}
