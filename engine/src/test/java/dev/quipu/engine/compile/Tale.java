package dev.quipu.engine.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Seal;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A log in the making with nothing behind it but lists: what is decided is evolved, sealed and
/// remembered, as a write unit does it.
final class Tale {

  static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

  final PlainFacts facts = new PlainFacts();
  private final Decide decide = new Decide(Limits.DEFAULT, Catalogue.EMPTY);
  private Head head = Head.EMPTY;
  private Instant clock = NOON;

  /// Sets the clock, forward or back.
  Tale at(Instant clock) {
    this.clock = clock;
    return this;
  }

  Stamp stamp() {
    var position = head.position().next();
    return new Stamp(position, clock, head.nextVisibleTime(clock), "N" + position);
  }

  Decision decide(Caller caller, Command command) {
    return decide.decide(caller, command, stamp(), facts);
  }

  /// Decides, evolves and keeps; the command must be accepted.
  LogEntry accept(Caller caller, Command command) {
    var decision = decide(caller, command);
    assertThat(decision).isInstanceOf(Decision.Accepted.class);
    var recorded = ((Decision.Accepted) decision).recorded();
    var changes = Evolve.evolve(recorded, facts);
    var salt = new byte[Seal.Content.SALT_LENGTH];
    var entry = LogEntry.sealed(head.hash(), recorded, changes.effects(), salt, salt);
    facts.apply(changes);
    facts.add(entry);
    head = new Head(entry.position(), entry.seal().hash(), entry.visibleTime());
    return entry;
  }

  LogEntry accept(Caller caller, EventSketch event) {
    return accept(caller, event.append());
  }

  /// What evolving would change, without changing it.
  Changes changesOf(Caller caller, Command command) {
    var decision = (Decision.Accepted) decide(caller, command);
    return Evolve.evolve(decision.recorded(), facts);
  }

  <E extends MemoryException> E refusal(Class<E> kind, Caller caller, Command command) {
    var refused = catchThrowableOfType(kind, () -> decide(caller, command));
    assertThat(refused).as("a refusal").isNotNull();
    return refused;
  }

  /// The codes of all faults that were found.
  List<String> faults(Caller caller, Command command) {
    return refusal(Invalid.class, caller, command).violations().stream()
        .map(violation -> violation.pointer() + " " + violation.code())
        .toList();
  }

  @Nullable ObjectRow object(ObjectRef ref) {
    return facts.find(new FactKey.ObjectOf(ref));
  }

  /// The body of a version.
  @Nullable JsonObject body(ObjectRef ref, int version) {
    var row = facts.find(new FactKey.VersionOf(ref, version));
    return row == null ? null : row.body();
  }

  static ObjectRef agent(String id) {
    return new ObjectRef(ObjectType.AGENT, id);
  }

  static ObjectRef session(String id) {
    return new ObjectRef(ObjectType.SESSION, id);
  }

  static ObjectRef user(String id) {
    return new ObjectRef(ObjectType.USER, id);
  }

  static Command.Create create(ObjectType type, JsonObject fields) {
    return new Command.Create(type, fields, AccessDraft.NOTHING_SAID);
  }

  static Command.Create createAgent(String id) {
    return create(ObjectType.AGENT, JsonObject.of("agent_id", Json.of(id)));
  }

  static Command.Create createAgent(String id, Visibility visibility) {
    return new Command.Create(
        ObjectType.AGENT, JsonObject.of("agent_id", Json.of(id)), seenBy(visibility));
  }

  static AccessDraft seenBy(Visibility visibility) {
    return new AccessDraft(null, visibility, true, null, null, Set.of(), null);
  }

  /// Sets an agent's role, now.
  static Command.Patch role(ObjectRef agent, String role) {
    return new Command.Patch(agent, JsonObject.of("role_profile", Json.of(role)), null, null);
  }

  static Command.Patch role(ObjectRef agent, String role, @Nullable Instant effectiveAt) {
    return new Command.Patch(
        agent, JsonObject.of("role_profile", Json.of(role)), null, effectiveAt);
  }
}
