package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
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
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadFile;
import dev.quipu.model.payload.PayloadIdentity;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.PayloadNotes;
import dev.quipu.model.payload.PayloadScope;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.payload.SubmittedPayload.Relation;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Accepts payloads, and capabilities to submit them by.
final class PayloadDecisions {

  /// Told of a payload that says it was extracted ahead of our clock.
  static final String FUTURE = "time.future";

  /// Told of a payload that has nothing of what tells payloads of its capability apart: all of
  /// these are one.
  static final String NO_IDENTITY = "payload.no_identity";

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
    var sent = envelope.toJson();
    var contentHash = Hash.of(Canonical.bytes(sent));
    var scope = PayloadScope.of(access, caller.principal());
    var retried = retried(envelope, scope, contentHash, facts);
    if (retried != null) {
      return new Decision.Repeated(retried);
    }
    var contentId = PayloadIdentity.contentId(capability, envelope);
    var payloadId = PayloadIdentity.payloadId(scope, contentId);
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
        new Submission(
            envelope, sent, capability, scope, contentId, payloadId, extraction, command.file());
    if (first == null) {
      return accepted(
          caller, command, submitted.made(access, stamp, facts), access, contentHash, stamp);
    }
    var before = new ArrayList<LogEntry>();
    for (var entry = first; entry != null; ) {
      before.add(entry);
      entry = partOf(payloadId, before.size(), facts);
    }
    var known = before.stream().map(entry -> SubmittedPayload.read(entry.event()).body()).toList();
    var added = added(capability, envelope.body(), known);
    // Unless it says so itself, what is added is seen by whoever sees the first.
    var seenBy = saysAccess(command) ? access : first.recorded().envelope();
    return added.isEmpty()
        ? new Decision.Repeated(first)
        : accepted(
            caller,
            command,
            submitted.adding(added, before, seenBy, registry),
            seenBy,
            contentHash,
            stamp);
  }

  private static boolean saysAccess(Command.SubmitPayload command) {
    return command.workspace() != null || !command.access().equals(AccessDraft.NOTHING_SAID);
  }

  private String examples() {
    return String.join(
        ", ", catalogue.capabilities().stream().map(each -> each.id().value()).toList());
  }

  /// The entry that the same request made before; null if this is the first.
  private static @Nullable LogEntry retried(
      PayloadEnvelope envelope, PayloadScope scope, Hash contentHash, Facts facts) {
    var request = envelope.clientRequestId();
    if (request == null) {
      return null;
    }
    var before = entryWith(PayloadKey.REQUEST, PayloadKey.request(scope, request), facts);
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
  ///
  /// @param sent the same as its event holds it
  private record Submission(
      PayloadEnvelope envelope,
      JsonObject sent,
      Capability capability,
      PayloadScope scope,
      String contentId,
      String payloadId,
      Extraction extraction,
      @Nullable PayloadFile file) {

    SubmittedPayload made(Envelope access, Stamp stamp, Facts facts) {
      return new SubmittedPayload(
          payloadId,
          contentId,
          capability.id().value(),
          0,
          null,
          envelope.provenance().extractedAt(),
          sent,
          extraction.observed(),
          extraction.relations(),
          List.of(),
          extraction.unknownFields(),
          new PayloadNotes(
              codes(stamp), deleted(extraction.observed(), access, facts), extraction.unfit()),
          true,
          scope.isApart(),
          file);
    }

    SubmittedPayload adding(
        List<String> added, List<LogEntry> before, Envelope access, Registry registry) {
      var relations = new LinkedHashSet<Relation>();
      var observed =
          new Enrichment(capability, envelope, Set.copyOf(added), before, registry)
              .observed(relations);
      return new SubmittedPayload(
          payloadId,
          contentId,
          capability.id().value(),
          before.size(),
          before.getFirst().eventId(),
          envelope.provenance().extractedAt(),
          sent,
          observed,
          List.copyOf(relations),
          added,
          extraction.unknownFields().stream().filter(added::contains).toList(),
          new PayloadNotes(
              hasNoIdentity() ? List.of(NO_IDENTITY) : List.of(),
              deleted(observed, access, registry.facts()),
              extraction.unfit().stream().filter(each -> added.contains(each.member())).toList()),
          true,
          scope.isApart(),
          file);
    }

    private List<String> codes(Stamp stamp) {
      var warnings = new ArrayList<String>();
      if (envelope.provenance().extractedAt().isAfter(stamp.visibleTime())) {
        warnings.add(FUTURE);
      }
      if (hasNoIdentity()) {
        warnings.add(NO_IDENTITY);
      }
      return warnings;
    }

    private boolean hasNoIdentity() {
      return capability.canonicalization().includedFields().stream()
          .noneMatch(envelope.body()::has);
    }
  }

  /// The entities of which nothing will be seen: what was deleted under this access stays so.
  private static List<EntityId> deleted(
      List<ObservedEntity> observed, Envelope envelope, Facts facts) {
    var access = Aspect.accessOf(envelope);
    var deleted = new LinkedHashSet<EntityId>();
    for (var each : observed) {
      var ref = Aspect.ref(each.entity(), access);
      var aspect = facts.find(new ObjectOf(ref));
      if (aspect != null && aspect.everDeleted() && facts.find(new TombstoneOn(ref)) != null) {
        deleted.add(each.entity());
      }
    }
    return List.copyOf(deleted);
  }

  private static Decision accepted(
      Caller caller,
      Command.SubmitPayload command,
      SubmittedPayload submitted,
      Envelope access,
      Hash contentHash,
      Stamp stamp) {
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
            command.importance(),
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
    new Registry(catalogue, facts).requireSchemaOf(capability);
    var everybody = Envelope.of(caller.principal(), new Visibility.Everybody());
    var act = new ObjectAct.Create(ref, body, stamp.visibleTime());
    return new Decision.Accepted(ObjectDecisions.record(caller, act, everybody, stamp, null));
  }
}
