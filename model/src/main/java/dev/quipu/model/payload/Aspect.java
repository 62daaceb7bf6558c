package dev.quipu.model.payload;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What all observations of one access say of one entity, reduced: a state that only grows. Kept as
/// a Memory under a name of its own, and shown, joined with the others that a caller may read, as
/// the Memory of the entity. What would make one of them too large, or change too much of what it
/// was, is kept in a further layer of the same access: an aspect like any other.
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

  private static final String FIRST_VERSION = "1.0";
  private static final String NAME = "name";

  /// In the place of an observation, and of its payload, where there is none.
  private static final String HEARD = "";

  private static final int ACCESS_DIGITS = 16;
  private static final Pattern ID =
      Pattern.compile(
          "mem_(ent_[0-9a-f]{24})(?:\\.[0-9a-f]{" + ACCESS_DIGITS + "}(\\.[1-9][0-9]{0,8})?)?");
  private static final String ID_PREFIX = "mem_ent_";

  /// Nothing is known yet.
  public static Aspect of(EntityId entity, String type) {
    return new Aspect(entity, type, false, 0, Cells.EMPTY, Cells.EMPTY, Merges.NONE, Splits.NONE);
  }

  // ── names ──

  /// Where the aspect of an entity is kept that has this access.
  public static ObjectRef ref(EntityId entity, Envelope envelope) {
    return ref(entity, accessOf(envelope));
  }

  /// The same, by what [#accessOf] says of its access.
  public static ObjectRef ref(EntityId entity, String access) {
    return new ObjectRef(ObjectType.MEMORY, entity.memory().id() + "." + access);
  }

  /// Where a further layer of an aspect is kept.
  ///
  /// @param first its first layer
  /// @param number from 1 on
  public static ObjectRef layer(ObjectRef first, int number) {
    return new ObjectRef(ObjectType.MEMORY, first.id() + "." + number);
  }

  /// The first layer of the aspect that this is a layer of: the one that relationships join, and in
  /// which people say something of it. All else is what it is.
  public static ObjectRef firstLayer(ObjectRef ref) {
    var matcher = matched(ref);
    return matcher == null || matcher.group(2) == null
        ? ref
        : new ObjectRef(ref.type(), ref.id().substring(0, matcher.start(2)));
  }

  /// What the names of all aspects of one access have in common.
  public static String accessOf(Envelope envelope) {
    return Hash.of(EnvelopeJson.bytes(envelope)).hex().substring(0, ACCESS_DIGITS);
  }

  /// Two aspects of one access.
  public record Pair(ObjectRef source, ObjectRef target) {}

  /// All two aspects that may be related: of one access that some of these have, be the other there
  /// or not.
  ///
  /// @param sources aspects, by their first layers
  public static List<Pair> pairs(List<ObjectRef> sources, List<ObjectRef> targets) {
    return Stream.concat(sources.stream(), targets.stream())
        .map(Aspect::accessIn)
        .distinct()
        .flatMap(
            access ->
                entities(sources)
                    .flatMap(
                        source ->
                            entities(targets)
                                .map(target -> new Pair(ref(source, access), ref(target, access)))))
        .toList();
  }

  private static Stream<EntityId> entities(List<ObjectRef> aspects) {
    return aspects.stream().map(Aspect::entityOf).filter(Objects::nonNull).distinct();
  }

  private static String accessIn(ObjectRef aspect) {
    return aspect.id().substring(aspect.id().indexOf('.') + 1);
  }

  /// The entity whose Memory, or an aspect of which, this is; null if it is something else.
  public static @Nullable EntityId entityOf(ObjectRef ref) {
    var matcher = matched(ref);
    return matcher == null ? null : new EntityId(matcher.group(1));
  }

  /// Whether a name begins as that of an entity's Memory or aspect does, so that it nearly always
  /// is one.
  public static boolean isNamedLikeOne(ObjectRef ref) {
    return ref.type() == ObjectType.MEMORY && ref.id().startsWith(ID_PREFIX);
  }

  private static @Nullable Matcher matched(ObjectRef ref) {
    if (!isNamedLikeOne(ref)) {
      return null;
    }
    var matcher = ID.matcher(ref.id());
    return matcher.matches() ? matcher : null;
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
        observation.stamp(),
        observation.entity(),
        observation.entityType(),
        observation.schemaVersion(),
        JsonObject.of(NAME, JsonArray.of(Json.of(name))),
        Set.of());
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
            new Stamp(HEARD, HEARD, Instant.EPOCH, 0, 0, SourceKind.LLM_SUMMARY, false),
            entity,
            type,
            FIRST_VERSION,
            JsonObject.of(NAME, JsonArray.of(Json.of(name))),
            Set.of());
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

  /// The same for all that is ever shown; see [Cell#knows].
  public boolean knows(Aspect other) {
    return cells.knows(other.cells)
        && names.knows(other.names)
        && merges.join(other.merges).equals(merges)
        && splits.join(other.splits).equals(splits)
        && (resolved || !other.resolved);
  }

  /// How many fields, items of arrays and names are kept in it.
  public int size() {
    return cells.size() + names.size();
  }

  /// Whether another has a field, an item or a name that is new to this one: joined, they are
  /// larger.
  public boolean isEnlargedBy(Aspect other) {
    return cells.isEnlargedBy(other.cells) || names.isEnlargedBy(other.names);
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

  /// Whether nothing is left of what was said of it. Such an aspect remembers what was split from
  /// it, and is not shown.
  public boolean isVoid() {
    return observations == 0
        && cells.cells().isEmpty()
        && names.cells().isEmpty()
        && merges.equals(Merges.NONE);
  }
}
