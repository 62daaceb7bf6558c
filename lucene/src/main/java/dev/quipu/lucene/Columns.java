package dev.quipu.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/// Sets of documents of one segment, by what stands in their fields.
final class Columns {

  private Columns() {}

  /// Those that have one of the words in a field.
  static FixedBitSet withOneOf(LeafReader segment, String field, Collection<String> words)
      throws IOException {
    var found = new FixedBitSet(segment.maxDoc());
    var terms = segment.terms(field);
    if (terms == null) {
      return found;
    }
    var look = terms.iterator();
    PostingsEnum postings = null;
    for (var word : words) {
      if (look.seekExact(new BytesRef(word))) {
        postings = look.postings(postings, PostingsEnum.NONE);
        found.or(postings);
      }
    }
    return found;
  }

  static FixedBitSet with(LeafReader segment, String field, String word) throws IOException {
    return withOneOf(segment, field, Set.of(word));
  }

  /// Takes out of a set what is not within two numbers, both included.
  static void keepWithin(LeafReader segment, String field, long least, long most, FixedBitSet set)
      throws IOException {
    var bounds = segment.getDocValuesSkipper(field);
    if (bounds == null || least > most) {
      set.clear();
      return;
    }
    if (bounds.minValue() >= least && bounds.maxValue() <= most) {
      return;
    }
    if (bounds.minValue() > most || bounds.maxValue() < least) {
      set.clear();
      return;
    }
    var values = numbers(segment, field);
    for (int doc = next(set, 0); doc != DocIdSetIterator.NO_MORE_DOCS; doc = next(set, doc + 1)) {
      if (!values.advanceExact(doc) || values.longValue() < least || values.longValue() > most) {
        set.clear(doc);
      }
    }
  }

  /// Whether all of a segment are within two numbers.
  static boolean allWithin(LeafReader segment, String field, long least, long most)
      throws IOException {
    var bounds = segment.getDocValuesSkipper(field);
    return bounds == null || (bounds.minValue() >= least && bounds.maxValue() <= most);
  }

  static NumericDocValues numbers(LeafReader segment, String field) throws IOException {
    var values = segment.getNumericDocValues(field);
    if (values == null) {
      throw new IllegalStateException("a segment without " + field);
    }
    return values;
  }

  /// The next of a set, from here on.
  static int next(FixedBitSet set, int from) {
    return from >= set.length() ? DocIdSetIterator.NO_MORE_DOCS : set.nextSetBit(from);
  }
}
