package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The versions of several objects as if they were one, newest first: each makes a new version of
/// the whole.
final class MergedVersions {

  private static final int PORTION = 64;

  private static final Comparator<Source> LATEST =
      Comparator.<Source, LogPosition>comparing(source -> source.current().version().position())
          .thenComparing(source -> source.ref.id());

  private final List<Source> sources;
  private int number;

  MergedVersions(Snapshot snapshot, List<StoredObject> objects, LogPosition asKnownAt) {
    this.sources =
        objects.stream().map(each -> new Source(snapshot, each.object().ref(), asKnownAt)).toList();
    this.number = sources.stream().mapToInt(Source::left).sum();
  }

  /// How many there are.
  int total() {
    return number;
  }

  /// A version of the whole.
  ///
  /// @param changed the version that made it
  /// @param all the version of each that was the latest then
  record State(int number, StoredObject changed, List<VersionRow> all) {}

  /// Null behind the first.
  @Nullable State next() {
    var latest = sources.stream().filter(Source::isLeft).max(LATEST).orElse(null);
    if (latest == null) {
      return null;
    }
    var all =
        sources.stream().filter(Source::isLeft).map(source -> source.current().version()).toList();
    var state = new State(number--, latest.current(), all);
    latest.drop();
    return state;
  }

  /// The versions of one of them.
  private static final class Source {

    private final Snapshot snapshot;
    private final ObjectRef ref;
    private final LogPosition asKnownAt;
    private final Deque<StoredObject> ready = new ArrayDeque<>();

    Source(Snapshot snapshot, ObjectRef ref, LogPosition asKnownAt) {
      this.snapshot = snapshot;
      this.ref = ref;
      this.asKnownAt = asKnownAt;
      read(Integer.MAX_VALUE);
    }

    boolean isLeft() {
      return !ready.isEmpty();
    }

    StoredObject current() {
      return Objects.requireNonNull(ready.peek());
    }

    /// Versions count from 1 without a gap.
    int left() {
      return ready.isEmpty() ? 0 : current().version().version();
    }

    void drop() {
      int last = ready.remove().version().version();
      if (ready.isEmpty()) {
        read(last);
      }
    }

    private void read(int before) {
      var history = snapshot.history(ref, asKnownAt, new HistoryPage(before, PORTION));
      if (history != null) {
        ready.addAll(history.versions());
      }
    }
  }
}
