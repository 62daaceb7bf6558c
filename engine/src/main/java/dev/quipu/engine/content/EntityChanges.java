package dev.quipu.engine.content;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.EntityWish;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Observations;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.EntityId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Does things to entities: finds out what of an entity the caller sees, and writes what becomes of
/// that. Thread-safe.
public final class EntityChanges {

  private final Entities entities;
  private final SplitOff splitOff;
  private final Ingest ingest;

  public EntityChanges(
      Entities entities, Payloads payloads, Observations observations, Ingest ingest) {
    this.entities = entities;
    this.splitOff = new SplitOff(entities, payloads, observations);
    this.ingest = ingest;
  }

  /// How a change is asked for.
  ///
  /// @param request hash of the request, which a repeated one has too
  public record Asked(AccessDraft access, Hash request, @Nullable Retry retry) {}

  /// Puts fields right; null clears one.
  public Written correct(Caller caller, EntityId entity, JsonObject fields, Asked asked) {
    var told = entities.telling(caller, entity, fields.names());
    return submit(caller, entity, new EntityWish.Correct(fields, told), asked);
  }

  /// Takes a correction back.
  public Written withdraw(Caller caller, EntityId entity, String correction, Asked asked) {
    caller.require(Grant.WRITE);
    var known = entities.entity(caller, entity, ReadTime.NOW).value().known();
    var found = known.cells().correction(correction);
    if (found == null) {
      throw new NotFound("correction.not_found", "there is no correction with this id");
    }
    // Where it was said: what was merged since may be told apart again.
    var holder = entities.holding(caller, entity, correction);
    var wish = new EntityWish.Withdraw(found.field(), correction);
    return write(caller, command(entities.itself(caller, holder), wish, asked), asked);
  }

  /// Deletes what the caller may write of an entity.
  public Written delete(Caller caller, EntityId entity, Asked asked) {
    return submit(caller, entity, new EntityWish.Delete(), asked);
  }

  /// Takes the latest deletion back.
  public Written restore(Caller caller, EntityId entity, Asked asked) {
    var deletions = entities.deletions(caller, entity);
    var command =
        new Command.ActOnEntity(
            deletions.getFirst().subject(),
            List.of(),
            new EntityWish.Restore(deletions),
            asked.access());
    return write(caller, command, asked);
  }

  /// Says that an entity is another one.
  public Written merge(Caller caller, EntityId entity, EntityId into, String reason, Asked asked) {
    var other = entities.standing(caller, into);
    var wish = new EntityWish.Merge(other.subject(), other.aspects(), reason);
    return write(caller, command(entities.itself(caller, entity), wish, asked), asked);
  }

  /// Takes back that another one is this entity, be it by itself or by way of others: what was said
  /// of that one is taken back, and nothing else.
  public Written unmerge(Caller caller, EntityId entity, EntityId from, Asked asked) {
    var other = entities.itself(caller, from);
    var wish = new EntityWish.Unmerge(other.subject(), other.aspects());
    var survivor = entities.itself(caller, entities.mergedTowards(caller, from, entity));
    return write(caller, command(survivor, wish, asked), asked);
  }

  /// Says that some observations of an entity speak of another.
  public Written split(Caller caller, EntityId entity, SplitOff.Wanted wanted, Asked asked) {
    caller.require(Grant.WRITE);
    var standing = entities.standing(caller, entity);
    var wish = splitOff.wish(caller, standing, wanted);
    return write(caller, command(standing, wish, asked), asked);
  }

  /// Says how an entity is related to another. What the caller sees to be related so already stays
  /// as it is.
  public Related relate(Caller caller, EntityId entity, EdgeType type, EntityId to, Asked asked) {
    var one = entities.standing(caller, entity);
    var other = entities.standing(caller, to);
    var wish = new EntityWish.Relate(type.wireName(), other.subject(), other.aspects());
    var written = write(caller, command(one, wish, asked), asked);
    return Related.by(written, type, one.aspects(), other.aspects());
  }

  private Written submit(Caller caller, EntityId entity, EntityWish wish, Asked asked) {
    return write(caller, command(entities.standing(caller, entity), wish, asked), asked);
  }

  private static Command command(Entities.Standing standing, EntityWish wish, Asked asked) {
    return new Command.ActOnEntity(standing.subject(), standing.aspects(), wish, asked.access());
  }

  private Written write(Caller caller, Command command, Asked asked) {
    return ingest.write(caller, new Submission(command, asked.request()), asked.retry(), 0);
  }
}
