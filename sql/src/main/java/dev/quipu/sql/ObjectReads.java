package dev.quipu.sql;

import dev.quipu.engine.storage.History;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads objects: one, many, or one with its versions.
final class ObjectReads {

  private static final String SELECT_STORED =
      "SELECT " + ViewTables.OBJECT + ", " + ViewTables.SPAN + ", " + ViewTables.VERSION;

  /// A type that is put together is not held against the condition of the index that leaves events
  /// out: that doubled the time of a read.
  private static final String ONE = "WHERE o.space = ? AND o.type = ? || '' AND o.id = ? ";

  private static final String SOME = "WHERE o.space = ? AND o.type = ? || '' AND o.id IN (";

  private static final String FROM_STORED =
      SELECT_STORED + " FROM object o CROSS JOIN span s CROSS JOIN version v ";

  private static final String FIND = FROM_STORED + ONE;

  /// The type is said twice because the index leaves events out.
  private static final String LIST =
      SELECT_STORED
          + """
          FROM object o CROSS JOIN span s CROSS JOIN version v
          WHERE o.space = ? AND o.type = ? AND o.type <> 'event' AND (o.created, o.id) %s (?, ?)
          """;

  private static final String LIST_ORDER = " ORDER BY o.created %1$s, o.id %1$s LIMIT ? + 0";

  private static final String LIST_BY_FIELD =
      SELECT_STORED
          + """
          FROM list_key k CROSS JOIN object o CROSS JOIN span s CROSS JOIN version v
          WHERE k.space = ? AND k.type = ? AND k.field = ? AND k.value = ?
            AND (k.created, k.id) %s (?, ?)
            AND o.space = +k.space AND o.type = k.type AND o.id = k.id
          """;
  private static final String LIST_BY_FIELD_ORDER =
      " ORDER BY k.created %1$s, k.id %1$s LIMIT ? + 0";

  private static final String SELECT_OBJECT =
      "SELECT " + ViewTables.OBJECT + "FROM object o " + ONE + "AND o.created <= ?";

  private static final String SELECT_VERSION_POSITION =
      "SELECT position FROM version WHERE space = ? AND type = ? AND id = ? AND version = ?";

  /// All rectangles of a version begin at the same instant: the one that it was opened with. The
  /// newest of them that is known is the one it is believed in, or was believed in last.
  private static final String SELECT_VERSIONS =
      "SELECT "
          + ViewTables.SPAN
          + ", "
          + ViewTables.VERSION
          + """
          FROM version v CROSS JOIN span f CROSS JOIN span s
          WHERE v.space = ? AND v.type = ? AND v.id = ? AND v.version < ?
            AND f.space = +v.space AND f.type = v.type AND f.id = v.id
            AND f.sys_from = v.position AND f.version = v.version
            AND s.space = +v.space AND s.type = v.type AND s.id = v.id
            AND s.valid_from = f.valid_from AND s.sys_from = (
              SELECT x.sys_from FROM span x
              WHERE x.space = v.space AND x.type = v.type AND x.id = v.id
                AND x.valid_from >= f.valid_from AND x.valid_from <= f.valid_from
                AND +x.sys_from <= ? AND x.version = v.version
              ORDER BY x.valid_from DESC, x.sys_from DESC LIMIT 1)
          ORDER BY v.version DESC LIMIT ? + 0
          """;

  private final Session session;
  private final Standing standing;
  private final LogTable log;
  private final AccessFilter filter;

  ObjectReads(Session session, Standing standing, LogTable log, AccessFilter filter) {
    this.session = session;
    this.standing = standing;
    this.log = log;
    this.filter = filter;
  }

  InForce inForce(At at) {
    return InForce.at(at, standing.head(), log);
  }

  @Nullable StoredObject find(ObjectRef ref, At at) {
    var inForce = inForce(at);
    return of(ref, FIND + filter.on("o") + inForce.joined())
        .with(filter::bind)
        .with(inForce::bindJoined)
        .first(ObjectReads::stored);
  }

  List<StoredObject> findAll(Collection<ObjectRef> refs, At at) {
    var inForce = inForce(at);
    return Batch.of(refs).stream()
        .flatMap(
            batch ->
                of(batch, FROM_STORED, filter.on("o") + inForce.joined())
                    .with(filter::bind)
                    .with(inForce::bindJoined)
                    .all(ObjectReads::stored)
                    .stream())
        .toList();
  }

  /// What there is of several, by their ids, which the rest of the statement may narrow.
  ///
  /// @param from up to the condition, with `o` for the objects
  Prepared of(Batch batch, String from, String rest) {
    return session
        .sql(from + SOME + Marks.of(batch.ids()) + ") " + rest)
        .number(standing.space())
        .text(batch.type().wireName())
        .with(statement -> Marks.bind(statement, batch.ids()));
  }

  /// Objects of one type that are looked for by one statement.
  record Batch(ObjectType type, List<String> ids) {

    private static final int MOST = 64;

