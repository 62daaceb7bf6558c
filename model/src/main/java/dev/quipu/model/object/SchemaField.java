package dev.quipu.model.object;

import dev.quipu.model.json.Json;

/// One field of a canonical object.
///
/// @param otherwise the value of a field that nobody gave; null may stand there
/// @param listing whether lists can be filtered by it, and how
public record SchemaField(
    String name, FieldKind kind, Setting setting, Json otherwise, Listing listing) {

  /// How lists are filtered by a field.
  public sealed interface Listing {

    record Never() implements Listing {}

    /// By rows that name its values.
    record ByKey() implements Listing {}

    /// By such rows, but for the one value that nearly all objects have: that one is looked for by
    /// looking at each.
    record ByKeyUnless(Json usual) implements Listing {}

    /// By looking at each object: rows for values that few ask for would cost every write.
    record ByLooking() implements Listing {}

    /// By the event that the field names, which tells what it has made.
    ///
    /// @param parameter what the filter is called: it names one event, even if the field has many
    record ByEvent(String parameter) implements Listing {}
  }

  /// What a filter by this field is called.
  public String parameter() {
    return listing instanceof Listing.ByEvent(var parameter) ? parameter : name;
  }

  /// What a value is that the field is filtered by: one of those that it may hold.
  public FieldKind sought() {
    return switch (kind) {
      case FieldKind.Media() -> new FieldKind.Text(MediaType.MAX_LENGTH);
      case FieldKind.Ids _ -> new FieldKind.Id();
      case FieldKind.Texts(var _, var maxLength) -> new FieldKind.Text(maxLength);
      default -> kind;
    };
  }

  /// Whether lists can be filtered by it.
  public boolean listed() {
    return !(listing instanceof Listing.Never);
  }

  /// Whether rows name this value.
  boolean keys(Json value) {
    return switch (listing) {
      case Listing.Never(), Listing.ByLooking(), Listing.ByEvent(var _) -> false;
      case Listing.ByKey() -> true;
      case Listing.ByKeyUnless(var usual) -> !usual.equals(value);
    };
  }

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
    OPEN,
    /// By nobody: it is not kept, but follows from something else when the object is shown.
    COMPUTED
  }

  static SchemaField id(String name) {
    return new SchemaField(name, new FieldKind.Id(), Setting.ID, Json.NULL, new Listing.Never());
  }

  static SchemaField stamped(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.STAMPED, Json.NULL, new Listing.Never());
  }

  static SchemaField required(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.REQUIRED, Json.NULL, new Listing.ByKey());
  }

  static SchemaField once(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.ONCE, Json.NULL, new Listing.Never());
  }

  static SchemaField open(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.OPEN, Json.NULL, new Listing.Never());
  }

  static SchemaField computed(String name, FieldKind kind) {
    return new SchemaField(name, kind, Setting.COMPUTED, Json.NULL, new Listing.Never());
  }

  SchemaField or(Json otherwise) {
    return new SchemaField(name, kind, setting, otherwise, listing);
  }

  SchemaField inLists() {
    return new SchemaField(name, kind, setting, otherwise, new Listing.ByKey());
  }

  SchemaField inListsUnless(Json usual) {
    return new SchemaField(name, kind, setting, otherwise, new Listing.ByKeyUnless(usual));
  }

  SchemaField byLooking() {
    return new SchemaField(name, kind, setting, otherwise, new Listing.ByLooking());
  }

  SchemaField byEvent(String parameter) {
    return new SchemaField(name, kind, setting, otherwise, new Listing.ByEvent(parameter));
  }
}
