package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.SchemaRef;
import dev.quipu.model.payload.SchemaVersion;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;

/// Accepts schemas, and which of them is in force.
final class SchemaDecisions {

  private final Catalogue catalogue;

  SchemaDecisions(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /// A version never changes: snapshots were made by it.
  Decision register(Caller caller, EntitySchema schema, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var ref = SchemaRef.of(schema.entityType(), schema.version());
    var known = facts.find(new ObjectOf(ref));
    if (known != null) {
      var version = facts.find(new VersionOf(ref, known.latestVersion()));
      if (version != null
          && version.body().equals(schema.toJson())
          && facts.find(new LineAt(known.created())) instanceof LogEntry first) {
        return new Decision.Repeated(first);
      }
      throw immutable(schema);
    }
    if (catalogue.schema(schema.entityType(), schema.version()) != null) {
      throw immutable(schema);
    }
    requireNext(new Registry(catalogue, facts).schema(schema.entityType()), schema);
    var act = new ObjectAct.Create(ref, schema.toJson(), stamp.visibleTime());
    return accepted(caller, act, stamp);
  }

  private static Conflict immutable(EntitySchema schema) {
    return new Conflict(
        "schema.immutable",
        "version "
            + schema.version()
            + " of the schema of "
            + schema.entityType()
            + " is registered and says something else",
        "a version never changes: register the next one");
  }

  /// What breaks those who read gets another major version.
  private static void requireNext(EntitySchema active, EntitySchema next) {
    if (active.fields().isEmpty()) {
      return; // nobody has described the type yet
    }
    var change = active.changeTo(next);
    boolean major = SchemaVersion.major(next.version()) > SchemaVersion.major(active.version());
    if (!change.isAdditive() && !major) {
      throw new Invalid(
          "/schema_version",
          "schema.breaking",
          "This breaks version "
              + active.version()
              + " ("
              + String.join("; ", change.breaks())
              + "): give it the next major version.");
    }
    if (SchemaVersion.ORDER.compare(next.version(), active.version()) <= 0) {
      throw new Invalid(
          "/schema_version",
          "schema.order",
          "Send a version behind " + active.version() + ", which is in force.");
    }
  }

  /// In force from now on, for everybody and at once.
  Decision activate(Caller caller, String entityType, String version, Stamp stamp, Facts facts) {
    caller.require(Grant.ADMIN);
    if (!new Registry(catalogue, facts).knows(entityType, version)) {
      throw new NotFound("schema.not_found", "there is no schema with this type and version");
    }
    var ref = SchemaRef.active(entityType);
    var body = SchemaRef.activeBody(entityType, version);
    var known = facts.find(new ObjectOf(ref));
    if (known == null) {
      return accepted(caller, new ObjectAct.Create(ref, body, stamp.visibleTime()), stamp);
    }
    var before = facts.find(new VersionOf(ref, known.latestVersion()));
    if (before != null
        && before.body().equals(body)
        && facts.find(new LineAt(before.position())) instanceof LogEntry first) {
      return new Decision.Repeated(first);
    }
    var act = new ObjectAct.Change(ref, known.latestVersion() + 1, body, stamp.visibleTime());
    return accepted(caller, act, stamp);
  }

  private static Decision accepted(Caller caller, ObjectAct act, Stamp stamp) {
    var everybody = Envelope.of(caller.principal(), new Visibility.Everybody());
    return new Decision.Accepted(ObjectDecisions.record(caller, act, everybody, stamp, null));
  }
}
