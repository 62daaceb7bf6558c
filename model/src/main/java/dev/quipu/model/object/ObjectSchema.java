package dev.quipu.model.object;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.SchemaField.Listing;
import dev.quipu.model.object.SchemaField.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of one type of object: exactly the seed's, in its order. A body always has all of
/// them that are kept; what is unset is null. It may hold more that is for us alone.
public record ObjectSchema(ObjectType type, List<SchemaField> fields) {

  public ObjectSchema {
    fields = List.copyOf(fields);
  }

  /// The field that holds the object's own id; null if none does.
  public @Nullable SchemaField idField() {
    return fields.stream().filter(field -> field.setting() == Setting.ID).findFirst().orElse(null);
  }

  public @Nullable SchemaField field(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElse(null);
  }

  /// A new body out of what the caller gave and what we set.
  ///
  /// @param stamps the id, all stamped fields, and what stands for fields that were not given
  public JsonObject complete(
      JsonObject given, Map<String, Json> stamps, Pointer at, Violations violations) {
    var body = new LinkedHashMap<String, Json>();
    for (var field : fields) {
      var value = given.get(field.name());
      var stamp = stamps.getOrDefault(field.name(), field.otherwise());
      var place = at.child(field.name());
      if (field.setting() == Setting.COMPUTED) {
        if (value != null && value != JsonNull.NULL) {
          refuseComputed(place, violations);
        }
        continue;
      }
      if (value == null || value == JsonNull.NULL) {
        if (field.setting() == Setting.REQUIRED && stamp == JsonNull.NULL) {
          violations.add(place, "field.required", "Send this field; it must not be null.");
        }
        body.put(field.name(), stamp);
        continue;
      }
      var normal = field.kind().normalise(value, place, violations);
      if (field.setting() == Setting.STAMPED && !normal.equals(stamp)) {
        violations.add(place, "field.stamped", "This field is set by the server: leave it out.");
      }
      body.put(field.name(), normal);
    }
    refuseUnknown(given, at, violations);
    return new JsonObject(body);
  }

  /// The body after a merge patch (RFC 7396): null clears, what is not named stays, also inside of
  /// fields that hold objects of the caller's own making.
  public JsonObject patched(JsonObject body, JsonObject patch, Pointer at, Violations violations) {
    var changed = new LinkedHashMap<>(body.members());
    check(patch, at, violations)
        .forEach(
            (field, value) -> {
              if (field.setting() == Setting.OPEN) {
                boolean cleared = patch.get(field.name()) == JsonNull.NULL;
                var before = body.get(field.name());
                changed.put(field.name(), cleared ? value : merged(field, before, value));
              } else if (!value.equals(body.get(field.name()))) {
                violations.add(
                    at.child(field.name()), "field.fixed", "This field cannot be changed.");
              }
            });
    return new JsonObject(changed);
  }

  private static Json merged(SchemaField field, @Nullable Json before, Json said) {
    return switch (field.kind()) {
      case FieldKind.Document(), FieldKind.Value() -> merged(before, said);
      default -> said;
    };
  }

  /// RFC 7396, section 2.
  private static Json merged(@Nullable Json before, Json said) {
    if (!(said instanceof JsonObject patch)) {
      return said;
    }
    var members = new LinkedHashMap<String, Json>();
    if (before instanceof JsonObject object) {
      members.putAll(object.members());
    }
    patch
        .members()
        .forEach(
            (name, value) -> {
              if (value == JsonNull.NULL) {
                members.remove(name);
              } else {
                members.put(name, merged(members.get(name), value));
              }
            });
    return new JsonObject(members);
  }

  /// What a merge patch says of each field that it names, in the form it is kept in. Finds the
  /// faults that it has whatever it is applied to.
  public Map<SchemaField, Json> check(JsonObject patch, Pointer at, Violations violations) {
    var said = new LinkedHashMap<SchemaField, Json>();
    for (var field : fields) {
      var value = patch.get(field.name());
      if (value != null && field.setting() == Setting.COMPUTED) {
        refuseComputed(at.child(field.name()), violations);
      } else if (value != null) {
        said.put(
            field,
            value == JsonNull.NULL
                ? field.otherwise()
                : field.kind().normalise(value, at.child(field.name()), violations));
      }
    }
    refuseUnknown(patch, at, violations);
    return said;
  }

  private static void refuseComputed(Pointer at, Violations violations) {
    violations.add(at, "field.computed", "This field follows from others: leave it out.");
  }

  /// What lists can find this body by.
  public Map<String, String> listKeys(JsonObject body) {
    var keys = new LinkedHashMap<String, String>();
    for (var field : fields) {
      var value = body.get(field.name());
      if (value != null && value != JsonNull.NULL && field.keys(value)) {
        keys.put(field.name(), listValue(value));
      }
    }
    var lifecycle = Lifecycle.of(body);
    if (lifecycle != Lifecycle.ACTIVE) {
      keys.put(Lifecycle.MEMBER, lifecycle.wireName());
    }
    return keys;
  }

  /// Whether rows name this value of a field, so that objects with it can be looked up.
  public boolean isKeyed(String name, String value) {
    if (name.equals(Lifecycle.MEMBER)) {
      return !value.equals(Lifecycle.ACTIVE.wireName());
    }
    var field = field(name);
    return field != null
        && switch (field.listing()) {
          case Listing.Never(), Listing.ByLooking(), Listing.ByEvent(var _) -> false;
          case Listing.ByKey() -> true;
          case Listing.ByKeyUnless(var usual) -> !listValue(usual).equals(value);
        };
  }

  /// The same body with its fields in the order of the seed, and nothing else; stored bytes are
  /// sorted by name.
  JsonObject ordered(Map<String, Json> computed, JsonObject body) {
    var members = new LinkedHashMap<String, Json>();
    for (var field : fields) {
      var value = computed.get(field.name());
      members.put(field.name(), value == null ? Json.ofNullable(body.get(field.name())) : value);
    }
    return new JsonObject(members);
  }

  /// A value as it is written in a query string.
  public static String listValue(Json value) {
    return value instanceof JsonString(var text) ? text : Canonical.text(value);
  }

  private void refuseUnknown(JsonObject given, Pointer at, Violations violations) {
    for (var name : given.names()) {
      if (field(name) == null) {
        var known = String.join(", ", fields.stream().map(SchemaField::name).toList());
        violations.add(at.child(name), "field.unknown", "Known here: " + known + ".");
      }
    }
  }
}
