package dev.quipu.lucene;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SmallFloat;
import org.jspecify.annotations.Nullable;

/// The documents of one segment that a scope sees, and what is known of their words. Nothing else
/// has a say in the statistics that scores are made of.
final class Visible {

  /// How long the fields of documents are together.
  ///
  /// @param documents that have the field
  record Lengths(long documents, long sum) {}

  private static final int BYTES_OF_A_COUNT = 100;

  private final FixedBitSet documents;
  private final int count;
  private final boolean all;
  private final int mostTerms;
  private final ConcurrentHashMap<Term, Integer> counts = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Lengths> lengths = new ConcurrentHashMap<>();

  /// @param documents not changed any more
  Visible(FixedBitSet documents) {
    this.documents = documents;
    this.count = documents.cardinality();
    this.all = count == documents.length();
    this.mostTerms = (int) Math.min(8192, 64 + 8L * documents.length());
  }

  FixedBitSet documents() {
    return documents;
  }

  int count() {
    return count;
  }

  long bytes() {
    return documents.ramBytesUsed() + (long) BYTES_OF_A_COUNT * (mostTerms / 4) + 512;
  }

  /// How many of them have a term.
  int having(LeafReader segment, Term term) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (all) {
      return segment.docFreq(term);
    }
    var known = counts.get(term);
    if (known != null) {
      return known;
    }
    int found = count(segment.postings(term, PostingsEnum.NONE));
    if (counts.size() >= mostTerms) {
      counts.clear();
    }
    counts.put(term, found);
    return found;
  }

  private int count(PostingsEnum postings) throws IOException {
    int found = 0;
    if (postings != null) {
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        if (documents.get(doc)) {
          found++;
        }
      }
    }
    return found;
  }

  /// How long a field of theirs is, as far as scoring knows: it keeps lengths of some forty words
  /// and more in steps.
  Lengths lengths(LeafReader segment, String field) throws IOException {
    var known = lengths.get(field);
    if (known == null) {
      known = measured(segment, field);
      lengths.put(field, known);
    }
    return known;
  }

  /// How long a field of one document is, likewise.
  static int length(@Nullable NumericDocValues norms, int doc) throws IOException {
    return norms != null && norms.advanceExact(doc)
        ? SmallFloat.byte4ToInt((byte) norms.longValue())
        : 0;
  }

  private Lengths measured(LeafReader segment, String field) throws IOException {
    var norms = segment.getNormValues(field);
    long number = 0;
    long sum = 0;
    if (norms != null) {
      for (int doc = Columns.next(documents, 0);
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = Columns.next(documents, doc + 1)) {
        if (norms.advanceExact(doc)) {
          int length = SmallFloat.byte4ToInt((byte) norms.longValue());
          if (length > 0) {
            number++;
            sum += length;
          }
        }
      }
    }
    return new Lengths(number, sum);
  }
}
