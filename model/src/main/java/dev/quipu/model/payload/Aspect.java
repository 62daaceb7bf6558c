package dev.quipu.model.payload;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What all observations of one access say of one entity, reduced: a state that only grows. Kept as
/// a Memory under a name of its own, and shown, joined with the others that a caller may read, as
/// the Memory of the entity.
///
/// @param resolved whether anybody knew who it is
/// @param observations how many there are
/// @param names by which it was called, in one field: [#NAME]
/// @param splits the observations that were made for it and speak of another, and the other way
///   round
public record Aspect(
    EntityId entity,
    String type,
    boolean resolved,
    long observations,
    Cells cells,
    Cells names,
    Merges merges,
    Splits splits) {

  /// The members of a body by which aspects are listed.
  public static final String ENTITY = "entity_id";

  public static final String TYPE = "entity_type";
  public static final String NAMED = "entity_name";
  public static final String TIMELINE = "timeline";

  /// What tells aspects from other memories.
  public static final String KIND = "memory_kind";

  public static final String KIND_ENTITY = "entity";

  private static final List<String> LISTED = List.of(KIND, ENTITY, TYPE, NAMED, TIMELINE);

  private static final String BEGINS_WITH_DATE = "(?s)\\d{4}-\\d\\d-\\d\\d.*";
  private static final String FIRST_VERSION = "1.0";
  private static final String NAME = "name";

  /// In the place of an observation, and of its payload, where there is none.
  private static final String HEARD = "";

  private static final String STATE = "entity";
  private static final String SPLITS = "splits";
  private static final double CONFIDENCE = 1;
  private static final double IMPORTANCE = 0.5;
  private static final int ACCESS_DIGITS = 16;
  private static final Pattern ID =
      Pattern.compile("mem_(ent_[0-9a-f]{24})(?:\\.[0-9a-f]{" + ACCESS_DIGITS + "})?");
  private static final String ID_PREFIX = "mem_ent_";

  /// Nothing is known yet.
  public static Aspect of(EntityId entity, String type) {
    return new Aspect(entity, type, false, 0, Cells.EMPTY, Cells.EMPTY, Merges.NONE, Splits.NONE);
  }

  // ── names ──

  /// Where the aspect of an entity is kept that has this access.
  public static ObjectRef ref(EntityId entity, Envelope envelope) {
    var access = Hash.of(EnvelopeJson.bytes(envelope)).hex().substring(0, ACCESS_DIGITS);
    return new ObjectRef(ObjectType.MEMORY, entity.memory().id() + "." + access);
  }

  /// The entity whose Memory, or an aspect of which, this is; null if it is something else.
  public static @Nullable EntityId entityOf(ObjectRef ref) {
    if (ref.type() != ObjectType.MEMORY || !ref.id().startsWith(ID_PREFIX)) {
      return null;
    }
    var matcher = ID.matcher(ref.id());
    return matcher.matches() ? new EntityId(matcher.group(1)) : null;
  }

  /// The name under which something is shown: of an aspect, that of its entity's Memory.
  public static ObjectRef shown(ObjectRef ref) {
    var entity = entityOf(ref);
    return entity == null ? ref : entity.memory();
  }

  // ── growing ──

  /// With one more observation.
  public Aspect with(Observation observation, ObservedEntity said) {
    return with(observation, said.name(), said.resolved());
  }

  /// With an observation that was made for another entity and speaks of this one.
  public Aspect withFound(Observation observation, String name) {
    return with(observation, name, true);
  }

  private Aspect with(Observation observation, String name, boolean known) {
    var called = name.isBlank() ? Cells.EMPTY : Cells.EMPTY.with(named(observation, name));
    return new Aspect(
        entity,
        type,
        resolved || known,
        observations + 1,
        cells.with(observation),
        names.join(called),
        merges,
        splits);
  }

  private static Observation named(Observation observation, String name) {
    return new Observation(
        observation.id(),
        observation.sourcePayloadId(),
        observation.entity(),
        observation.entityType(),
        observation.schemaVersion(),
        observation.observedAt(),
        observation.specificity(),
        observation.priority(),
        observation.source(),
        JsonObject.of(NAME, JsonArray.of(Json.of(name))));
  }

  /// What both know together.
  public Aspect join(Aspect other) {
    return new Aspect(
        entity,
        type,
        resolved || other.resolved,
        observations + other.observations,
        cells.join(other.cells),
        names.join(other.names),
        merges.join(other.merges),
        splits.join(other.splits));
  }

  /// The same under another's name, which it was found to be.
  public Aspect as(EntityId survivor, String survivorsType) {
    return new Aspect(
        survivor, survivorsType, resolved, observations, cells, names, merges, splits);
  }

  public Aspect with(Cells changed) {
    return new Aspect(entity, type, resolved, observations, changed, names, merges, splits);
  }

  public Aspect with(Merges said) {
    return new Aspect(entity, type, resolved, observations, cells, names, said, splits);
  }

  public Aspect with(Splits said) {
    return new Aspect(entity, type, resolved, observations, cells, names, merges, said);
  }

  /// What is left if nothing was observed: what people have said of it.
  public Aspect withoutObservations() {
    var left =
        new Aspect(
            entity, type, false, 0, cells.withoutObservations(), Cells.EMPTY, merges, splits);
    for (var each : names.cell(NAME).elements().values()) {
      if (each.first().observation().equals(HEARD)
          && each.value() instanceof JsonString(var name)) {
        left = left.called(name);
      }
    }
    return left;
  }

  /// Called so by somebody who tells nothing else of it. Whoever observes it is heard first.
  public Aspect called(String name) {
    if (name.equals(entity.value())) {
      return this;
    }
    var heard =
        new Observation(
            HEARD,
            HEARD,
            entity,
            type,
            FIRST_VERSION,
            Instant.EPOCH,
            0,
            0,
            SourceKind.LLM_SUMMARY,
            JsonObject.of(NAME, JsonArray.of(Json.of(name))));
    return new Aspect(
        entity,
        type,
        true,
        observations,
        cells,
        names.join(Cells.EMPTY.with(heard)),
        merges,
        splits);
  }

  /// Whether another has nothing to say that this one does not know.
  public boolean includes(Aspect other) {
    return cells.join(other.cells).equals(cells)
        && names.join(other.names).equals(names)
        && merges.join(other.merges).equals(merges)
        && splits.join(other.splits).equals(splits)
        && (resolved || !other.resolved);
  }

  // ── showing ──

  /// What it is called; its id if nobody has called it anything.
  public String name() {
    var latest = named(MergeStrategy.LAST_WRITE);
    return latest.isEmpty() ? entity.value() : latest.getFirst();
  }

  /// Everything it was ever called.
  public List<String> allNames() {
    return named(MergeStrategy.MERGE_ARRAY);
  }

  private List<String> named(MergeStrategy strategy) {
    return names.cell(NAME).value(strategy) instanceof JsonArray array ? array.texts() : List.of();
  }

  /// What holds by now, by the policies of a schema.
  public JsonObject snapshot(EntitySchema schema) {
    return cells.snapshot(schema);
  }

  /// The words by which it is found: its name, its type, and every field.
  private String text(JsonObject fields) {
    var lines = new StringBuilder(name()).append(" (").append(type).append(')');
    fields
        .members()
        .forEach(
            (field, value) -> {
              var words = words(value);
              if (!words.isEmpty()) {
                lines.append('\n').append(field.replace('_', ' ')).append(": ").append(words);
              }
            });
    return lines.toString();
  }

  /// The words by which it is found, whatever the policies of its schema are or will be: of each
  /// field all values that one or another of them shows.
  public String findable() {
    var fields = new TreeMap<String, Json>();
    cells
        .cells()
        .forEach(
            (field, cell) -> {
              var values = new LinkedHashSet<Json>();
              for (var strategy : MergeStrategy.values()) {
                var value = cell.value(strategy);
                if (value != null && (strategy != MergeStrategy.MERGE_ARRAY || isOfArrays(cell))) {
                  values.add(value);
                }
              }
              if (!values.isEmpty()) {
                fields.put(field, all(values));
              }
            });
    return text(new JsonObject(fields));
  }

  private static boolean isOfArrays(Cell cell) {
    return !cell.elements().isEmpty();
  }

  /// Of arrays the items of all, each once.
  private static Json all(Set<Json> values) {
    if (values.size() == 1) {
      return values.iterator().next();
    }
    var items = new LinkedHashSet<Json>();
    values.forEach(
        value -> {
          if (value instanceof JsonArray(var several)) {
            items.addAll(several);
          } else {
            items.add(value);
          }
        });
    return new JsonArray(List.copyOf(items));
  }

  private static String words(Json value) {
    return switch (value) {
      case JsonString(var text) -> text;
      case JsonNumber number -> number.toString();
      case JsonArray(var items) -> String.join(", ", items.stream().map(Aspect::words).toList());
      // Sorted: what is replayed has lost the order in which it was sent.
      case JsonObject object ->
          String.join(
              ", ",
              new TreeMap<>(object.members())
                  .entrySet().stream()
                      .map(member -> member.getKey() + " " + words(member.getValue()))
                      .toList());
      case JsonNull _ -> "";
      default -> Canonical.text(value);
    };
  }

  // ── keeping ──

  /// The body of the Memory that it is kept as.
  ///
  /// @param schema by whose policies its text is made
  public JsonObject toBody(Principal owner, EntitySchema schema) {
    var fields = cells.snapshot(schema);
    var text = text(fields);
    var body = new LinkedHashMap<String, Json>();
    body.put("memory_id", Json.of(entity.memory().id()));
    body.put("memory_type", Json.of("semantic"));
    body.put("agent_id", Json.NULL);
    body.put("session_id", Json.NULL);
    body.put("level", Json.of(0));
    body.put("content", Json.of(DerivedId.vectorOf(owner, text)));
    body.put("summary", Json.NULL);
    body.put("source_event_ids", JsonArray.ofTexts(sources()));
    body.put("confidence", Json.of(CONFIDENCE));
    body.put("importance", Json.of(IMPORTANCE));
    body.put("ttl", Json.NULL);
    body.put("text", Json.of(text));
    body.put(KIND, Json.of(KIND_ENTITY));
    body.put(ENTITY, Json.of(entity.value()));
    body.put(TYPE, Json.of(type));
    body.put(NAMED, JsonArray.ofTexts(normalNames()));
    body.put(TIMELINE, JsonArray.ofTexts(daysIn(fields)));
    var state =
        JsonObject.of(
            "resolved", Json.of(resolved),
            "observations", Json.of(observations),
            "cells", cells.toJson(),
            "names", names.toJson(),
            "merges", merges.toJson());
    body.put(STATE, splits.words().isEmpty() ? state : state.with(SPLITS, splits.toJson()));
    return new JsonObject(body);
  }

  private TreeSet<String> normalNames() {
    var normal = new TreeSet<String>();
    allNames().forEach(name -> normal.add(EntityName.normal(type, name)));
    return normal;
  }

  /// The events whose observations have a say in what holds by now.
  private TreeSet<String> sources() {
    var events = new TreeSet<String>();
    for (var grounds : cells.provenance(EntitySchema.undeclared(type)).values()) {
      var event =
          switch (grounds) {
            case Grounds.Corrected(var correction) -> EntityAct.eventOf(correction.id());
            case Grounds.Observed(var told) ->
                SubmittedPayload.eventOfObservation(told.stamp().observation());
            case Grounds.Merged(var elements) ->
                SubmittedPayload.eventOfObservation(elements.getLast().first().observation());
          };
      if (event != null) {
        events.add(event.value());
      }
    }
    return events;
  }

  /// The counterpart of [#toBody]; null if a memory is something else.
  public static @Nullable Aspect read(JsonObject body) {
    var state = body.object(STATE);
    var entity = body.text(ENTITY);
    var type = body.text(TYPE);
    if (state == null || entity == null || type == null) {
      return null;
    }
    return new Aspect(
        new EntityId(entity),
        type,
        JsonBoolean.TRUE.equals(state.get("resolved")),
        state.get("observations") instanceof JsonNumber count ? count.asLong() : 0,
        Cells.read(JsonObject.orEmpty(state.object("cells"))),
        Cells.read(JsonObject.orEmpty(state.object("names"))),
        Merges.read(JsonObject.orEmpty(state.object("merges"))),
        Splits.read(JsonObject.orEmpty(state.object(SPLITS))));
  }

  /// Whether nothing is left of what was said of it. Such an aspect remembers what was split from
  /// it, and is not shown.
  public boolean isVoid() {
    return observations == 0
        && cells.cells().isEmpty()
        && names.cells().isEmpty()
        && merges.equals(Merges.NONE);
  }

  /// What lists find the body of a memory by, if it is an aspect's.
  public static Map<String, List<String>> listKeys(JsonObject body) {
    var keys = new LinkedHashMap<String, List<String>>();
    for (var field : body.has(STATE) ? LISTED : List.<String>of()) {
      var value = body.text(field);
      var values = body.array(field);
      keys.put(field, value != null ? List.of(value) : values == null ? List.of() : values.texts());
    }
    return keys;
  }

  /// Whether rows name the values of a field of a memory, so that it can be looked up.
  public static boolean isListedBy(String field) {
    return LISTED.contains(field);
  }

  /// The days on which something is, in UTC.
  private static TreeSet<String> daysIn(JsonObject fields) {
    var days = new TreeSet<String>();
    for (var value : fields.members().values()) {
      var time = timeOf(value);
      if (time != null) {
        days.add(LocalDate.ofInstant(time, ZoneOffset.UTC).toString());
      }
    }
    return days;
  }

  /// The time that a value names: one with a zone, or a date, which begins in UTC. Null if it names
  /// none; what is ambiguous is not guessed.
  public static @Nullable Instant timeOf(Json value) {
    if (!(value instanceof JsonString(var text)) || !text.matches(BEGINS_WITH_DATE)) {
      return null;
    }
    var time = Iso8601.parse(text);
    if (time == null && text.length() == "2025-01-15".length()) {
      try {
        time = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      } catch (DateTimeParseException e) {
        return null;
      }
    }
    return time == null || !Iso8601.isInRange(time) ? null : time;
  }
}
