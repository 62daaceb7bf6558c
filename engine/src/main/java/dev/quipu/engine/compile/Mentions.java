package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What an entry gave rise to, as its writer is told.
///
/// Agents, sessions and users are made on first mention. One that was there before, but not for
/// this writer, is told of as if it had been made now: a receipt that left it out would tell that
/// the id is taken.
public final class Mentions {

  private Mentions() {}

  /// The object versions that a receipt names.
  ///
  /// @param clock at which it is judged who may see what
  public static List<Effect> told(Caller caller, LogEntry entry, Instant clock, Facts facts) {
    if (entry.event().tenantId().equals(TenantId.PLATFORM)) {
      return entry.effects();
    }
    var mentioned = mentionedBy(entry);
    var told = new ArrayList<Effect>();
    entry.effects().stream()
        .filter(effect -> effect.version() > 1 || !mentioned.contains(effect.object()))
        .forEach(told::add);
    var sight = new Sight(caller, Reading.plain(clock));
    for (var ref : mentioned) {
      var first = new Effect(ref, 1);
      if (entry.effects().contains(first) || isHidden(ref, sight, facts)) {
        told.add(first);
      }
    }
    return told;
  }

  /// In the order in which the rules make them. What the entry acts on is not merely mentioned.
  private static Set<ObjectRef> mentionedBy(LogEntry entry) {
    var event = entry.event();
    var recorded = entry.recorded();
    var refs = new LinkedHashSet<ObjectRef>();
    if (event.agentId() != null) {
      refs.add(ObjectRef.of(event.agentId()));
    }
    if (event.sessionId() != null) {
      refs.add(ObjectRef.of(event.sessionId()));
    }
    var handedTo = Claims.heard(recorded).toAgent();
    if (handedTo != null) {
      refs.add(ObjectRef.of(handedTo));
    }
    Stream.of(recorded.recordedBy(), recorded.envelope().owner())
        .filter(principal -> principal.kind() == Principal.Kind.USER)
        .map(principal -> new ObjectRef(ObjectType.USER, principal.id()))
        .forEach(refs::add);
    if (event.eventType().isReserved() && event.payload().has("act")) {
      refs.remove(ObjectAct.read(recorded).ref());
    }
    return refs;
  }

  private static boolean isHidden(ObjectRef ref, Sight sight, Facts facts) {
    var object = facts.find(new ObjectOf(ref));
    return object != null && !sight.sees(object);
  }
}
