package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadFile;
import dev.quipu.model.payload.PayloadIdentity;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Accepts payloads, and capabilities to submit them by.
final class PayloadDecisions {

  /// Told of a payload that says it was extracted ahead of our clock.
  static final String FUTURE = "time.future";

  private final Catalogue catalogue;

  PayloadDecisions(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  // ── payloads ──

  Decision submit(Caller caller, Command.SubmitPayload command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var envelope = command.envelope();
    var registry = new Registry(catalogue, facts);
    var capability = registry.capability(envelope.capabilityId());
    if (capability == null) {
      throw new Invalid(
          "/capability_id",
          "capability.unknown",
          "There is no such capability. Known are those of GET /v1/capabilities, such as "
              + examples()
              + ".");
    }
    var access =
        EnvelopeChoice.choose(caller, command.access(), command.workspace(), null, stamp, facts);
    var contentHash = Hash.of(Canonical.bytes(envelope.toJson()));
    var retried = retried(envelope, access, contentHash, facts);
    if (retried != null) {
      return new Decision.Repeated(retried);
    }
    var contentId = PayloadIdentity.contentId(capability, envelope);
    var payloadId = PayloadIdentity.payloadId(access.owner(), contentId);
    var first = entryWith(PayloadKey.PAYLOAD, payloadId, facts);
    var extraction = Extraction.of(capability, envelope, contentId, registry::schema);
    if (extraction.observed().size() > Limits.PAYLOADS.maxEntities()) {
      throw new Invalid(
          "/body",
          "payload.entities",
          "It speaks of more than "
              + Limits.PAYLOADS.maxEntities()
              + " entities: submit it in parts.");
    }
    var submitted =
        new Submission(envelope, capability, contentId, payloadId, extraction, command.file());
    if (first == null) {
      return accepted(caller, submitted.made(caller, stamp, facts), access, contentHash, stamp);
    }
    int part = 1;
    var known = new ArrayList<JsonObject>();
    known.add(SubmittedPayload.read(first.event()).body());
    for (var next = partOf(payloadId, part, facts); next != null; ) {
      known.add(SubmittedPayload.read(next.event()).body());
      next = partOf(payloadId, ++part, facts);
    }
    var added = added(capability, envelope.body(), known);
    // What was said first decides who sees it: what is added to it is seen by the same.
    return added.isEmpty()
        ? new Decision.Repeated(first)
        : accepted(
            caller,
            submitted.adding(added, part, first),
            first.recorded().envelope(),
            contentHash,
            stamp);
  }

  private String examples() {
    return String.join(
        ", ", catalogue.capabilities().stream().map(each -> each.id().value()).toList());
  }

  /// The entry that the same request made before; null if this is the first.
  private static @Nullable LogEntry retried(
      PayloadEnvelope envelope, Envelope access, Hash contentHash, Facts facts) {
    var request = envelope.clientRequestId();
    if (request == null) {
      return null;
    }
    var before = entryWith(PayloadKey.REQUEST, PayloadKey.request(access.owner(), request), facts);
    if (before != null && !before.recorded().contentHash().equals(contentHash)) {
      throw new Conflict(
          "request.reused",
          "this client_request_id was used for another payload",
          "use a new client_request_id for a new payload");
    }
    return before;
  }

  private static @Nullable LogEntry partOf(String payloadId, int part, Facts facts) {
    return entryWith(PayloadKey.PART, PayloadKey.part(payloadId, part), facts);
  }

  private static @Nullable LogEntry entryWith(String field, String value, Facts facts) {
    var ref = facts.find(new FirstWith(ObjectType.EVENT, field, value));
    return ref != null && facts.find(new LineOf(new EventId(ref.id()))) instanceof LogEntry entry
        ? entry
        : null;
  }

  /// The members that are no part of what makes the payload the same, and were not told before.
  private static List<String> added(
      Capability capability, JsonObject body, List<JsonObject> known) {
    var included = capability.canonicalization().includedFields();
    return body.members().entrySet().stream()
        .filter(member -> !included.contains(member.getKey()))
        .filter(
            member ->
                known.stream()
                    .noneMatch(each -> member.getValue().equals(each.get(member.getKey()))))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /// A payload with what was found out about it.
  private record Submission(
      PayloadEnvelope envelope,
      Capability capability,
      String contentId,
      String payloadId,
      Extraction extraction,
      @Nullable PayloadFile file) {

    SubmittedPayload made(Caller caller, Stamp stamp, Facts facts) {
      var dangling =
          envelope.provenance().sourceRefs().stream()
              .filter(ref -> !isReadable(ref, caller, stamp, facts))
              .distinct()
              .sorted()
              .toList();
      return new SubmittedPayload(
          payloadId,
          contentId,
          capability.id().value(),
          0,
          null,
          envelope.provenance().extractedAt(),
          envelope.toJson(),
          extraction.observed(),
          extraction.relations(),
          List.of(),
          extraction.unknownFields(),
          dangling,
          warnings(stamp),
          file);
    }

    SubmittedPayload adding(List<String> added, int part, LogEntry first) {
      var fields = new LinkedHashMap<>(envelope.body().members());
      fields.keySet().retainAll(added);
      var self = SubmittedPayload.read(first.event()).observed().getFirst();
      var said =
          new ObservedEntity(
              self.entity(),
              self.type(),
              self.schemaVersion(),
              self.name(),
              self.resolved(),
              self.identity(),
              new JsonObject(fields),
              self.specificity(),
              self.priority(),
              self.source());
      return new SubmittedPayload(
          payloadId,
          contentId,
          capability.id().value(),
          part,
          first.eventId(),
          envelope.provenance().extractedAt(),
          envelope.toJson(),
          List.of(said),
          List.of(),
          added,
          extraction.unknownFields().stream().filter(added::contains).toList(),
          List.of(),
          List.of(),
          file);
    }

    private List<String> warnings(Stamp stamp) {
      return envelope.provenance().extractedAt().isAfter(stamp.visibleTime())
          ? List.of(FUTURE)
          : List.of();
    }

    /// Whether a source_ref names a payload that the writer may read, by whichever of its ids.
    private static boolean isReadable(String ref, Caller caller, Stamp stamp, Facts facts) {
      var submission = SubmittedPayload.eventOf(ref);
      if (submission != null) {
        return facts.find(new LineOf(submission)) instanceof LogEntry entry
            && entry.event().eventType().equals(SubmittedPayload.TYPE)
            && Decide.mayRead(caller, entry, stamp);
      }
      var own = PayloadIdentity.payloadId(caller.principal(), ref);
      for (var entry :
          new @Nullable LogEntry[] {
            entryWith(PayloadKey.PAYLOAD, ref, facts),
            entryWith(PayloadKey.PAYLOAD, own, facts),
            entryWith(PayloadKey.CONTENT, ref, facts)
          }) {
        if (entry != null && Decide.mayRead(caller, entry, stamp)) {
          return true;
        }
      }
      return false;
    }
  }

  private static Decision accepted(
      Caller caller, SubmittedPayload submitted, Envelope access, Hash contentHash, Stamp stamp) {
    var agent = submitted.agentId();
    var event =
        new Event(
            new EventId("evt_" + stamp.freshId()),
            caller.tenant(),
            access.workspace(),
            agent != null && Identifier.isWellFormed(agent) ? new AgentId(agent) : caller.agent(),
            null,
            SubmittedPayload.TYPE,
            submitted.observedAt(),
            stamp.ingestTime(),
            stamp.visibleTime(),
            stamp.position().value(),
            null,
            List.of(),
            submitted.toPayload(),
            "quipu",
            EventDraft.DEFAULT_IMPORTANCE,
            access.visibility().wireName(),
            1);
    return new Decision.Accepted(
        new Recorded(
            stamp.position(), Decide.RULES, event, access, caller.principal(), contentHash));
  }

  // ── capabilities ──

  /// A version of a capability never changes: ids were made by it. It is for all of the tenant, and
  /// files are submitted by it unasked: an admin's business.
  Decision register(Caller caller, Command.RegisterCapability command, Stamp stamp, Facts facts) {
    caller.require(Grant.ADMIN);
    var capability = command.capability();
    if (capability.id().domain().equals(CapabilityId.RESERVED_DOMAIN)) {
      throw new Forbidden(
          "capability.reserved",
          "capabilities of " + CapabilityId.RESERVED_DOMAIN + " come along with the server",
          "choose a domain of your own, such as acme:store_invoice:v1");
    }
    var ref = Registry.ref(capability.id());
    var body = capability.toJson();
    var known = facts.find(new ObjectOf(ref));
    if (known != null) {
      var version = facts.find(new VersionOf(ref, known.latestVersion()));
      if (version == null
          || !version.body().equals(body)
          || !(facts.find(new LineAt(known.created())) instanceof LogEntry first)) {
        throw new Conflict(
            "capability.immutable",
            "the capability " + capability.id() + " is registered and says something else",
            "a version never changes: register the next one");
      }
      return new Decision.Repeated(first);
    }
    var everybody = Envelope.of(caller.principal(), new Visibility.Everybody());
    var act = new ObjectAct.Create(ref, body, stamp.visibleTime());
    return new Decision.Accepted(ObjectDecisions.record(caller, act, everybody, stamp, null));
  }
}
