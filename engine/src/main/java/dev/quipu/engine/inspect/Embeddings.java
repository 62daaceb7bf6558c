package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads embeddings. None is kept: there is one as long as the caller sees a memory with its text,
/// and it looks as the oldest such memory makes it look. Thread-safe.
public final class Embeddings {

  private static final String CONTENT = "content";
  private static final int FEW = 8;

  private final Reads reads;

  public Embeddings(ReadPorts ports) {
    this.reads = new Reads(ports);
  }

  /// An embedding, by the memory that it is of.
  ///
  /// @param created when the memory came to have its text
  public record Embedding(String vectorId, ObjectView memory, Instant created) {

    public String text() {
      return String.valueOf(memory.stored().version().body().text("text"));
    }
  }

  public Answer<Embedding> embedding(Caller caller, String vectorId, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<Embedding>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var memory = memoryOf(vectorId, snapshot, at, caller, reading);
              return memory == null ? null : new Answer<>(of(memory, snapshot, at), at);
            });
    if (answer == null) {
      throw ObjectType.EMBEDDING.absent();
    }
    reads.note(caller, answer.value().memory().reason(), "object/embedding/" + vectorId);
    return answer;
  }

  /// The embeddings of all memories, each once, in the order in which their memories were made. A
  /// page looks at as many memories as it may have items, and can have fewer of these.
  ///
  /// @param vectorId the only one that is wanted; null = all
  public Page<Embedding> embeddings(
      Caller caller, @Nullable String vectorId, ReadTime time, Page.Request page) {
    var list = "objects/embedding" + Objects.toString(vectorId, "");
    Map<String, String> fields = vectorId == null ? Map.of() : Map.of(CONTENT, vectorId);
    var result =
        reads.<Page<Embedding>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var after = Reads.placeIn(start.place());
              var listing = new ObjectListing(ObjectType.MEMORY, fields, after, page.limit() + 1);
              return reads.page(
                  page,
                  start,
                  list,
                  caller,
                  snapshot.objects(listing, start.at()),
                  stored -> Reads.cursorAt(ObjectListing.Place.of(stored.object())),
                  stored -> firstOf(stored, snapshot, start.at(), caller, reading));
            });
    reads.noteAll(
        caller, result.items().stream().map(item -> item.memory().reason()).toList(), list);
    return result;
  }

  /// The embedding of a memory, unless an older one has it too.
  private static @Nullable Embedding firstOf(
      StoredObject stored, Snapshot snapshot, At at, Caller caller, Reading reading) {
    var vector = stored.version().body().text(CONTENT);
    var memory = vector == null ? null : memoryOf(vector, snapshot, at, caller, reading);
    return memory != null && memory.stored().object().ref().equals(stored.object().ref())
        ? of(memory, snapshot, at)
        : null;
  }

  /// The oldest memory with this embedding that the caller sees; null if there is none.
  static @Nullable ObjectView memoryOf(
      String vectorId, Snapshot snapshot, At at, Caller caller, Reading reading) {
    ObjectListing.@Nullable Place after = null;
    while (true) {
      var listing = new ObjectListing(ObjectType.MEMORY, Map.of(CONTENT, vectorId), after, FEW);
      var memories = snapshot.objects(listing, at);
      for (var stored : memories) {
        var view = Inspect.view(snapshot, stored, at, caller, reading);
        if (view != null) {
          return view;
        }
      }
      if (memories.size() < FEW) {
        return null;
      }
      after = ObjectListing.Place.of(memories.getLast().object());
    }
  }

  static Embedding of(ObjectView memory, Snapshot snapshot, At at) {
    var stored = memory.stored();
    var vector = String.valueOf(stored.version().body().text(CONTENT));
    var since = snapshot.visibleTimeOf(madeAt(stored, vector, snapshot, at));
    return new Embedding(vector, memory, since == null ? stored.span().validFrom() : since);
  }

  /// Where the first of the versions stands that have had this text without a break.
  private static LogPosition madeAt(StoredObject stored, String vector, Snapshot snapshot, At at) {
    var position = stored.version().position();
    int version = stored.version().version();
    while (version > 1) {
      var history =
          snapshot.history(stored.object().ref(), at.asKnownAt(), new HistoryPage(version, FEW));
      var earlier = history == null ? List.<StoredObject>of() : history.versions();
      for (var each : earlier) {
        if (!vector.equals(each.version().body().text(CONTENT))) {
          return position;
        }
        position = each.version().position();
        version = each.version().version();
      }
      if (earlier.size() < FEW) {
        return position;
      }
    }
    return position;
  }
}
