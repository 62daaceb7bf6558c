package dev.quipu.testkit.history;

import dev.quipu.engine.ingest.Outcome;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.util.List;

/// What memories show, as text, so that an engine and the naive model can be compared word by word.
final class Shown {

  private Shown() {}

  static String version(
      ObjectRef ref,
      int version,
      JsonObject body,
      Instant validFrom,
      Instant validTo,
      LogPosition knownFrom,
      LogPosition knownTo) {
    return "%s@%d [%s..%s) known [%s..%s) %s"
        .formatted(
            ref, version, validFrom, validTo, shown(knownFrom), shown(knownTo), body.toString());
  }

  static String object(int latest, Envelope envelope, Verdict reason, String version) {
    return version + " of " + latest + " " + EnvelopeJson.write(envelope) + " " + reason;
  }

  static String event(LogPosition position, Event e) {
    return "%s %s %s at %s (%d) by %s in %s within %s: %s %s"
        .formatted(
            position,
            e.eventId(),
            e.eventType(),
            e.eventTime(),
            e.logicalTs(),
            e.agentId(),
            e.sessionId(),
            e.workspaceId(),
            e.visibility(),
            e.payload().toString());
  }

  static String edge(Direction direction, String type, ObjectRef other, String edge) {
    return direction + " " + type + " " + other + " by " + edge;
  }

  static String at(At at) {
    return "at " + at.asOf() + " known at " + at.asKnownAt();
  }

  static String refusal(MemoryException why) {
    var details =
        why instanceof Invalid invalid
            ? invalid.violations().stream().map(Violation::code).sorted().toList()
            : List.of();
    return "refused " + why.code() + details;
  }

  /// Without the event's id, which chance made.
  static String receipt(
      Receipt.Status status, LogPosition position, Instant visibleTime, List<Effect> effects) {
    return status + " " + position + " at " + visibleTime + " " + effects;
  }

  static String outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Written(var r) ->
          receipt(r.status(), r.position(), r.visibleTime(), r.objects());
      case Outcome.Refused(var why) -> refusal(why);
      case Outcome.Broken(var fault) -> throw fault;
    };
  }

  private static String shown(LogPosition position) {
    return position.equals(LogPosition.FOREVER) ? "∞" : position.toString();
  }
}
