package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.ObjectRef;
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
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.HashMap;

/// Accepts files as artifacts.
final class FileDecisions {

  private FileDecisions() {}

  /// The same file for the same readers is one artifact. One that was deleted comes back: somebody
  /// wants it again. One that holds something else by now, or whose time is over, is no longer this
  /// file: it is kept anew beside that.
  static Decision keep(Caller caller, Command.KeepFile command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var envelope =
        EnvelopeChoice.choose(caller, command.access(), command.workspace(), null, stamp, facts);
    for (int turn = 0; ; turn++) {
      var ref =
          DerivedId.fileOf(
              envelope, command.access().lifetime(), command.content(), command.name(), turn);
      var known = facts.find(new ObjectOf(ref));
      if (known == null) {
        return kept(caller, ref, command, envelope, stamp);
      }
      if (!(facts.find(new LineAt(known.created())) instanceof LogEntry first)) {
        throw new Gone(
            "event.erased", "the file " + ref.id() + " was erased; it is not accepted again");
      }
      if (isOver(known.envelope(), stamp) || !holds(known, command.content(), facts)) {
        continue;
      }
      if (facts.find(new TombstoneOn(ref)) == null) {
        return new Decision.Repeated(first);
      }
      var act = new ObjectAct.Restore(ref);
      return new Decision.Accepted(
          ObjectDecisions.record(caller, act, known.envelope(), stamp, null));
    }
  }

  private static boolean isOver(Envelope envelope, Stamp stamp) {
    var end = envelope.expiresAt();
    return end != null && !end.isAfter(stamp.visibleTime());
  }

  private static boolean holds(ObjectRow artifact, BlobId content, Facts facts) {
    var latest = facts.find(new VersionOf(artifact.ref(), artifact.latestVersion()));
    return latest != null && contentRef(content).equals(latest.body().text("content_ref"));
  }

  private static String contentRef(BlobId content) {
    return "blob:" + content.value();
  }

  private static Decision kept(
      Caller caller, ObjectRef ref, Command.KeepFile command, Envelope envelope, Stamp stamp) {
    var violations = new Violations();
    var stamps = new HashMap<String, Json>();
    var agent = caller.agent();
    stamps.put("artifact_id", Json.of(ref.id()));
    stamps.put("owner_agent_id", Json.ofNullable(agent == null ? null : agent.value()));
    stamps.put("produced_by_event_id", Json.of("evt_" + stamp.freshId()));
    stamps.put("hash", Json.of(command.content().value()));
    stamps.put("content_ref", Json.of(contentRef(command.content())));
    var fields =
        JsonObject.of("mime_type", Json.of(command.mimeType()), "metadata", named(command));
    var body = ObjectSchemas.ARTIFACT.complete(fields, stamps, Pointer.ROOT, violations);
    violations.throwIfAny();
    var act = new ObjectAct.Create(ref, body, stamp.visibleTime());
    return new Decision.Accepted(ObjectDecisions.record(caller, act, envelope, stamp, null));
  }

  private static JsonObject named(Command.KeepFile command) {
    var name = command.name();
    return name == null ? command.about() : command.about().with("name", Json.of(name));
  }
}
