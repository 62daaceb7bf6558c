package dev.quipu.lucene;

import dev.quipu.lucene.analysis.WordField;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.jspecify.annotations.Nullable;

/// Searches with the statistics of what a scope sees.
final class SeenSearcher extends IndexSearcher {

  private final List<Visible> seen;
  private final long visible;
  private final Map<Term, Integer> counts = new HashMap<>();
  private final Map<Term, TermStates> states = new HashMap<>();

  /// @param seen for each segment of the reader
  SeenSearcher(IndexReader reader, List<Visible> seen) {
    super(reader);
    this.seen = seen;
    this.visible = seen.stream().mapToLong(Visible::count).sum();
    setSimilarity(Scoring.SIMILARITY);
    setQueryCache(null);
  }

  long visible() {
    return visible;
  }

  /// Whether anything stands in a field.
  boolean has(WordField field) throws IOException {
    for (var leaf : getLeafContexts()) {
      if (leaf.reader().terms(field.field()) != null) {
        return true;
      }
    }
    return false;
  }

  /// Looks for a term, whose place in every segment is looked up once.
  TermQuery query(Term term) throws IOException {
    return new TermQuery(term, states(term));
  }

  private TermStates states(Term term) throws IOException {
    var known = states.get(term);
    if (known == null) {
      known = TermStates.build(this, term, true);
      states.put(term, known);
    }
    return known;
  }

  /// The documents of a segment that have a term; null if none do.
  ///
  /// @param used what was read to its end and may be used again: its buffers are large
  @Nullable PostingsEnum postings(LeafReaderContext leaf, Term term, @Nullable PostingsEnum used)
      throws IOException {
    var found = states(term).get(leaf);
    var state = found == null ? null : found.get();
    var terms = state == null ? null : leaf.reader().terms(term.field());
    if (state == null || terms == null) {
      return null;
    }
    var look = terms.iterator();
    look.seekExact(term.bytes(), state);
    return look.postings(used, PostingsEnum.NONE);
  }

  /// How many that are seen have a term.
  int having(Term term) throws IOException {
    var known = counts.get(term);
    if (known == null) {
      int sum = 0;
      for (var leaf : getLeafContexts()) {
        sum += seen.get(leaf.ord).having(leaf.reader(), term);
      }
      known = sum;
      counts.put(term, known);
    }
    return known;
  }

  @Override
  public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq)
      throws IOException {
    int having = Math.max(1, having(term));
    return new TermStatistics(term.bytes(), having, having);
  }

  @Override
  public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
    long documents = 0;
    long sum = 0;
    for (var leaf : getLeafContexts()) {
      var lengths = seen.get(leaf.ord).lengths(leaf.reader(), field);
      documents += lengths.documents();
      sum += lengths.sum();
    }
    return documents == 0
        ? null
        : new CollectionStatistics(field, visible, documents, sum, documents);
  }
}
