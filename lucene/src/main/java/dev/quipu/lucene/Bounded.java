package dev.quipu.lucene;

import java.util.LinkedHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Keeps what was used last, up to a sum of weights.
///
/// @param <K> by what it is found
/// @param <V> what is kept
final class Bounded<K, V> {

  private final long most;
  private final ToLongFunction<V> weight;
  private final LinkedHashMap<K, V> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long sum;

  Bounded(long most, ToLongFunction<V> weight) {
    this.most = most;
    this.weight = weight;
  }

  synchronized @Nullable V get(K key) {
    return kept.get(key);
  }

  /// What is kept under the key afterwards: one that another thread has put there stays.
  synchronized V put(K key, V value) {
    long added = weight.applyAsLong(value);
    if (added > most / 4) {
      return value;
    }
    var there = kept.putIfAbsent(key, value);
    if (there != null) {
      return there;
    }
    sum += added;
    var oldest = kept.entrySet().iterator();
    while (sum > most && oldest.hasNext()) {
      sum -= weight.applyAsLong(oldest.next().getValue());
      oldest.remove();
    }
    return value;
  }
}
