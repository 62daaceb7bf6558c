package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.SchemaRef;
import dev.quipu.model.view.At;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The schemas in force: those that the tenant has activated, as far as was known at a point, else
/// those that come along. What was observed long ago is reduced as what is observed today: a schema
/// says how things are read, not how they were. Used by one thread.
final class ActiveSchemas {

  private static final int MAX_SCHEMAS = 10_000;

  private final Snapshot snapshot;
  private final At at;
  private final Catalogue catalogue;
  private final Map<String, EntitySchema> found = new HashMap<>();

  ActiveSchemas(Snapshot snapshot, At at, Catalogue catalogue) {
    this.snapshot = snapshot;
    this.at = new At(Aspects.LAST, at.asKnownAt());
    this.catalogue = catalogue;
  }

  EntitySchema of(String entityType) {
    return found.computeIfAbsent(entityType, this::find);
  }

  /// All types that somebody has described, sorted.
  SortedSet<String> types() {
    var types = new TreeSet<String>();
    catalogue.schemas().forEach(schema -> types.add(schema.entityType()));
    var listing = new ObjectListing(ObjectType.ENTITY_SCHEMA, Map.of(), null, MAX_SCHEMAS);
    for (var stored : snapshot.objects(listing, at)) {
      if (stored.version().body().has(SchemaRef.ACTIVE)) {
        types.add(stored.object().ref().id());
      }
    }
    return types;
  }

  /// The versions of a type that are known, those that come along first, then in the order of
  /// registration.
  List<String> versions(String entityType) {
    var versions = new LinkedHashSet<String>();
    catalogue.schemas().stream()
        .filter(schema -> schema.entityType().equals(entityType))
        .forEach(schema -> versions.add(schema.version()));
    var listing = new ObjectListing(ObjectType.ENTITY_SCHEMA, Map.of(), null, MAX_SCHEMAS);
    var prefix = entityType + ":";
    for (var stored : snapshot.objects(listing, at)) {
      var id = stored.object().ref().id();
      if (id.startsWith(prefix)) {
        versions.add(id.substring(prefix.length()));
      }
    }
    return List.copyOf(versions);
  }

  private EntitySchema find(String entityType) {
    var active = snapshot.object(SchemaRef.active(entityType), at);
    var version = active == null ? null : active.version().body().text(SchemaRef.ACTIVE);
    var known = version == null ? null : catalogue.schema(entityType, version);
    if (version == null || known != null) {
      return known == null ? catalogue.schemaOf(entityType) : known;
    }
    var kept = snapshot.object(SchemaRef.of(entityType, version), at);
    if (kept == null) {
      return catalogue.schemaOf(entityType);
    }
    return EntitySchema.SHAPE.read(kept.version().body(), Pointer.ROOT, new Violations());
  }
}
