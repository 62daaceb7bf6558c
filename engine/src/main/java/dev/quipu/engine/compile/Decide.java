package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides commands. Runs once for each, may refuse (by throwing one of the sealed failures), and
/// records every choice in the event, so that nothing has to be chosen again.
public final class Decide {

  /// The rules that new events are compiled by.
  public static final int RULES = 8;

  private final EventDecisions events;
  private final ObjectDecisions objects;
  private final ChangeDecisions changes;
  private final PayloadDecisions payloads;
  private final EntityDecisions entities;
  private final SchemaDecisions schemas;
  private final PlatformDecisions platform;

  public Decide(Limits limits, Catalogue catalogue) {
    this.events = new EventDecisions(limits);
    this.objects = new ObjectDecisions(limits);
    this.changes = new ChangeDecisions(limits);
    this.payloads = new PayloadDecisions(catalogue);
    this.entities = new EntityDecisions();
    this.schemas = new SchemaDecisions(catalogue);
    this.platform = new PlatformDecisions();
  }

  public Decision decide(Caller caller, Command command, Stamp stamp, Facts facts) {
    refuseCompiled(command);
    return switch (command) {
      case Command.Append append -> events.append(caller, append, stamp, facts);
      case Command.Create create -> objects.create(caller, create, stamp, facts);
      case Command.Patch patch -> changes.patch(caller, patch, stamp, facts);
      case Command.Correct correct -> changes.correct(caller, correct, stamp, facts);
      case Command.Invalidate end -> changes.invalidate(caller, end, stamp, facts);
      case Command.Rollback rollback -> changes.rollback(caller, rollback, stamp, facts);
      case Command.Move move -> changes.move(caller, move, stamp, facts);
      case Command.Attach attach -> changes.attach(caller, attach, stamp, facts);
      case Command.Delete delete -> changes.delete(caller, delete, stamp, facts);
      case Command.Restore restore -> changes.restore(caller, restore, stamp, facts);
      case Command.Summarize summarize -> objects.summarize(caller, summarize, stamp, facts);
      case Command.Tag tag -> objects.tag(caller, tag, stamp, facts);
      case Command.KeepFile keep -> FileDecisions.keep(caller, keep, stamp, facts);
      case Command.SubmitPayload submit -> payloads.submit(caller, submit, stamp, facts);
      case Command.ActOnEntity act -> entities.act(caller, act, stamp, facts);
      case Command.RegisterSchema(var schema) -> schemas.register(caller, schema, stamp, facts);
      case Command.ActivateSchema(var type, var version) ->
          schemas.activate(caller, type, version, stamp, facts);
      case Command.RegisterCapability register -> payloads.register(caller, register, stamp, facts);
      case Command.OfPlatform act -> platform.decide(caller, act, stamp, facts);
    };
  }

  /// The Memory of an entity follows from what was observed: nobody writes it. Said whether there
  /// is such an entity or not.
  private static void refuseCompiled(Command command) {
    var ref =
        switch (command) {
          case Command.Patch patch -> patch.ref();
          case Command.Correct correct -> correct.ref();
          case Command.Invalidate end -> end.ref();
          case Command.Rollback rollback -> rollback.ref();
          case Command.Move move -> move.ref();
          case Command.Delete delete -> delete.ref();
          case Command.Restore restore -> restore.ref();
          default -> null;
        };
    var entity = ref == null ? null : Aspect.entityOf(ref);
    if (entity != null) {
      throw new Conflict(
          "entity.compiled",
          "the memory of an entity follows from what payloads say of it",
          "POST /v1/entities/" + entity + "/corrections, or DELETE /v1/entities/" + entity);
    }
  }

  /// What can be held against a new object without knowing the log, so that a door can tell it
  /// together with the faults that it found itself. Deciding finds it again.
  public List<Violation> foresee(Caller caller, ObjectType type, JsonObject fields, Instant now) {
    return ObjectDecisions.foresee(caller, type, fields, now);
  }

  /// The same for a change.
  public List<Violation> foresee(
      ObjectType type, JsonObject patch, @Nullable Instant effectiveAt, Instant now) {
    return changes.foresee(type, patch, effectiveAt, now);
  }

  /// The facts that a command is first decided by, as far as it names them itself.
  public static List<FactKey<?>> asks(Caller caller, Command command) {
    return switch (command) {
      case Command.Append append -> EventDecisions.asks(caller, append);
      case Command.Patch patch -> List.of(new ObjectOf(patch.ref()));
      case Command.Delete delete -> List.of(new ObjectOf(delete.ref()));
      case Command.Restore restore -> List.of(new ObjectOf(restore.ref()));
      case Command.Correct correct -> List.of(new ObjectOf(correct.ref()));
      case Command.Invalidate end -> List.of(new ObjectOf(end.ref()));
      case Command.Rollback rollback -> List.of(new ObjectOf(rollback.ref()));
      case Command.Move move -> List.of(new ObjectOf(move.ref()));
      case Command.Attach attach -> List.of(new ObjectOf(attach.ref()));
      case Command.Create _,
          Command.Summarize _,
          Command.Tag _,
          Command.KeepFile _,
          Command.SubmitPayload _,
          Command.ActOnEntity _,
          Command.RegisterCapability _,
          Command.RegisterSchema _,
          Command.ActivateSchema _,
          Command.OfPlatform _ ->
          List.of();
    };
  }

  /// Whether an entry that is already there may be shown to this caller: what it may not see is
  /// told apart from absent by nothing but the taken id.
  static boolean mayRead(Caller caller, LogEntry entry, Stamp stamp) {
    return Sight.of(caller, stamp)
        .sees(entry.event().tenantId(), entry.recorded().envelope(), false);
  }
}
