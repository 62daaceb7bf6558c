package dev.quipu.engine.storage;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which objects to list.
///
/// @param fields values that fields of the body must have (declared filterable fields only); all
///   must hold in the version that is in force. A text counts as it is, a number or boolean by its
///   canonical text, a list has each of its texts
/// @param after goes on behind this object, in the order of the list; null = from the start
public record ObjectListing(
    ObjectType type,
    Map<String, String> fields,
    @Nullable Place after,
    int limit,
    boolean newestFirst) {

  /// In the order of creation.
  public ObjectListing(
      ObjectType type, Map<String, String> fields, @Nullable Place after, int limit) {
    this(type, fields, after, limit, false);
  }

  public ObjectListing {
    fields = Map.copyOf(fields);
  }

  /// The same, going on behind a place.
  public ObjectListing behind(Place place) {
    return new ObjectListing(type, fields, place, limit, newestFirst);
  }

  /// A place in the order of creation.
  public record Place(LogPosition created, String id) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::created).thenComparing(Place::id);

    /// Before everything in the order of creation, behind everything in the reverse.
    public static final Place START = new Place(LogPosition.START, "");

    /// Behind everything in the order of creation.
    public static final Place END = new Place(LogPosition.FOREVER, "");

    public static Place of(ObjectRow object) {
      return new Place(object.created(), object.ref().id());
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /// Where the list goes on from.
  public Place place() {
    if (after != null) {
      return after;
    }
    return newestFirst ? Place.END : Place.START;
  }
}
