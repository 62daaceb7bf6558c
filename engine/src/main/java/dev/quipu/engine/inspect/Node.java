package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EntryHeader;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;

/// Something that edges join, as a caller sees it, with the reason why it may.
public sealed interface Node {

  ObjectRef ref();

  Verdict reason();

  /// The fields that computed edges are read out of.
  JsonObject fields();

  /// About how many bytes it has.
  long weight();

  /// Where the entry stands that made it, as it is.
  default LogPosition made() {
    return switch (this) {
      case Stored(var stored, var _) -> stored.version().position();
      case Happened(var entry, var _) -> entry.position();
      case Embedded(var _, var embedding, var _) ->
          embedding.memory().stored().version().position();
    };
  }

  record Stored(StoredObject stored, Verdict reason) implements Node {

    @Override
    public ObjectRef ref() {
      return stored.object().ref();
    }

    @Override
    public JsonObject fields() {
      return stored.version().body();
    }

    @Override
    public long weight() {
      return Canonical.bytes(fields()).length;
    }
  }

  record Happened(LogEntry entry, Verdict reason) implements Node {

    @Override
    public ObjectRef ref() {
      return ObjectRef.of(entry.eventId());
    }

    @Override
    public JsonObject fields() {
      return new JsonObject(EntryHeader.eventFields(entry.event()));
    }

    @Override
    public long weight() {
      return entry.content().payload().length;
    }
  }

  /// An embedding: it is there as long as some memory has it as its content.
  ///
  /// @param embedding out of the first of those that the caller sees
  record Embedded(ObjectRef ref, Embeddings.Embedding embedding, Verdict reason) implements Node {

    @Override
    public JsonObject fields() {
      return JsonObject.EMPTY;
    }

    @Override
    public long weight() {
      return Canonical.bytes(embedding.memory().stored().version().body()).length;
    }
  }
}
