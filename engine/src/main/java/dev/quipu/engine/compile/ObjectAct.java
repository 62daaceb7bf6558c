package dev.quipu.engine.compile;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Recorded;
import java.time.Instant;
import java.util.LinkedHashMap;

/// What one of our own events does to an object: the payload of a `quipu.…` event, with every
/// choice already made.
sealed interface ObjectAct {

  ObjectRef ref();

  record Create(ObjectRef ref, JsonObject body, Instant validFrom) implements ObjectAct {}

  record Change(ObjectRef ref, int version, JsonObject body, Instant effectiveAt)
      implements ObjectAct {}

  record Delete(ObjectRef ref) implements ObjectAct {}

  record Restore(ObjectRef ref) implements ObjectAct {}

  /// The type of the event that does this to an object of a tenant.
  default EventType eventType() {
    return new EventType(
        EventType.RESERVED_PREFIX
            + switch (this) {
              case Create _ -> "object_created";
              case Change _ -> "object_changed";
              case Delete _ -> "object_deleted";
              case Restore _ -> "object_restored";
            });
  }

  default JsonObject toPayload() {
    var members = new LinkedHashMap<String, Json>();
    members.put("act", Json.of(Word.of(this).wireName()));
    members.put("object_type", Json.of(ref().type().wireName()));
    members.put("object_id", Json.of(ref().id()));
    switch (this) {
      case Create(var _, var body, var validFrom) -> {
        members.put("body", body);
        members.put("valid_from", Json.of(validFrom));
      }
      case Change(var _, var version, var body, var effectiveAt) -> {
        members.put("version", Json.of(version));
        members.put("body", body);
        members.put("effective_at", Json.of(effectiveAt));
      }
      case Delete(var _), Restore(var _) -> {}
    }
    return new JsonObject(members);
  }

  /// The counterpart of [#toPayload].
  static ObjectAct read(Recorded recorded) {
    var violations = new Violations();
    var fields = Fields.of(recorded.event().payload(), Pointer.ROOT, violations);
    var act = fields.required("act", word(Word.values(), Word::wireName));
    var type = fields.required("object_type", word(ObjectType.values(), ObjectType::wireName));
    var id = fields.required("object_id", text(1, Integer.MAX_VALUE));
    var version = fields.optional("version", integer(1, Integer.MAX_VALUE), 1L);
    var body = fields.optional("body", object(), JsonObject.EMPTY);
    var validFrom = fields.optional("valid_from", instant(), Instant.EPOCH);
    var effectiveAt = fields.optional("effective_at", instant(), Instant.EPOCH);
    if (!violations.isEmpty()) {
      throw new Corrupt("log.payload", "position " + recorded.position(), "not an object act");
    }
    var ref = new ObjectRef(type, id);
    return switch (act) {
      case CREATE -> new Create(ref, body, validFrom);
      case CHANGE -> new Change(ref, version.intValue(), body, effectiveAt);
      case DELETE -> new Delete(ref);
      case RESTORE -> new Restore(ref);
    };
  }

  /// The words for acts in payloads.
  enum Word {
    CREATE("create"),
    CHANGE("change"),
    DELETE("delete"),
    RESTORE("restore");

    private final String wireName;

    Word(String wireName) {
      this.wireName = wireName;
    }

    String wireName() {
      return wireName;
    }

    static Word of(ObjectAct act) {
      return switch (act) {
        case Create _ -> CREATE;
        case Change _ -> CHANGE;
        case Delete _ -> DELETE;
        case Restore _ -> RESTORE;
      };
    }
  }
}
