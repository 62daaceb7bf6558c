package dev.quipu.engine.storage;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which objects to list.
///
/// @param fields values that fields of the body must have (declared filterable fields only); all
///   must hold in the version that is in force. A text counts as it is, a number or boolean by its
///   canonical text, a list has each of its texts
/// @param after goes on behind this object; null = from the start
public record ObjectListing(
    ObjectType type, Map<String, String> fields, @Nullable Place after, int limit) {

  public ObjectListing {
    fields = Map.copyOf(fields);
  }

  /// A place in the order of creation.
  public record Place(LogPosition created, String id) {}
}
