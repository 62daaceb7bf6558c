package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.EntityType;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.view.At;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads entities: the Memories that are joined from what payloads say. Thread-safe.
public final class Entities {

  /// How many merges of one entity are looked at, the latest first.
  private static final int MAX_MERGES = 20;

  /// So many deletions of an entity are looked at, the latest ones.
  private static final int MAX_DELETIONS = 1_000;

  private final Inspect inspect;
  private final Events events;
  private final Reads reads;
  private final Catalogue catalogue;

  public Entities(ReadPorts ports) {
    this.inspect = new Inspect(ports);
    this.events = new Events(ports);
    this.reads = new Reads(ports);
    this.catalogue = ports.catalogue();
  }

  public Answer<EntityView> entity(Caller caller, EntityId id, ReadTime time) {
    var answer = find(caller, id, time);
    if (answer == null) {
      throw absent();
    }
    return answer;
  }

  /// The same; null if there is none for the caller.
  public @Nullable Answer<EntityView> find(Caller caller, EntityId id, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<EntityView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var found = Inspect.stored(snapshot, id.memory(), at);
              var view = Inspect.view(snapshot, found, at, caller, reading);
              return view == null ? null : new Answer<>(view(view, snapshot, at), at);
            });
    if (answer != null) {
      reads.note(caller, answer.value().reason(), "entity/" + id);
    }
    return answer;
  }

  public static NotFound absent() {
    return new NotFound("entity.not_found", "there is no entity with this id");
  }

  /// Entities in the order in which they were first observed.
  ///
  /// @param fields of those that aspects are listed by
  public Page<EntityView> entities(
      Caller caller, Map<String, String> fields, ReadTime time, Page.Request page) {
    // Other memories have none of these fields, and each that is asked for costs a look.
    var wanted =
        fields.isEmpty() ? Map.of(AspectBody.KIND, AspectBody.KIND_ENTITY) : new TreeMap<>(fields);
    return inspect.memories(caller, wanted, time, page, this::views);
  }

  /// The same of those that were ever called so, as names of their types are compared.
  public Page<EntityView> called(Caller caller, String name, ReadTime time, Page.Request page) {
    return inspect.called(caller, name, time, page, this::views);
  }

  private Page<EntityView> views(Snapshot snapshot, Page<ObjectView> found) {
    var views = found.items().stream().map(view -> view(view, snapshot, found.at())).toList();
    return new Page<>(views, found.nextCursor(), found.at());
  }

  /// @param snapshot as callers are shown it
  static EntityView view(ObjectView view, Snapshot snapshot, At at) {
    var aspects = WholeEntities.aspectsOf(snapshot);
    var known = aspects.says(view.stored().version().body());
    return new EntityView(
        view.stored(), known, aspects.schemas(at).of(known.type()), view.reason());
  }

  /// An entity as it stands now, with what it is made of.
  ///
  /// @param aspects that the caller sees, by their first layers
  public record Standing(Subject subject, List<ObjectRef> aspects) {

    public Standing {
      aspects = List.copyOf(aspects);
    }
  }

  /// What an entity is made of, and those that were found to be it.
  public Standing standing(Caller caller, EntityId id) {
    return standing(caller, id, Aspects::of);
  }

  /// What an entity is made of by itself, whatever it was found to be.
  public Standing itself(Caller caller, EntityId id) {
    return standing(caller, id, Aspects::alone);
  }

  /// Of an entity and those that were found to be it, the one that a correction was said of.
  public EntityId holding(Caller caller, EntityId id, String correction) {
    return reads.<EntityId>readKept(
        caller,
        (snapshot, reading) -> {
          var aspects = aspects(snapshot, caller, reading);
          return aspects.of(id, reads.at(ReadTime.NOW, snapshot, reading)).parts().stream()
              .filter(part -> part.says().cells().correction(correction) != null)
              .map(part -> part.says().entity())
              .findFirst()
              .orElse(id);
        });
  }

  /// Of those that an entity was said to be, the one by which it is another; that other itself if
  /// there is none.
  public EntityId mergedTowards(Caller caller, EntityId id, EntityId other) {
    return reads.<EntityId>readKept(
        caller,
        (snapshot, reading) -> {
          var at = reads.at(ReadTime.NOW, snapshot, reading);
          return aspects(snapshot, caller, reading).mergedTowards(id, other, at);
        });
  }

  /// The aspects that the present values of fields come from, by their first layers; none if
  /// nothing was told of one of them.
  public List<ObjectRef> telling(Caller caller, EntityId id, Collection<String> fields) {
    return reads.<List<ObjectRef>>readKept(
        caller,
        (snapshot, reading) -> {
          var at = reads.at(ReadTime.NOW, snapshot, reading);
          return aspects(snapshot, caller, reading).telling(id, fields, at);
        });
  }

  private Aspects aspects(Snapshot kept, Caller caller, Reading reading) {
    return new Aspects(kept, aspect -> Reads.judge(aspect, caller, reading).allows(), catalogue);
  }

  /// Those of some entities that have no aspect of an access, at whichever time.
  List<EntityId> withoutAspect(Caller caller, List<EntityId> some, Envelope envelope) {
    return reads.<List<EntityId>>readKept(
        caller,
        (snapshot, reading) -> {
          var aspects = aspects(snapshot, caller, reading);
          var at = new At(Aspects.LAST, snapshot.head().position());
          return some.stream()
              .filter(id -> !aspects.alone(id, at).ends().contains(Aspect.ref(id, envelope)))
              .toList();
        });
  }

  private interface Finding {
    Aspects.Found in(Aspects aspects, EntityId entity, At at);
  }

  private Standing standing(Caller caller, EntityId id, Finding finding) {
    var found =
        reads.<Aspects.Found>readKept(
            caller,
            (snapshot, reading) -> {
              var at = reads.at(ReadTime.NOW, snapshot, reading);
              return finding.in(aspects(snapshot, caller, reading), id, at);
            });
    if (found.aspects().isEmpty()) {
      throw absent();
    }
    var known = Aspects.known(found);
    return new Standing(
        new Subject(found.entity(), known.type(), Aspects.ownName(found)),
        found.aspects().stream()
            .map(aspect -> Aspect.firstLayer(aspect.object().ref()))
            .distinct()
            .toList());
  }

  /// What was deleted of an entity, as far as the caller sees it, be it under its own name or that
  /// of the entity that it was then; the latest first, one at least.
  public List<EntityAct.Delete> deletions(Caller caller, EntityId id) {
    var found = new ArrayList<>(acts(caller, id, EntityAct.Word.DELETED, MAX_DELETIONS));
    for (var survivor : everMergedInto(caller, id)) {
      acts(caller, survivor, EntityAct.Word.DELETED, MAX_DELETIONS).stream()
          .filter(deletion -> survivorBefore(caller, id, deletion).equals(survivor))
          .forEach(found::add);
    }
    var deletions =
        found.stream()
            .map(EventView::entry)
            .sorted(Comparator.comparing(LogEntry::position).reversed())
            .map(entry -> EntityAct.read(entry.event()))
            .filter(EntityAct.Delete.class::isInstance)
            .map(EntityAct.Delete.class::cast)
            .toList();
    if (deletions.isEmpty()) {
      throw absent();
    }
    return deletions;
  }

  /// The entities that one was ever said to be, directly or by way of others. What is deleted says
  /// so no more, but the events do.
  private Set<EntityId> everMergedInto(Caller caller, EntityId id) {
    var survivors = new LinkedHashSet<EntityId>();
    var open = new ArrayDeque<>(List.of(id));
    while (!open.isEmpty()) {
      for (var merge : acts(caller, open.remove(), EntityAct.Word.MERGED, MAX_MERGES)) {
        if (EntityAct.read(merge.entry().event()) instanceof EntityAct.Merge act
            && !act.into().entity().equals(id)
            && survivors.add(act.into().entity())) {
          open.add(act.into().entity());
        }
      }
    }
    return survivors;
  }

  /// The latest acts of a kind that were done to an entity, as far as the caller sees them.
  private List<EventView> acts(Caller caller, EntityId id, EntityAct.Word word, int most) {
    var fields = Map.of("event_type", word.eventType().value(), PayloadKey.ENTITY, id.value());
    var filter = new EventFilter(fields, null, null, true);
    return events.events(caller, filter, ReadTime.NOW, new Page.Request(null, most)).items();
  }

  /// What an entity was found to be just before something was done.
  private EntityId survivorBefore(Caller caller, EntityId id, EventView done) {
    var before = new LogPosition(done.entry().position().value() - 1);
    var time = new ReadTime(null, new ReadTime.KnownAt.Position(before));
    return reads.<EntityId>readKept(
        caller,
        (snapshot, reading) ->
            aspects(snapshot, caller, reading).survivorOf(id, reads.at(time, snapshot, reading)));
  }

  /// The schema by which entities of a type are reduced now; for a writer, too.
  public EntitySchema schema(Caller caller, String entityType) {
    return reads.<EntitySchema>readKept(
        caller,
        (snapshot, reading) ->
            new ActiveSchemas(snapshot, reads.at(ReadTime.NOW, snapshot, reading), catalogue)
                .of(entityType));
  }

  /// The schema in force for a type that somebody has described.
  public EntitySchema schema(Caller caller, String entityType, ReadTime time) {
    var found =
        EntityType.isWellFormed(entityType)
            ? reads.<EntitySchema>read(
                caller,
                time,
                (snapshot, reading) ->
                    new ActiveSchemas(snapshot, reads.at(time, snapshot, reading), catalogue)
                        .of(entityType))
            : EntitySchema.undeclared("unknown");
    if (found.fields().isEmpty()) {
      throw new NotFound("schema.not_found", "there is no schema of this type");
    }
    return found;
  }

  /// The versions of a type's schema that are known, whichever is in force.
  public List<String> schemaVersions(Caller caller, String entityType, ReadTime time) {
    return reads.<List<String>>read(
        caller,
        time,
        (snapshot, reading) ->
            new ActiveSchemas(snapshot, reads.at(time, snapshot, reading), catalogue)
                .versions(entityType));
  }

  /// All schemas in force, by type.
  public List<EntitySchema> schemas(Caller caller, ReadTime time) {
    return reads.<List<EntitySchema>>read(
        caller,
        time,
        (snapshot, reading) -> {
          var at = reads.at(time, snapshot, reading);
          var active = new ActiveSchemas(snapshot, at, catalogue);
          return active.types().stream().map(active::of).toList();
        });
  }
}
