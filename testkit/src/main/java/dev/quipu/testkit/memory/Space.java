package dev.quipu.testkit.memory;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows of one space. Never changed: applying changes makes another.
record Space(SortedMap<RowKey, ViewRow> rows) {

  static final Space EMPTY = new Space(new TreeMap<>());

  Space {
    rows = Collections.unmodifiableSortedMap(rows);
  }

  <R extends ViewRow> Stream<R> all(Class<R> kind) {
    return rows.values().stream().filter(kind::isInstance).map(kind::cast);
  }

  /// Those that are about an object, or an edge at it.
  <R extends ViewRow> Stream<R> of(Class<R> kind, ObjectRef ref) {
    var range = rows.subMap(RowKey.before(kind, ref), RowKey.behind(kind, ref));
    return range.values().stream().map(kind::cast);
  }

  @Nullable ViewRow find(RowKey key) {
    return rows.get(key);
  }

  /// Refuses changes that do not fit: they would make the kept digest lie.
  Space apply(Changes changes) {
    var after = new TreeMap<>(rows);
    for (var change : changes.changes()) {
      switch (change) {
        case Change.Put(var row) -> {
          if (after.putIfAbsent(RowKey.of(row), row) != null) {
            throw new IllegalArgumentException("there is already a row like " + row);
          }
        }
        case Change.Replace(var before, var row) -> {
          if (!RowKey.of(before).equals(RowKey.of(row))) {
            throw new IllegalArgumentException(row + " has another key than " + before);
          }
          if (!before.equals(after.put(RowKey.of(row), row))) {
            throw new IllegalArgumentException("there is no row " + before);
          }
        }
      }
    }
    return new Space(after);
  }

  Space withoutFirst(int count) {
    var after = new TreeMap<>(rows);
    rows.keySet().stream().limit(count).forEach(after::remove);
    return new Space(after);
  }

  /// Summed up anew each time: what the adapters keep is measured by this.
  Digest digest() {
    var digest = Digest.EMPTY;
    for (var row : rows.values()) {
      digest = digest.plus(row.hash());
    }
    return digest;
  }
}
