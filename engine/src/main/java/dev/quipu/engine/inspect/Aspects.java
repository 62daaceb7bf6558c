package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.History;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.Merges;
import dev.quipu.model.payload.Splits;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The aspects of entities that a scope admits, and what they are together.
final class Aspects {

  private static final int PORTION = 100;

  /// An instant at which whatever has no end holds.
  static final Instant LAST = ValidTime.ofMicros(Long.MAX_VALUE - 1);

  private final Snapshot kept;
  private final Predicate<StoredObject> admits;

  Aspects(Snapshot kept, Predicate<StoredObject> admits) {
    this.kept = kept;
    this.admits = admits;
  }

  boolean admits(StoredObject aspect) {
    return admits.test(aspect);
  }

  /// All that an entity is made of at a point: its own aspects, in the order of their making, then
  /// those of the entities that were found to be it. Of one that was found to be another, that
  /// other's.
  Found of(EntityId entity, At at) {
    var known = new HashMap<EntityId, List<StoredObject>>();
    var survivor = survivorOf(entity, at, known);
    var all = new LinkedHashMap<EntityId, List<StoredObject>>();
    var open = new ArrayDeque<>(List.of(survivor));
    while (!open.isEmpty()) {
      var next = open.remove();
      if (!all.containsKey(next)) {
        var own = known.computeIfAbsent(next, each -> own(each, at));
        all.put(next, own);
        open.addAll(merges(own).merged());
      }
    }
    return new Found(
        survivor, List.copyOf(all.keySet()), shown(all.values().stream().flatMap(List::stream)));
  }

  /// What an entity is made of by itself, whatever it was found to be.
  Found alone(EntityId entity, At at) {
    return new Found(entity, List.of(entity), shown(own(entity, at).stream()));
  }

  /// Without those of which nothing is left.
  private static List<StoredObject> shown(Stream<StoredObject> aspects) {
    return aspects.filter(aspect -> !read(aspect.version()).isVoid()).toList();
  }

  /// Which observations of an entity were found to speak of another, and the other way round.
  Splits splitsOf(EntityId entity, At at) {
    return own(entity, at).stream()
        .map(aspect -> read(aspect.version()).splits())
        .reduce(Splits.NONE, Splits::join);
  }

  /// What is known of an entity, of which something is.
  static Aspect known(Found found) {
    return found.aspects().stream()
        .map(aspect -> read(aspect.version()))
        .reduce(Aspect::join)
        .orElseThrow();
  }

  /// The aspects of an entity.
  ///
  /// @param entity that it is shown as
  /// @param names that entity, and those that were found to be it
  record Found(EntityId entity, List<EntityId> names, List<StoredObject> aspects) {}

  /// The one that it was found to be, in the end; itself if it was not, or if those go round in a
  /// circle. What an entity was found to be, as far as that may be known; itself if nothing else.
  EntityId survivorOf(EntityId entity, At at) {
    return survivorOf(entity, at, new HashMap<>());
  }

  private EntityId survivorOf(EntityId entity, At at, Map<EntityId, List<StoredObject>> known) {
    var seen = new HashSet<EntityId>();
    var current = entity;
    while (seen.add(current)) {
      var survivors = merges(known.computeIfAbsent(current, each -> own(each, at))).survivors();
      if (survivors.isEmpty()) {
        return current;
      }
      current = survivors.getFirst();
    }
    return entity;
  }

  private static Merges merges(List<StoredObject> aspects) {
    return aspects.stream()
        .map(aspect -> read(aspect.version()).merges())
        .reduce(Merges.NONE, Merges::join);
  }

  private static Aspect read(VersionRow version) {
    return Objects.requireNonNull(Aspect.read(version.body()), "an aspect is kept as one");
  }

  private List<StoredObject> own(EntityId entity, At at) {
    var found = new ArrayList<StoredObject>();
    var rest =
        new ObjectListing(ObjectType.MEMORY, Map.of(Aspect.ENTITY, entity.value()), null, PORTION);
    while (true) {
      var portion = kept.objects(rest, at);
      portion.stream().filter(admits).forEach(found::add);
      if (portion.size() < PORTION) {
        return found;
      }
      rest = rest.behind(ObjectListing.Place.of(portion.getLast().object()));
    }
  }

  /// The Memory of an entity; null if there is none of it.
  @Nullable StoredObject whole(EntityId entity, At at) {
    var found = of(entity, at);
    return found.aspects().isEmpty() ? null : joined(found);
  }

