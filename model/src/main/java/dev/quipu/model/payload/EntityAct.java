package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventType;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody did to an entity, rather than said of it in a payload: what the event of it holds.
public sealed interface EntityAct {

  /// The entity that it was done to.
  Subject subject();

  /// An entity, by what is known of it without looking.
  record Subject(EntityId entity, String type, String name) {

    private JsonObject toJson() {
      return JsonObject.of(
          "entity_id", Json.of(entity.value()),
          "entity_type", Json.of(type),
          "name", Json.of(name));
    }
  }

  /// Puts fields right; null clears one.
  ///
  /// @param since from which instant on they are so; null = from when it was said
  record Correct(Subject subject, JsonObject fields, @Nullable Instant since)
      implements EntityAct {}

  /// Takes the correction of a field back.
  ///
  /// @param since from which instant on it counted; null = from when this was said
  record Withdraw(Subject subject, String field, String correction, @Nullable Instant since)
      implements EntityAct {}

  /// Deletes what the actor may write of it.
  record Delete(Subject subject, List<ObjectRef> aspects) implements EntityAct {
    public Delete {
      aspects = List.copyOf(aspects);
    }
  }

  /// Takes a deletion back.
  record Restore(Subject subject, List<ObjectRef> aspects) implements EntityAct {
    public Restore {
      aspects = List.copyOf(aspects);
    }
  }

  /// Says that it is another one.
  record Merge(Subject subject, Subject into, String reason) implements EntityAct {}

  /// Takes that back.
  record Unmerge(Subject subject, Subject from) implements EntityAct {}

  /// Says how it is related to another.
  record Relate(Subject subject, String type, Subject to) implements EntityAct {}

  /// Says that some of its observations speak of another.
  ///
  /// @param moves those observations
  record Split(Subject subject, Subject into, List<Move> moves, String reason)
      implements EntityAct {
    public Split {
      moves = List.copyOf(moves);
    }
  }

  /// An observation that counts for another entity.
  ///
  /// @param from the entity that it counted for until then
  record Move(String observation, EntityId from) {

    private static final Shape<Move> SHAPE =
        object(
            fields -> {
              var observation = fields.required("observation_id", text(1, Integer.MAX_VALUE));
              var from = fields.required("entity_id", text(1, Integer.MAX_VALUE));
              return fields.build(() -> new Move(observation, new EntityId(from)));
            });

    private JsonObject toJson() {
      return JsonObject.of(
          "observation_id", Json.of(observation), "entity_id", Json.of(from.value()));
    }
  }

  private Word done() {
    return switch (this) {
      case Correct _ -> Word.CORRECTED;
      case Withdraw _ -> Word.WITHDRAWN;
      case Delete _ -> Word.DELETED;
      case Restore _ -> Word.RESTORED;
      case Merge _ -> Word.MERGED;
      case Unmerge _ -> Word.UNMERGED;
      case Relate _ -> Word.RELATED;
      case Split _ -> Word.SPLIT;
    };
  }

  default EventType eventType() {
    return done().eventType();
  }

  /// Whether an event is of one of these.
  static boolean isDoneBy(Event event) {
    return event.eventType().value().startsWith(Word.PREFIX);
  }

  /// The id of one of the corrections that an event makes.
  static String correctionId(EventId event, int number) {
    return "cor_" + event.value().substring("evt_".length()) + "_" + number;
  }

  /// The event that made a correction; null if it cannot be one.
  static @Nullable EventId eventOf(String correctionId) {
    return correctionId.matches("cor_[0-9A-Z]{26}_[0-9]+")
        ? new EventId(
            "evt_" + correctionId.substring("cor_".length(), correctionId.lastIndexOf('_')))
        : null;
  }

