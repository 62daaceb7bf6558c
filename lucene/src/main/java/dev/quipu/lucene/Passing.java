package dev.quipu.lucene;

import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.WordHits;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/// The documents that are seen and pass the filters, as one set for each segment.
final class Passing {

  private final SeenSearcher searcher;
  private final List<LeafReaderContext> leaves;
  private final FixedBitSet[] sets;
  private final int[] sizes;
  private final List<Long> left;

  private Passing(SeenSearcher searcher, FixedBitSet[] sets, int[] sizes, List<Long> left) {
    this.searcher = searcher;
    this.leaves = searcher.getLeafContexts();
    this.sets = sets;
    this.sizes = sizes;
    this.left = left;
  }

  static Passing of(Gaze gaze, IndexReader reader, LogPosition knownAt, List<IndexFilter> filters)
      throws IOException {
    var sets = gaze.sets();
    var leaves = reader.leaves();
    var seen = new ArrayList<Visible>();
    var passing = new FixedBitSet[leaves.size()];
    var sizes = new int[leaves.size()];
    var left = new long[filters.size()];
    for (var leaf : leaves) {
      var visible = sets.seen(leaf.reader(), gaze.sight(), knownAt, gaze.clock());
      seen.add(visible);
      var set = filters.isEmpty() ? visible.documents() : visible.documents().clone();
      int size = visible.count();
      for (int i = 0; i < left.length; i++) {
        if (size > 0) {
          sets.narrow(leaf.reader(), filters.get(i), set);
          size = set.cardinality();
        }
        left[i] += size;
      }
      passing[leaf.ord] = set;
      sizes[leaf.ord] = size;
    }
    return new Passing(
        new SeenSearcher(reader, seen), passing, sizes, Arrays.stream(left).boxed().toList());
  }

  /// Searches with the statistics of what is seen, whether it passes or not.
  SeenSearcher searcher() {
    return searcher;
  }

  List<LeafReaderContext> leaves() {
    return leaves;
  }

  /// How many are left after each filter.
  List<Long> left() {
    return left;
  }

  /// Those of one segment. Not to be changed.
  FixedBitSet of(int segment) {
    return sets[segment];
  }

  /// How many of one segment there are.
  int sizeOf(int segment) {
    return sizes[segment];
  }

  boolean isNothingOf(int segment) {
    return sizes[segment] == 0;
  }

  Query query() {
    return new SetQuery(sets, sizes);
  }

  /// Whether everything that is seen passes.
  private boolean isAllSeen() {
    return left.isEmpty() || left.getLast() == searcher.visible();
  }

  /// Whether any has a term.
  boolean has(Term term) throws IOException {
    if (searcher.having(term) == 0 || isAllSeen()) {
      return searcher.having(term) > 0;
    }
    for (var leaf : leaves) {
      var postings = postings(leaf, term);
      if (postings != null && meet(postings, sets[leaf.ord])) {
        return true;
      }
    }
    return false;
  }

  /// Each skips what the other does not have: either may be much shorter.
  private static boolean meet(PostingsEnum postings, FixedBitSet set) throws IOException {
    int doc = postings.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int next = Columns.next(set, doc);
      if (next == doc) {
        return true;
      }
      doc = next == DocIdSetIterator.NO_MORE_DOCS ? next : postings.advance(next);
    }
    return false;
  }

  /// Whether any of some documents of a segment pass.
  boolean isAmong(int segment, PostingsEnum postings) throws IOException {
    return meet(postings, sets[segment]);
  }

  /// How many have a term.
  int having(Term term) throws IOException {
    return searcher.having(term) == 0 || isAllSeen()
        ? searcher.having(term)
        : documents(term).size();
  }

  /// Those that have a term, by their numbers in the whole reader.
  List<Integer> documents(Term term) throws IOException {
    var docs = new ArrayList<Integer>();
    for (var leaf : leaves) {
      var postings = postings(leaf, term);
      for (int doc = next(postings); doc != DocIdSetIterator.NO_MORE_DOCS; doc = next(postings)) {
        if (sets[leaf.ord].get(doc)) {
          docs.add(leaf.docBase + doc);
        }
      }
    }
    return docs;
  }

  private @Nullable PostingsEnum postings(LeafReaderContext leaf, Term term) throws IOException {
    return isNothingOf(leaf.ord) ? null : leaf.reader().postings(term, PostingsEnum.NONE);
  }

  private static int next(@Nullable PostingsEnum postings) throws IOException {
    return postings == null ? DocIdSetIterator.NO_MORE_DOCS : postings.nextDoc();
  }

  /// How many have one of some terms, counted up to a bound. It is counted, and not taken from the
  /// search, which skips what cannot be among the best, more or less of it as the segments lie.
  long havingOneOf(Collection<Term> terms) throws IOException {
    long sum = 0;
    for (var leaf : leaves) {
      if (isNothingOf(leaf.ord)) {
        continue;
      }
      if (sum >= WordHits.MOST_COUNTED) {
        return WordHits.MOST_COUNTED;
      }
      var having = new FixedBitSet(leaf.reader().maxDoc());
      PostingsEnum used = null;
      for (var term : terms) {
        var postings = searcher.postings(leaf, term, used);
        if (postings != null) {
          having.or(postings);
          used = postings;
        }
      }
      sum += FixedBitSet.intersectionCount(having, sets[leaf.ord]);
    }
    return Math.min(sum, WordHits.MOST_COUNTED);
  }
}
