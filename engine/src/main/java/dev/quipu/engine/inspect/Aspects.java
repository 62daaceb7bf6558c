package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.History;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.AspectText;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityId;
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
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The aspects of entities that a scope admits, and what they are together. Used by one thread.
final class Aspects {

  private static final int PORTION = 100;

  /// An instant at which whatever has no end holds.
  static final Instant LAST = ValidTime.ofMicros(Long.MAX_VALUE - 1);

  private final Snapshot kept;
  private final Predicate<StoredObject> admits;
  private final Catalogue catalogue;
  private final Map<LogPosition, ActiveSchemas> schemas = new HashMap<>();
  private final IdentityHashMap<JsonObject, Aspect> said = new IdentityHashMap<>();

  Aspects(Snapshot kept, Predicate<StoredObject> admits, Catalogue catalogue) {
    this.kept = kept;
    this.admits = admits;
    this.catalogue = catalogue;
  }

  /// The schemas in force at a point.
  ActiveSchemas schemas(At at) {
    return schemas.computeIfAbsent(at.asKnownAt(), _ -> new ActiveSchemas(kept, at, catalogue));
  }

  boolean admits(StoredObject aspect) {
    return admits.test(aspect);
  }

  /// All that an entity is made of at a point: its own aspects, in the order of their making, then
  /// those of the entities that were found to be it. Of one that was found to be another, that
  /// other's.
  Found of(EntityId entity, At at) {
    var known = new HashMap<EntityId, List<Part>>();
    var survivor = survivorOf(entity, at, known);
    var all = new LinkedHashMap<EntityId, List<Part>>();
    var open = new ArrayDeque<>(List.of(survivor));
    while (!open.isEmpty()) {
      var next = open.remove();
      if (!all.containsKey(next)) {
        var own = known.computeIfAbsent(next, each -> own(each, at));
        all.put(next, own);
        open.addAll(merges(own).merged());
      }
    }
    return found(survivor, all.keySet(), all.values().stream().flatMap(List::stream).toList());
  }

  /// What an entity is made of by itself, whatever it was found to be.
  Found alone(EntityId entity, At at) {
    return found(entity, List.of(entity), own(entity, at));
  }

  private static Found found(EntityId entity, Collection<EntityId> names, List<Part> all) {
    var parts = all.stream().filter(part -> !part.says().isVoid()).toList();
    var ends =
        all.stream()
            .map(part -> Aspect.firstLayer(part.stored().object().ref()))
            .distinct()
            .toList();
    return new Found(entity, List.copyOf(names), parts, ends);
  }

  /// Which observations of an entity were found to speak of another, and the other way round.
  Splits splitsOf(EntityId entity, At at) {
    return own(entity, at).stream()
        .map(part -> part.says().splits())
        .reduce(Splits.NONE, Splits::join);
  }

  /// The aspects that the present values of fields come from, by their first layers; none if
  /// nothing was told of one of them.
  List<ObjectRef> telling(EntityId entity, Collection<String> fields, At at) {
    var found = of(entity, at);
    if (found.parts().isEmpty()) {
      return List.of();
    }
    var known = known(found);
    var schema = schemas(at).of(known.type());
    var telling = new LinkedHashSet<ObjectRef>();
    for (var field : fields) {
      var grounds = known.cells().cell(field).grounds(schema.mergeOf(field));
      if (grounds == null) {
        return List.of();
      }
      found.parts().stream()
          .filter(part -> part.says().cells().cell(field).bears(grounds))
          .forEach(part -> telling.add(Aspect.firstLayer(part.stored().object().ref())));
    }
    return List.copyOf(telling);
  }

  /// What is known of an entity, of which something is.
  static Aspect known(Found found) {
    return found.parts().stream().map(Part::says).reduce(Aspect::join).orElseThrow();
  }

  /// What an entity is called by itself, whatever those are called that were found to be it; its id
  /// if it has no name of its own.
  static String ownName(Found found) {
    return found.parts().stream()
        .map(Part::says)
        .filter(aspect -> aspect.entity().equals(found.entity()))
        .reduce(Aspect::join)
        .map(Aspect::name)
        .orElse(found.entity().value());
  }

  /// An aspect, with what it says.
  record Part(StoredObject stored, Aspect says) {}

  /// The aspects of an entity.
  ///
  /// @param entity that it is shown as
  /// @param names that entity, and those that were found to be it
  /// @param parts without those of which nothing is left
  /// @param ends what relationships join, be anything left of it or not: of an end that an act did
  ///   not name, there never was
  record Found(EntityId entity, List<EntityId> names, List<Part> parts, List<ObjectRef> ends) {

    List<StoredObject> aspects() {
      return parts.stream().map(Part::stored).toList();
    }
  }

  /// The one that it was found to be, in the end; itself if it was not, or if those go round in a
  /// circle. What an entity was found to be, as far as that may be known; itself if nothing else.
  /// Both have to say so: by a survivor that does not, nothing of the merged one would be shown.
  EntityId survivorOf(EntityId entity, At at) {
    return survivorOf(entity, at, new HashMap<>());
  }