  default JsonObject toPayload() {
    var members = new LinkedHashMap<String, Json>();
    members.put("entity_act", Json.of(done().wireName()));
    members.put("entity", subject().toJson());
    switch (this) {
      case Correct(var _, var fields, var since) -> {
        members.put("fields", fields);
        putIfThere(members, since);
      }
      case Withdraw(var _, var field, var correction, var since) -> {
        members.put("field", Json.of(field));
        members.put("correction", Json.of(correction));
        putIfThere(members, since);
      }
      case Delete(var _, var aspects) -> members.put("aspects", ids(aspects));
      case Restore(var _, var aspects) -> members.put("aspects", ids(aspects));
      case Merge(var _, var into, var reason) -> {
        members.put("other", into.toJson());
        members.put("reason", Json.of(reason));
      }
      case Unmerge(var _, var from) -> members.put("other", from.toJson());
      case Relate(var _, var type, var to) -> {
        members.put("type", Json.of(type));
        members.put("other", to.toJson());
      }
      case Split(var _, var into, var moves, var reason) -> {
        members.put("other", into.toJson());
        members.put("moves", new JsonArray(moves.stream().<Json>map(Move::toJson).toList()));
        members.put("reason", Json.of(reason));
      }
    }
    return new JsonObject(members);
  }

  private static void putIfThere(Map<String, Json> members, @Nullable Instant since) {
    if (since != null) {
      members.put("since", Json.of(since));
    }
  }

  private static JsonArray ids(List<ObjectRef> aspects) {
    return JsonArray.ofTexts(aspects.stream().map(ObjectRef::id).toList());
  }

  /// The counterpart of [#toPayload].
  static EntityAct read(Event event) {
    var violations = new Violations();
    var fields = Fields.of(event.payload(), Pointer.ROOT, violations);
    var act = fields.required("entity_act", word(Word.values(), Word::wireName));
    var subject = fields.required("entity", object(EntityAct::subject));
    var values = fields.optional("fields", object(), JsonObject.EMPTY);
    var field = fields.optional("field", text(0, Integer.MAX_VALUE), "");
    var correction = fields.optional("correction", text(1, Integer.MAX_VALUE), "");
    var aspects =
        fields.optional("aspects", texts(), List.of()).stream()
            .map(id -> new ObjectRef(ObjectType.MEMORY, id))
            .toList();
    var other = fields.optional("other", object(EntityAct::subject), subject);
    var type = fields.optional("type", text(1, Integer.MAX_VALUE), "");
    var reason = fields.optional("reason", text(0, Integer.MAX_VALUE), "");
    var since = fields.optional("since", instant());
    var moves = fields.optional("moves", listOf(Move.SHAPE, Integer.MAX_VALUE), List.of());
    if (!violations.isEmpty()) {
      throw new Corrupt("log.payload", event.eventId().value(), "not an act on an entity");
    }
    return switch (act) {
      case CORRECTED -> new Correct(subject, values, since);
      case WITHDRAWN -> new Withdraw(subject, field, correction, since);
      case DELETED -> new Delete(subject, aspects);
      case RESTORED -> new Restore(subject, aspects);
      case MERGED -> new Merge(subject, other, reason);
      case UNMERGED -> new Unmerge(subject, other);
      case RELATED -> new Relate(subject, type, other);
      case SPLIT -> new Split(subject, other, moves, reason);
    };
  }

  private static Shape<List<String>> texts() {
    return listOf(text(1, Integer.MAX_VALUE), Integer.MAX_VALUE);
  }

  private static Subject subject(Fields fields) {
    var id = fields.required("entity_id", text(1, Integer.MAX_VALUE));
    var type = fields.required("entity_type", text(1, Integer.MAX_VALUE));
    var name = fields.required("name", text(0, Integer.MAX_VALUE));
    return fields.build(() -> new Subject(new EntityId(id), type, name));
  }

  /// The words for acts in payloads and in the types of their events.
  enum Word {
    CORRECTED,
    WITHDRAWN,
    DELETED,
    RESTORED,
    MERGED,
    UNMERGED,
    RELATED,
    SPLIT;

    private static final String PREFIX = EventType.RESERVED_PREFIX + "entity_";

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    public EventType eventType() {
      return new EventType(PREFIX + wireName());
    }
  }
}