  /// The same if this is the first of its aspects that have some fields, so that a list of what has
  /// them meets it once; else null. It stands in that list where this aspect does.
  @Nullable StoredObject wholeAt(
      EntityId entity, StoredObject aspect, Map<String, String> fields, At at) {
    var found = of(entity, at);
    var first =
        found.aspects().stream()
            .filter(each -> has(each.version().body(), fields))
            .findFirst()
            .orElse(null);
    if (first == null || !first.object().ref().equals(aspect.object().ref())) {
      return null;
    }
    var whole = joined(found);
    var row = whole.object();
    return new StoredObject(
        new ObjectRow(
            row.ref(),
            first.object().created(),
            row.latestVersion(),
            row.envelope(),
            row.quarantined(),
            row.everDeleted()),
        whole.span(),
        whole.version());
  }

  /// As the store compares the fields of a listing.
  private static boolean has(JsonObject body, Map<String, String> fields) {
    return fields.entrySet().stream()
        .allMatch(
            field ->
                switch (body.get(field.getKey())) {
                  case JsonString(var text) -> text.equals(field.getValue());
                  case JsonNumber number -> number.toString().equals(field.getValue());
                  case JsonBoolean truth -> truth.toString().equals(field.getValue());
                  case JsonArray array -> array.texts().contains(field.getValue());
                  case JsonObject _, JsonNull _ -> false;
                  case null -> false;
                });
  }

  private static StoredObject joined(Found found) {
    var ref = found.entity().memory();
    var aspects = found.aspects();
    var first = aspects.getFirst();
    if (aspects.size() == 1) {
      return named(first, ref, first.version().version());
    }
    int version = aspects.stream().mapToInt(each -> each.version().version()).sum();
    var rows = aspects.stream().map(StoredObject::version).toList();
    var latest = latest(rows).position();
    return new StoredObject(
        row(first.object(), ref, version),
        span(ref, aspects, version),
        new VersionRow(ref, version, latest, body(first.object(), rows)));
  }

  private static VersionRow latest(Collection<VersionRow> versions) {
    return versions.stream().max(Comparator.comparing(VersionRow::position)).orElseThrow();
  }

  private static JsonObject body(ObjectRow first, Collection<VersionRow> versions) {
    var all = versions.stream().map(Aspects::read).reduce(Aspect::join).orElseThrow();
    return all.toBody(first.envelope().owner(), EntitySchema.undeclared(all.type()));
  }

  private static SpanRow span(ObjectRef ref, List<StoredObject> aspects, int version) {
    var spans = aspects.stream().map(StoredObject::span).toList();
    return new SpanRow(
        ref,
        spans.stream().map(SpanRow::sysFrom).max(Comparator.naturalOrder()).orElseThrow(),
        spans.stream().map(SpanRow::sysTo).min(Comparator.naturalOrder()).orElseThrow(),
        spans.stream().map(SpanRow::validFrom).max(Comparator.naturalOrder()).orElseThrow(),
        spans.stream().map(SpanRow::validTo).min(Comparator.naturalOrder()).orElseThrow(),
        version);
  }

  private static StoredObject named(StoredObject aspect, ObjectRef ref, int number) {
    var span = aspect.span();
    var version = aspect.version();
    return new StoredObject(
        row(aspect.object(), ref, aspect.object().latestVersion()),
        new SpanRow(ref, span.sysFrom(), span.sysTo(), span.validFrom(), span.validTo(), number),
        new VersionRow(ref, number, version.position(), version.body()));
  }

  private static ObjectRow row(ObjectRow aspect, ObjectRef ref, int latestVersion) {
    return new ObjectRow(
        ref,
        aspect.created(),
        latestVersion,
        aspect.envelope(),
        aspect.quarantined(),
        aspect.everDeleted());
  }

  /// The versions of all aspects as one row of versions, each with what all of them knew by then.
  @Nullable History history(EntityId entity, LogPosition asKnownAt, HistoryPage page) {
    var found = of(entity, new At(LAST, asKnownAt));
    if (found.aspects().isEmpty()) {
      return null;
    }
    var ref = found.entity().memory();
    var first = found.aspects().getFirst().object();
    if (found.aspects().size() == 1) {
      var history = kept.history(first.ref(), asKnownAt, page);
      return history == null ? null : named(history, ref);
    }
    var merged = new MergedVersions(kept, found.aspects(), asKnownAt);
    var versions = new ArrayList<StoredObject>();
    int total = merged.total();
    for (var state = merged.next();
        state != null && versions.size() < page.limit();
        state = merged.next()) {
      if (state.number() < page.before()) {
        var changed = state.changed();
        var row =
            new VersionRow(
                ref, state.number(), changed.version().position(), body(first, state.all()));
        var span = named(changed, ref, state.number()).span();
        versions.add(new StoredObject(row(first, ref, total), span, row));
      }
    }
    return new History(row(first, ref, total), versions);
  }

  private static History named(History history, ObjectRef ref) {
    return new History(
        row(history.object(), ref, history.object().latestVersion()),
        history.versions().stream()
            .map(each -> named(each, ref, each.version().version()))
            .toList());
  }
}