  private EntityId survivorOf(EntityId entity, At at, Map<EntityId, List<Part>> known) {
    var seen = new HashSet<EntityId>();
    var current = entity;
    while (seen.add(current)) {
      var merged = current;
      var survivor =
          merges(known.computeIfAbsent(merged, each -> own(each, at))).survivors().stream()
              .filter(
                  other ->
                      merges(known.computeIfAbsent(other, each -> own(each, at)))
                          .merged()
                          .contains(merged))
              .findFirst();
      if (survivor.isEmpty()) {
        return merged;
      }
      current = survivor.get();
    }
    return entity;
  }

  /// Of those that an entity was said to be, the one by which it is another; that other itself if
  /// there is none.
  EntityId mergedTowards(EntityId entity, EntityId other, At at) {
    var next = merges(own(entity, at)).survivors();
    return next.contains(other)
        ? other
        : next.stream().filter(each -> leadsTo(each, other, at)).findFirst().orElse(other);
  }

  private boolean leadsTo(EntityId from, EntityId other, At at) {
    var seen = new HashSet<EntityId>();
    var open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      var next = open.remove();
      if (next.equals(other)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(merges(own(next, at)).survivors());
      }
    }
    return false;
  }

  private static Merges merges(List<Part> parts) {
    return parts.stream().map(part -> part.says().merges()).reduce(Merges.NONE, Merges::join);
  }

  /// What the Memory of an entity says, or an aspect of it; each is read once.
  Aspect says(JsonObject body) {
    return said.computeIfAbsent(body, Aspects::read);
  }

  private static Aspect read(JsonObject body) {
    return Objects.requireNonNull(AspectBody.read(body), "an aspect is kept as one");
  }

  private List<Part> own(EntityId entity, At at) {
    var found = new ArrayList<Part>();
    var rest =
        new ObjectListing(
            ObjectType.MEMORY, Map.of(AspectBody.ENTITY, entity.value()), null, PORTION);
    while (true) {
      var portion = kept.objects(rest, at);
      for (var stored : portion) {
        if (admits.test(stored)) {
          found.add(new Part(stored, says(stored.version().body())));
        }
      }
      if (portion.size() < PORTION) {
        return found;
      }
      rest = rest.behind(ObjectListing.Place.of(portion.getLast().object()));
    }
  }

  /// The Memory of an entity; null if there is none of it.
  @Nullable StoredObject whole(EntityId entity, At at) {
    var found = of(entity, at);
    return found.parts().isEmpty() ? null : joined(found, at);
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
    var whole = joined(found, at);
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

  private StoredObject joined(Found found, At at) {
    var ref = found.entity().memory();
    var aspects = found.aspects();
    var first = aspects.getFirst();
    if (aspects.size() == 1) {
      return named(worded(first, at), ref, first.version().version());
    }
    int version = aspects.stream().mapToInt(each -> each.version().version()).sum();
    var rows = aspects.stream().map(StoredObject::version).toList();
    var latest = latest(rows).position();
    return new StoredObject(
        row(first.object(), ref, version),
        span(ref, aspects, version),
        new VersionRow(ref, version, latest, worded(body(first.object(), known(found)), at)));
  }

  private StoredObject worded(StoredObject stored, At at) {
    var version = stored.version();
    var body = worded(version.body(), at);
    return new StoredObject(
        stored.object(),
        stored.span(),
        new VersionRow(version.ref(), version.version(), version.position(), body));
  }

  /// Its text as the schema in force would have it: what is kept tells what was told last.
  private JsonObject worded(JsonObject body, At at) {
    var aspect = says(body);
    var schema = schemas(at).of(aspect.type());
    if (schema.showsWhatWasToldLast()) {
      return body;
    }
    var text = Json.of(AspectText.of(aspect, aspect.snapshot(schema)));
    if (text.equals(body.get("text"))) {
      return body;
    }
    var worded = body.with("text", text);
    said.put(worded, aspect);
    return worded;
  }

  private static VersionRow latest(Collection<VersionRow> versions) {
    return versions.stream().max(Comparator.comparing(VersionRow::position)).orElseThrow();
  }

  private static JsonObject body(ObjectRow first, Aspect all) {
    return AspectBody.of(all, first.envelope().owner(), AspectBody.Listing.EVERY_DATE_AND_NAME);
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
    var at = new At(LAST, asKnownAt);
    var found = of(entity, at);
    if (found.aspects().isEmpty()) {
      return null;
    }
    var ref = found.entity().memory();
    var first = found.aspects().getFirst().object();
    if (found.aspects().size() == 1) {
      var history = kept.history(first.ref(), asKnownAt, page);
      return history == null ? null : named(history, ref, at);
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
                ref,
                state.number(),
                changed.version().position(),
                worded(body(first, joined(state.all())), at));
        var span = named(changed, ref, state.number()).span();
        versions.add(new StoredObject(row(first, ref, total), span, row));
      }
    }
    return new History(row(first, ref, total), versions);
  }

  private static Aspect joined(Collection<VersionRow> versions) {
    return versions.stream()
        .map(version -> read(version.body()))
        .reduce(Aspect::join)
        .orElseThrow();
  }

  private History named(History history, ObjectRef ref, At at) {
    return new History(
        row(history.object(), ref, history.object().latestVersion()),
        history.versions().stream()
            .map(each -> named(worded(each, at), ref, each.version().version()))
            .toList());
  }
}
