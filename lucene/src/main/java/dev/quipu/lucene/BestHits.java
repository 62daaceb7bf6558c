package dev.quipu.lucene;

import static java.util.Objects.requireNonNull;

import dev.quipu.engine.index.Filed;
import java.io.IOException;
import java.io.UncheckedIOException;
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
final class BestHits implements Collector {

  /// Reads what is filed of a document, by its number in the whole reader.
  interface Shelves {
    Filed filed(int doc) throws IOException;
  }

  /// @param filed read when it is needed to break a tie
  record Found(int doc, double score, @Nullable Filed filed) {}

  private final int limit;
  private final Shelves shelves;
  private final PriorityQueue<Candidate> worstFirst;

  private static final class Candidate {
    final int doc;
    final double score;
    @Nullable Filed filed;

    Candidate(int doc, double score) {
      this.doc = doc;
      this.score = score;
    }
  }

  /// @param limit at least 1
  BestHits(int limit, Shelves shelves) {
    this.limit = limit;
    this.shelves = shelves;
    this.worstFirst = new PriorityQueue<>(this::compareWorstFirst);
  }

  private int compareWorstFirst(Candidate one, Candidate other) {
    int byScore = Double.compare(one.score, other.score);
    return byScore != 0 ? byScore : Filed.BY_ID.compare(filed(other), filed(one));
  }

  private Filed filed(Candidate candidate) {
    var known = candidate.filed;
    if (known == null) {
      try {
        known = shelves.filed(candidate.doc);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      candidate.filed = known;
    }
    return known;
  }

  /// There is one thread for one search, since there are many searches.
  CollectorManager<BestHits, List<Found>> alone() {
    return new CollectorManager<>() {
      @Override
      public BestHits newCollector() {
        return BestHits.this;
      }

      @Override
      public List<Found> reduce(Collection<BestHits> itself) {
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
        if (score < least) {
          return;
        }
        if (offer(new Candidate(leaf.docBase + doc, Scoring.rounded(score)))) {
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
  private boolean offer(Candidate candidate) {
    if (worstFirst.size() < limit) {
      worstFirst.add(candidate);
      return worstFirst.size() == limit;
    }
    var worst = worstFirst.peek();
    if (worst == null || compareWorstFirst(candidate, worst) <= 0) {
      return false;
    }
    worstFirst.poll();
    worstFirst.add(candidate);
    return true;
  }

  /// Best first.
  private List<Found> best() {
    var all = new ArrayList<>(worstFirst);
    Comparator<Candidate> order = this::compareWorstFirst;
    all.sort(order.reversed());
    return all.stream().map(found -> new Found(found.doc, found.score, found.filed)).toList();
  }
}
