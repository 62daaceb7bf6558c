package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.EntityType;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.view.At;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads entities: the Memories that are joined from what payloads say. Thread-safe.
public final class Entities {

  private final Inspect inspect;
  private final Events events;
  private final Reads reads;
  private final Catalogue catalogue;

  public Entities(
      Storage storage,
      InstantSource clock,
      AuditTrail audit,
      CommitSignal signal,
      Limits limits,
      Catalogue catalogue) {
    this.inspect = new Inspect(storage, clock, audit, signal, limits);
    this.events = new Events(storage, clock, audit, signal, limits);
    this.reads = new Reads(storage, clock, audit, signal, limits);
    this.catalogue = catalogue;
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
              return view == null
                  ? null
                  : new Answer<>(view(view, new ActiveSchemas(snapshot, at, catalogue)), at);
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
    var wanted = fields.isEmpty() ? Map.of(Aspect.KIND, Aspect.KIND_ENTITY) : new TreeMap<>(fields);
    var found = inspect.objects(caller, ObjectType.MEMORY, wanted, time, page);
    var views =
        reads.<List<EntityView>>read(
            caller,
            (snapshot, _) -> {
              var schemas = new ActiveSchemas(snapshot, found.at(), catalogue);
              return found.items().stream().map(view -> view(view, schemas)).toList();
            });
    return new Page<>(views, found.nextCursor(), found.at());
  }

  static EntityView view(ObjectView view, ActiveSchemas schemas) {
    var body = view.stored().version().body();
    var known = Objects.requireNonNull(Aspect.read(body), "the Memory of an entity");
    return new EntityView(view.stored(), known, schemas.of(known.type()), view.reason());
  }

  /// An entity as it stands now, with what it is made of.
  ///
  /// @param aspects that the caller sees
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

  private interface Finding {
    Aspects.Found in(Aspects aspects, EntityId entity, At at);
  }

  private Standing standing(Caller caller, EntityId id, Finding finding) {
    var found =
        reads.<Aspects.Found>readKept(
            caller,
            (snapshot, reading) -> {
              var at = reads.at(ReadTime.NOW, snapshot, reading);
              var aspects =
                  new Aspects(snapshot, aspect -> Reads.judge(aspect, caller, reading).allows());
              return finding.in(aspects, id, at);
            });
    if (found.aspects().isEmpty()) {
      throw absent();
    }
    var known = Aspects.known(found);
    return new Standing(
        new Subject(found.entity(), known.type(), known.name()),
        found.aspects().stream().map(aspect -> aspect.object().ref()).toList());
  }

  /// What was deleted of an entity by its latest deletion that the caller sees.
  public Standing deleted(Caller caller, EntityId id) {
    var filter =
        new EventFilter(
            Map.of(
                "event_type",
                EntityAct.Word.DELETED.eventType().value(),
                PayloadKey.ENTITY,
                id.value()),
            null,
            null,
            true);
    var latest = events.events(caller, filter, ReadTime.NOW, new Page.Request(null, 1)).items();
    if (latest.isEmpty()
        || !(EntityAct.read(latest.getFirst().entry().event())
            instanceof EntityAct.Delete(var subject, var aspects))) {
      throw absent();
    }
    return new Standing(subject, aspects);
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
