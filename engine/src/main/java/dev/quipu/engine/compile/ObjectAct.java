package dev.quipu.engine.compile;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ValidTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;

/// What one of our own events does to an object: the payload of a `quipu.…` event, with every
/// choice already made.
sealed interface ObjectAct {

  Shape<Link> LINK =
      object(
          fields -> {
            var edgeType =
                fields.required("edge_type", word(EdgeType.values(), EdgeType::wireName));
            var type = fields.required("dst_type", word(ObjectType.values(), ObjectType::wireName));
            var id = fields.required("dst_object_id", text(1, Integer.MAX_VALUE));
            return fields.build(() -> new Link(edgeType, new ObjectRef(type, id)));
          });

  ObjectRef ref();

  /// Makes an object.
  ///
  /// @param links edges that are made with it, the object itself their source
  record Create(
      ObjectRef ref, JsonObject body, Instant validFrom, Instant validTo, List<Link> links)
      implements ObjectAct {

    public Create {
      links = List.copyOf(links);
    }

    Create(ObjectRef ref, JsonObject body, Instant validFrom) {
      this(ref, body, validFrom, ValidTime.FOREVER, List.of());
    }
  }

  /// An edge to be made.
  record Link(EdgeType type, ObjectRef target) {}

  record Change(ObjectRef ref, int version, JsonObject body, Instant effectiveAt)
      implements ObjectAct {}

  /// Puts right what is in force at an instant.
  record Correct(ObjectRef ref, int version, JsonObject body, Instant at) implements ObjectAct {}

  /// Ends what is in force.
  record Invalidate(ObjectRef ref, Instant when) implements ObjectAct {}

  record Delete(ObjectRef ref) implements ObjectAct {}

  record Restore(ObjectRef ref) implements ObjectAct {}

  /// The type of the event that does this to an object of a tenant.
  default EventType eventType() {
    return new EventType(
        EventType.RESERVED_PREFIX
            + switch (this) {
              case Create _ -> "object_created";
              case Change _ -> "object_changed";
              case Correct _ -> "object_corrected";
              case Invalidate _ -> "object_invalidated";
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
      case Create(var _, var body, var validFrom, var validTo, var links) -> {
        members.put("body", body);
        members.put("valid_from", Json.of(validFrom));
        if (!validTo.equals(ValidTime.FOREVER)) {
          members.put("valid_to", Json.of(validTo));
        }
        if (!links.isEmpty()) {
          members.put("links", new JsonArray(links.stream().<Json>map(ObjectAct::link).toList()));
        }
      }
      case Change(var _, var version, var body, var effectiveAt) -> {
        members.put("version", Json.of(version));
        members.put("body", body);
        members.put("effective_at", Json.of(effectiveAt));
      }
      case Correct(var _, var version, var body, var at) -> {
        members.put("version", Json.of(version));
        members.put("body", body);
        members.put("effective_at", Json.of(at));
      }
      case Invalidate(var _, var when) -> members.put("effective_at", Json.of(when));
      case Delete(var _), Restore(var _) -> {}
    }
    return new JsonObject(members);
  }

  private static JsonObject link(Link link) {
    return JsonObject.of(
        "edge_type", Json.of(link.type().wireName()),
        "dst_type", Json.of(link.target().type().wireName()),
        "dst_object_id", Json.of(link.target().id()));
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
    var validTo = fields.optional("valid_to", instant(), ValidTime.FOREVER);
    var links = fields.optional("links", listOf(LINK, Integer.MAX_VALUE), List.of());
    var effectiveAt = fields.optional("effective_at", instant(), Instant.EPOCH);
    if (!violations.isEmpty()) {
      throw new Corrupt("log.payload", "position " + recorded.position(), "not an object act");
    }
    var ref = new ObjectRef(type, id);
    return switch (act) {
      case CREATE -> new Create(ref, body, validFrom, validTo, links);
      case CHANGE -> new Change(ref, version.intValue(), body, effectiveAt);
      case CORRECT -> new Correct(ref, version.intValue(), body, effectiveAt);
      case INVALIDATE -> new Invalidate(ref, effectiveAt);
      case DELETE -> new Delete(ref);
      case RESTORE -> new Restore(ref);
    };
  }

  /// The words for acts in payloads.
  enum Word {
    CREATE("create"),
    CHANGE("change"),
    CORRECT("correct"),
    INVALIDATE("invalidate"),
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
        case Correct _ -> CORRECT;
        case Invalidate _ -> INVALIDATE;
        case Delete _ -> DELETE;
        case Restore _ -> RESTORE;
      };
    }
  }
}
