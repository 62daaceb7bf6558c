package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.ShownObject;
import dev.quipu.model.payload.AspectBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Objects of a type that a caller sees and that have some values, in the order of creation. What
/// rows name is looked up; what an event has made is found by that event; for the rest each object
/// is looked at, but no more than so many for one page. Only those that the caller sees count: a
/// page that is short must not tell of others.
///
/// @param found at most one more than wanted
/// @param end where the next page begins if fewer were found because looking ended there; null if
///   there are no more, or more than wanted
record ObjectGathering(List<ObjectView> found, @Nullable Place end) {

  private static final int LOOKED_AT_ONCE = 100;

  /// What is wanted of a list.
  ///
  /// @param filters by fields; what has all values of one of them belongs to the list
  /// @param fits what fields alone cannot tell: whether what one of the filters has found belongs
  ///   to the list by that filter
  /// @param after null = from the start
  record Wanted(
      ObjectType type,
      List<Map<String, String>> filters,
      BiPredicate<ObjectView, Map<String, String>> fits,
      @Nullable Place after,
      int limit) {}

  static ObjectGathering of(Standpoint point, Wanted wanted, int maxLookedAt) {
    int share = Math.max(wanted.limit() + 1, maxLookedAt / wanted.filters().size());
    var found = new TreeMap<Place, ObjectView>();
    Place end = null;
    for (var fields : wanted.filters()) {
      var some = new Gathering(point, wanted, fields, share);
      some.run();
      some.found.forEach(view -> found.put(placeOf(view), view));
      end = end == null || (some.end != null && some.end.compareTo(end) < 0) ? some.end : end;
    }
    var sure = end == null ? found : found.headMap(end, true);
    var first = sure.values().stream().limit(wanted.limit() + 1L).toList();
    return new ObjectGathering(first, first.size() > wanted.limit() ? null : end);
  }

  static Place placeOf(ObjectView view) {
    return Place.of(view.stored().object());
  }

  /// The objects of one filter.
  private static final class Gathering {

    private final Standpoint point;
    private final Wanted wanted;
    private final Map<String, String> fields;
    private final @Nullable ObjectSchema schema;
    private final List<ObjectView> found = new ArrayList<>();
    private int left;
    private @Nullable Place end;

    Gathering(Standpoint point, Wanted wanted, Map<String, String> fields, int maxLookedAt) {
      this.point = point;
      this.wanted = wanted;
      this.fields = fields;
      this.schema = ObjectSchemas.of(wanted.type());
      this.left = maxLookedAt;
    }

    void run() {
      var keyed = new LinkedHashMap<String, String>();
      fields.forEach(
          (field, value) -> {
            if (schema == null || schema.isKeyed(field, value) || isOfEntities(field)) {
              keyed.put(field, value);
            }
          });
      var rule = rule();
      var event = rule == null ? null : eventOf(rule);
      if (rule == null || event == null) {
        list(keyed);
        return;
      }
      made(event);
      if (rule.key() != null) {
        keyed.put(rule.key(), event.eventId().value());
        list(keyed);
      }
    }

    private boolean isOfEntities(String field) {
      return wanted.type() == ObjectType.MEMORY && AspectBody.isListedBy(field);
    }

    /// By which the filter names an event; null if it names none.
    private @Nullable ComputedEdge rule() {
      return Stream.of(ComputedEdge.values())
          .filter(rule -> rule.from() == wanted.type() && rule.isAmongEffects())
          .filter(rule -> fields.containsKey(rule.field()))
          .findFirst()
          .orElse(null);
    }

    /// Null if the caller does not see it: what names it all the same has to be looked for.
    private @Nullable LogEntry eventOf(ComputedEdge rule) {
      var id = new EventId(String.valueOf(fields.get(rule.field())));
      return Origins.eventAt(id, point);
    }

    private void made(LogEntry event) {
      event.effects().stream()
          .map(Effect::object)
          .filter(ref -> ref.type() == wanted.type())
          .distinct()
          .map(ref -> point.view(point.snapshot().object(ref, point.at())))
          .flatMap(Stream::ofNullable)
          .filter(view -> isBehind(view) && has(view, fields) && wanted.fits().test(view, fields))
          .forEach(found::add);
    }

    private boolean isBehind(ObjectView view) {
      return wanted.after() == null || placeOf(view).compareTo(wanted.after()) > 0;
    }

    private void list(Map<String, String> keyed) {
      int enough = wanted.limit() + 1;
      var looked = new LinkedHashMap<>(fields);
      looked.keySet().removeAll(keyed.keySet());
      int portion = looked.isEmpty() ? enough : Math.max(enough, LOOKED_AT_ONCE);
      var listing = new ObjectListing(wanted.type(), keyed, wanted.after(), portion);
      var listed = new Listed(point, listing);
      int before = found.size();
      Place last = null;
      while (found.size() - before <= wanted.limit()) {
        if (left == 0) {
          end = last;
          return;
        }
        var view = listed.next();
        if (view == null) {
          return;
        }
        left--;
        last = placeOf(view);
        if (has(view, looked) && wanted.fits().test(view, fields)) {
          found.add(view);
        }
      }
    }

    private boolean has(ObjectView view, Map<String, String> fields) {
      if (schema == null || fields.isEmpty()) {
        return true;
      }
      var stored = view.stored();
      var shown =
          new ShownObject(
              stored.object().ref(),
              stored.object().envelope(),
              stored.version().body(),
              stored.version().version(),
              stored.span().validFrom(),
              stored.span().validTo(),
              point.at().asOf());
      return fields.entrySet().stream()
          .allMatch(field -> shown.has(field.getKey(), field.getValue()));
    }
  }
}
