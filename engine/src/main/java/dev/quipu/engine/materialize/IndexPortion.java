package dev.quipu.engine.materialize;

import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.ViewRows;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The documents that a portion of the log has made or changed, as they stand in the snapshot,
/// which may be further on: then a later portion puts some of them again, and nothing is lost by
/// that.
///
/// What an entry tells of itself (its effects) is not all that it changed: it may have marked what
/// its writer cannot see. But whatever it changed has a rectangle that it closed.
final class IndexPortion {

  private final Snapshot snapshot;
  private final ViewRows views;
  private final LogPosition after;
  private final List<LogLine> lines;
  private final Map<LogPosition, Event> entries = new HashMap<>();
  private final List<IndexDocument> documents = new ArrayList<>();

  private IndexPortion(Snapshot snapshot, LogPosition after, List<LogLine> lines) {
    this.snapshot = snapshot;
    this.views = snapshot.views();
    this.after = after;
    this.lines = lines;
  }

  /// @param lines of the log right after the position, at least one
  static List<IndexDocument> of(Snapshot snapshot, LogPosition after, List<LogLine> lines) {
    var portion = new IndexPortion(snapshot, after, lines);
    portion.make();
    return portion.documents;
  }

  private void make() {
    var touched = new LinkedHashSet<ObjectRef>();
    for (var line : lines) {
      switch (line) {
        case LogEntry entry -> {
          entries.put(entry.position(), entry.event());
          if (!entry.event().eventType().isReserved()) {
            add(List.of(IndexDocuments.of(entry)));
          }
          entry.effects().forEach(effect -> touched.add(effect.object()));
        }
        case ErasedEntry _ -> {}
      }
    }
    var closed = new LinkedHashMap<ObjectRef, List<SpanRow>>();
    for (var span : views.closed(after, lines.getLast().position())) {
      closed.computeIfAbsent(span.ref(), _ -> new ArrayList<>()).add(span);
    }
    touched.addAll(closed.keySet());
    for (var ref : touched) {
      if (ref.type() != ObjectType.EVENT && IndexDocument.isFound(ref.type())) {
        add(ref, closed.getOrDefault(ref, List.of()));
      }
    }
  }

  private void add(ObjectRef ref, List<SpanRow> closed) {
    var object = views.object(ref);
    if (object == null || !object.envelope().indexed()) {
      return;
    }
    Set<SpanRow> spans = new LinkedHashSet<>();
    if (object.everDeleted()) {
      spans.addAll(views.opened(ref, LogPosition.START));
    } else {
      spans.addAll(closed);
      spans.addAll(views.opened(ref, after));
    }
    var tombstones = object.everDeleted() ? views.tombstones(ref) : List.<TombstoneRow>of();
    var maker = makerOf(object);
    var contents = new HashMap<Integer, IndexDocuments.Content>();
    for (var span : spans) {
      // A rectangle that was cut in two says the same in both parts.
      var content =
          contents.computeIfAbsent(span.version(), number -> contentOf(object, number, maker));
      if (content != null) {
        add(IndexDocuments.of(content, span, tombstones));
      }
    }
  }

  private IndexDocuments.@Nullable Content contentOf(
      ObjectRow object, int number, @Nullable Event maker) {
    var version = views.version(object.ref(), number);
    return version == null ? null : IndexDocuments.Content.of(object, version, maker);
  }

  private void add(List<IndexDocument> made) {
    for (var document : made) {
      if (document.envelope().indexed()) {
        documents.add(document);
      }
    }
  }

  /// The event that made an object; null if it was written as such, or the event was erased.
  private @Nullable Event makerOf(ObjectRow object) {
    var event = entries.computeIfAbsent(object.created(), this::eventAt);
    return event == null || event.eventType().isReserved() ? null : event;
  }

  private @Nullable Event eventAt(LogPosition position) {
    return snapshot.log(new LogPosition(position.value() - 1), 1).stream()
        .filter(LogEntry.class::isInstance)
        .map(line -> ((LogEntry) line).event())
        .findFirst()
        .orElse(null);
  }
}
