package dev.quipu.model.object;

import dev.quipu.model.json.Json;

/// One field of a canonical object.
///
/// @param otherwise the value of a field that nobody gave; null may stand there
/// @param listed whether lists can be filtered by it
public record SchemaField(
    String name, FieldKind kind, Setting setting, Json otherwise, boolean listed) {

  /// Who sets a field, and when.
  public enum Setting {
    /// The object's own id: given, or made by us.
    ID,
    /// By us. A caller may repeat the value, not choose it.
    STAMPED,
    /// By the caller, who must.
    REQUIRED,
    /// By the caller, at creation only.
    ONCE,
    /// By the caller, at any time.
    OPEN
  }

  static SchemaField id(String name) {
    return new SchemaField(name, new FieldKind.Id(), Setting.ID, Json.NULL, false);
  }

  static SchemaField stamped(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.STAMPED, Json.NULL, false);
  }

  static SchemaField required(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.REQUIRED, Json.NULL, true);
  }

  static SchemaField once(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.ONCE, Json.NULL, false);
  }

  static SchemaField open(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.OPEN, Json.NULL, false);
  }

  SchemaField or(Json otherwise) {
    return new SchemaField(name, kind, setting, otherwise, listed);
  }

  SchemaField inLists() {
    return new SchemaField(name, kind, setting, otherwise, true);
  }
}
