package dev.quipu.engine.materialize;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the row by which two spaces differ without holding either in memory: the rows are summed
/// in buckets by their hash, and only the buckets that differ are looked at row by row.
final class FirstDifference {

  private static final int BUCKETS = 4096;

  private FirstDifference() {}

  static @Nullable String between(Snapshot snapshot, SpaceId active, SpaceId replayed) {
    var actual = sums(snapshot, active);
    var wanted = sums(snapshot, replayed);
    var missing = rows(snapshot, replayed, actual, wanted);
    for (var row : rows(snapshot, active, actual, wanted).entrySet()) {
      if (missing.remove(row.getKey()) == null) {
        return "this row does not follow from the log: " + row.getValue();
      }
    }
    return missing.isEmpty() ? null : "this row is missing: " + missing.values().iterator().next();
  }

  private static Digest[] sums(Snapshot snapshot, SpaceId space) {
    var sums = new Digest[BUCKETS];
    Arrays.fill(sums, Digest.EMPTY);
    snapshot.rows(
        space,
        row -> {
          var hash = row.hash();
          sums[bucket(hash)] = sums[bucket(hash)].plus(hash);
        });
    return sums;
  }

  /// The rows of the buckets that differ, in order.
  private static Map<Hash, ViewRow> rows(
      Snapshot snapshot, SpaceId space, Digest[] actual, Digest[] wanted) {
    var rows = new LinkedHashMap<Hash, ViewRow>();
    snapshot.rows(
        space,
        row -> {
          var hash = row.hash();
          if (!actual[bucket(hash)].equals(wanted[bucket(hash)])) {
            rows.put(hash, row);
          }
        });
    return rows;
  }

  private static int bucket(Hash hash) {
    var bytes = hash.bytes();
    return ((bytes[0] & 0xff) << 4) | ((bytes[1] & 0xff) >>> 4);
  }
}
