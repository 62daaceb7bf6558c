package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.Facts;
import java.util.HashMap;

/// Accepts files as artifacts.
final class FileDecisions {

  private FileDecisions() {}

  /// The same file for the same readers is one artifact. One that was deleted comes back: somebody
  /// wants it again.
  static Decision keep(Caller caller, Command.KeepFile command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var envelope =
        EnvelopeChoice.choose(caller, command.access(), command.workspace(), null, stamp, facts);
    var ref = DerivedId.fileOf(envelope, command.content(), command.name());
    var known = facts.find(new ObjectOf(ref));
    if (known == null) {
      var violations = new Violations();
      var stamps = new HashMap<String, Json>();
      var agent = caller.agent();
      stamps.put("artifact_id", Json.of(ref.id()));
      stamps.put("owner_agent_id", Json.ofNullable(agent == null ? null : agent.value()));
      stamps.put("produced_by_event_id", Json.of("evt_" + stamp.freshId()));
      stamps.put("hash", Json.of(command.content().value()));
      stamps.put("content_ref", Json.of("blob:" + command.content().value()));
      var fields =
          JsonObject.of(
              "mime_type", Json.of(command.mimeType()),
              "metadata", named(command));
      var body = ObjectSchemas.ARTIFACT.complete(fields, stamps, Pointer.ROOT, violations);
      violations.throwIfAny();
      var act = new ObjectAct.Create(ref, body, stamp.visibleTime());
      return new Decision.Accepted(ObjectDecisions.record(caller, act, envelope, stamp, null));
    }
    if (facts.find(new TombstoneOn(ref)) != null) {
      var act = new ObjectAct.Restore(ref);
      return new Decision.Accepted(ObjectDecisions.record(caller, act, envelope, stamp, null));
    }
    if (facts.find(new LineAt(known.created())) instanceof LogEntry first) {
      return new Decision.Repeated(first);
    }
    throw new Gone(
        "event.erased", "the file " + ref.id() + " was erased; it is not accepted again");
  }

  private static JsonObject named(Command.KeepFile command) {
    var name = command.name();
    return name == null ? command.about() : command.about().with("name", Json.of(name));
  }
}
