package dev.quipu.lucene;

import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/// What a walk of a graph may find: a set of documents of one segment.
final class AcceptedSet extends AcceptDocs {

  private final FixedBitSet set;
  private final int size;

  AcceptedSet(FixedBitSet set, int size) {
    this.set = set;
    this.size = size;
  }

  @Override
  public Bits bits() {
    return set;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new BitSetIterator(set, size);
  }

  @Override
  public int cost() {
    return size;
  }
}