    static List<Batch> of(Collection<ObjectRef> refs) {
      var ids = new EnumMap<ObjectType, List<String>>(ObjectType.class);
      for (var ref : Set.copyOf(refs)) {
        ids.computeIfAbsent(ref.type(), _ -> new ArrayList<>()).add(ref.id());
      }
      var batches = new ArrayList<Batch>();
      ids.forEach(
          (type, all) -> {
            for (int from = 0; from < all.size(); from += MOST) {
              batches.add(new Batch(type, all.subList(from, Math.min(from + MOST, all.size()))));
            }
          });
      return batches;
    }
  }

  List<StoredObject> list(ObjectListing listing, At at) {
    if (listing.type() == ObjectType.EVENT) {
      return List.of();
    }
    var inForce = inForce(at);
    var by = ListedField.mostSelective(session, standing.space(), listing.type(), listing.fields());
    var found = new ArrayList<StoredObject>();
    var after = listing.place();
    while (found.size() < listing.limit()) {
      var candidates = candidates(listing, by, after, inForce);
      for (var candidate : candidates) {
        if (found.size() < listing.limit() && matches(candidate, listing.fields())) {
          found.add(candidate);
        }
      }
      if (candidates.size() < listing.limit()) {
        break;
      }
      var last = candidates.getLast().object();
      after = new ObjectListing.Place(last.created(), last.ref().id());
    }
    return found;
  }

  /// The next objects in force that may have the fields: they had `by` in some version.
  private List<StoredObject> candidates(
      ObjectListing listing, @Nullable ListedField by, ObjectListing.Place after, InForce inForce) {
    var list = (by == null ? LIST : LIST_BY_FIELD).formatted(listing.newestFirst() ? "<" : ">");
    var order =
        (by == null ? LIST_ORDER : LIST_BY_FIELD_ORDER)
            .formatted(listing.newestFirst() ? "DESC" : "ASC");
    var statement = session.sql(list + filter.on("o") + inForce.joined() + order);
    statement.number(standing.space()).text(listing.type().wireName());
    if (by != null) {
      statement.text(by.field()).text(by.key());
    }
    return statement
        .position(after.created())
        .text(after.id())
        .with(filter::bind)
        .with(inForce::bindJoined)
        .number(listing.limit())
        .all(ObjectReads::stored);
  }

  private static boolean matches(StoredObject candidate, Map<String, String> fields) {
    var body = candidate.version().body();
    return fields.entrySet().stream()
        .allMatch(field -> hasValue(body, field.getKey(), field.getValue()));
  }

  /// List keys are texts; a number or a truth value counts by its canonical text. What holds
  /// several texts has each of them.
  private static boolean hasValue(JsonObject body, String field, String value) {
    var found = body.get(field);
    return switch (found) {
      case JsonArray(var items) -> items.contains(new JsonString(value));
      case JsonString(var text) -> text.equals(value);
      case JsonNumber number -> number.toString().equals(value);
      case JsonBoolean(var truth) -> Boolean.toString(truth).equals(value);
      case null, default -> false;
    };
  }

  boolean isPresent(ObjectRef ref, InForce inForce) {
    return of(ref, "SELECT 1 FROM object o " + ONE + filter.on("o") + inForce.present())
        .with(filter::bind)
        .with(inForce::bindPresent)
        .any();
  }

  @Nullable History history(ObjectRef ref, LogPosition asKnownAt, HistoryPage page) {
    var object =
        of(ref, SELECT_OBJECT + filter.on("o") + InForce.notDeleted())
            .position(asKnownAt)
            .with(filter::bind)
            .position(asKnownAt)
            .position(asKnownAt)
            .first(ViewTables::object);
    if (object == null) {
      return null;
    }
    int before = Math.min(page.before(), lastKnown(object, asKnownAt) + 1);
    var versions =
        of(ref, SELECT_VERSIONS)
            .number(before)
            .position(asKnownAt)
            .number(page.limit())
            .all(
                row -> {
                  var span = ViewTables.span(row);
                  return new StoredObject(object, span, ViewTables.version(row));
                });
    return new History(object, versions);
  }

  /// The last version that was there at a position. Versions are numbered in the order of
  /// positions, so it is searched by halving.
  private int lastKnown(ObjectRow object, LogPosition asKnownAt) {
    int high = object.latestVersion();
    if (asKnownAt.compareTo(standing.head().position()) >= 0) {
      return high;
    }
    int low = 0;
    while (low < high) {
      int middle = high - (high - low) / 2;
      var position = of(object.ref(), SELECT_VERSION_POSITION).number(middle).first(Row::position);
      if (position == null || position.isAfter(asKnownAt)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }

  private Prepared of(ObjectRef ref, String sql) {
    return session.sql(sql).number(standing.space()).text(ref.type().wireName()).text(ref.id());
  }

  private static StoredObject stored(Row row) {
    var object = ViewTables.object(row);
    var span = ViewTables.span(row);
    return new StoredObject(object, span, ViewTables.version(row));
  }
}
