package dev.quipu.model.json;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads the fields of an object and gathers every fault with its pointer, instead of stopping at
/// the first.
///
/// ```java
/// var violations = new Violations();
/// var fields = Fields.of(json, Pointer.ROOT, violations);
/// var name = fields.required("name", text(1, 200));
/// var at = fields.optional("event_time", instant());
/// var agents = fields.optional("agent_ids", listOf(id(AgentId::new), 100), List.of());
/// fields.refuseOthers();
/// violations.throwIfAny();
/// return new Thing(name, at, agents);
/// ```
///
/// After a fault a field answers with a stand-in. So the order is: read all,
/// [Violations#throwIfAny], then use; or build a part in the midst of reading by [#build]. A `null`
/// that was sent counts as absent. Not thread-safe.
public final class Fields {

  private final JsonObject object;
  private final Pointer at;
  private final Violations violations;
  private final boolean present;
  private final Set<String> known = new LinkedHashSet<>();

  private Fields(JsonObject object, Pointer at, Violations violations, boolean present) {
    this.object = object;
    this.at = at;
    this.violations = violations;
    this.present = present;
  }

  /// Anything but an object is one fault, and then none of its fields is missed: that would only
  /// repeat it.
  public static Fields of(Json json, Pointer at, Violations violations) {
    return new Fields(
        Shape.object().read(json, at, violations), at, violations, json instanceof JsonObject);
  }

  public <T> T required(String name, Shape<T> shape) {
    var value = find(name);
    if (value != null) {
      return shape.read(value, at(name), violations);
    }
    if (present && !violations.isListed(at(name))) {
      refuse(name, "field.required", "Send this field; it must not be null.");
    }
    return shape.standIn();
  }

  /// Null if the field is absent.
  public <T> @Nullable T optional(String name, Shape<T> shape) {
    var value = find(name);
    return value == null ? null : shape.read(value, at(name), violations);
  }

  public <T> T optional(String name, Shape<T> shape, T otherwise) {
    var value = find(name);
    return value == null ? otherwise : shape.read(value, at(name), violations);
  }

  /// Whether the field was sent, be it as null: for the few places where that differs from absent.
  public boolean has(String name) {
    known.add(name);
    return object.has(name);
  }

  /// Where a field is, or would be.
  public Pointer at(String name) {
    return at.child(name);
  }

  /// Records a fault that only the caller of this class can see.
  public void refuse(String name, String code, String message) {
    violations.add(at(name), code, message);
  }

  /// Refuses every field that has not been asked for until now.
  public void refuseOthers() {
    for (var name : object.names()) {
      if (!known.contains(name)) {
        refuse(name, "field.unknown", known.stream().collect(joining(", ", "Known here: ", ".")));
      }
    }
  }

  /// Makes a value of fields already read, unless there is any fault so far; then nothing is made,
  /// and nothing will be used, since [Violations#throwIfAny] follows.
  public <T> T build(Supplier<T> making) {
    return violations.isEmpty() ? making.get() : Shape.withheld();
  }

  private @Nullable Json find(String name) {
    known.add(name);
    var value = object.get(name);
    return value == JsonNull.NULL ? null : value;
  }
}
