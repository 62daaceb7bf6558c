package dev.quipu.engine.inspect;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Observation;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadIdentity;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.PayloadScope;
import dev.quipu.model.payload.SubmittedPayload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads payloads and what they say: they are events, found by what they name. Thread-safe.
public final class Payloads {

  private static final int PORTION = 100;

  private final Events events;
  private final Entities entities;

  public Payloads(Events events, Entities entities) {
    this.events = events;
    this.entities = entities;
  }

  /// Which submissions a caller wants.
  ///
  /// @param keys of [PayloadKey]
  /// @param from extracted_at not before
  /// @param to extracted_at before
  public record Filter(
      Map<String, String> keys, @Nullable Instant from, @Nullable Instant to, boolean newestFirst) {

    public Filter {
      keys = Map.copyOf(keys);
    }

    public static Filter by(String key, String value) {
      return new Filter(Map.of(key, value), null, null, false);
    }

    EventFilter events() {
      var fields = new TreeMap<>(keys);
      fields.put("event_type", SubmittedPayload.TYPE.value());
      return new EventFilter(fields, from, to, newestFirst);
    }

    /// Those of them that were made for an entity.
    EventFilter about(EntityId entity) {
      var about = new HashMap<>(keys);
      about.put(PayloadKey.ENTITY, entity.value());
      return new Filter(about, from, to, newestFirst).events();
    }

    /// Whether an entry has what a list of an entity's payloads is narrowed by, times aside.
    boolean holds(LogEntry entry) {
      var payload = SubmittedPayload.read(entry.event());
      var file = payload.file();
      return isOrUnasked(PayloadKey.CAPABILITY, payload.capabilityId())
          && isOrUnasked(PayloadKey.FILE, file == null ? null : file.artifactId());
    }

    private boolean isOrUnasked(String key, @Nullable String value) {
      var asked = keys.get(key);
      return asked == null || asked.equals(value);
    }
  }

  /// Submissions in the order of the log.
  public Page<PayloadView> submissions(
      Caller caller, Filter filter, ReadTime time, Page.Request page) {
    var found = events.events(caller, filter.events(), time, page);
    return new Page<>(
        found.items().stream().map(PayloadView::of).toList(), found.nextCursor(), found.at());
  }

  /// The submission that made a payload, by any of its ids: of a content id the caller's own first.
  public PayloadView payload(Caller caller, String id, ReadTime time) {
    var found = find(caller, id, time);
    if (found == null) {
      throw absent();
    }
    return found;
  }

  /// The same; null if there is none for the caller.
  public @Nullable PayloadView find(Caller caller, String id, ReadTime time) {
    var event = SubmittedPayload.eventOf(id);
    if (event != null) {
      try {
        var view = events.event(caller, event, time).value();
        return view.entry().event().eventType().equals(SubmittedPayload.TYPE)
            ? PayloadView.of(view)
            : null;
      } catch (NotFound e) {
        return null;
      }
    }
    var filters = new ArrayList<Filter>();
    filters.add(Filter.by(PayloadKey.PAYLOAD, id));
    if (id.startsWith(PayloadIdentity.CONTENT_PREFIX)) {
      own(caller)
          .map(scope -> PayloadIdentity.payloadId(scope, id))
          .forEach(own -> filters.add(Filter.by(PayloadKey.PAYLOAD, own)));
      filters.add(Filter.by(PayloadKey.CONTENT, id));
    }
    for (var by : filters) {
      var first = submissions(caller, by, time, new Page.Request(null, 1)).items();
      if (!first.isEmpty()) {
        return first.getFirst();
      }
    }
    return null;
  }

  /// The source_refs of a payload that name nothing which the caller can read, whether they name
  /// anything or not.
  public List<String> dangling(Caller caller, SubmittedPayload payload, ReadTime time) {
    return payload.sourceRefs().stream()
        .distinct()
        .sorted()
        .filter(ref -> !caller.grants().contains(Grant.READ) || find(caller, ref, time) == null)
        .toList();
  }

  /// The entities of which nothing is shown that a submission says: by now it is deleted under the
  /// access that it was told with.
  public List<EntityId> deleted(Caller caller, LogEntry entry) {
    var spokenOf =
        SubmittedPayload.read(entry.event()).observed().stream()
            .map(ObservedEntity::entity)
            .distinct()
            .toList();
    return caller.grants().contains(Grant.READ)
        ? entities.withoutAspect(caller, spokenOf, entry.recorded().envelope())
        : List.of();
  }

  /// Where the caller tells what is its own: in no workspace, then in those that its key is bound
  /// to.
  private static Stream<PayloadScope> own(Caller caller) {
    var bound = caller.workspaces();
    return Stream.concat(
        Stream.of(PayloadScope.of(caller.principal())),
        bound == null
            ? Stream.of()
            : bound.stream()
                .sorted(Comparator.comparing(WorkspaceId::value))
                .map(workspace -> new PayloadScope(caller.principal(), workspace, null)));
  }

  static NotFound absent() {
    return new NotFound("payload.not_found", "there is no payload with this id");
  }

  /// An observation with the submission that holds it.
  ///
  /// @param entity that it speaks of: the one that it was made for, unless it was split from that
  public record Seen(Observation observation, PayloadView in, EntityId entity) {

    /// As its event records it.
    public ObservedEntity said() {
      int number = in.payload().observations(in.entry().eventId()).indexOf(observation);
      return in.payload().observed().get(number);
    }
  }

  /// An observation as it was made.
  public Seen observation(Caller caller, String id, ReadTime time) {
    var event = SubmittedPayload.eventOfObservation(id);
    if (event != null) {
      var submission = find(caller, SubmittedPayload.submissionId(event), time);
      for (var seen : submission == null ? List.<Seen>of() : in(submission)) {
        if (seen.observation().id().equals(id)) {
          return seen;
        }
      }
    }
    throw new NotFound("observation.not_found", "there is no observation with this id");
  }

  /// What a submission says.
  public static List<Seen> in(PayloadView view) {
    return view.payload().observations(view.entry().eventId()).stream()
        .map(observation -> new Seen(observation, view, observation.entity()))
        .toList();
  }

  /// Everything that was submitted of a payload: first what made it, then what was added.
  public List<PayloadView> parts(Caller caller, PayloadView first, ReadTime time) {
    var parts = new ArrayList<PayloadView>();
    parts.add(first);
    while (true) {
      var key = PayloadKey.part(first.payload().payloadId(), parts.size());
      var next =
          submissions(caller, Filter.by(PayloadKey.PART, key), time, new Page.Request(null, 1))
              .items();
      if (next.isEmpty()) {
        return parts;
      }
      parts.addAll(next);
    }
  }

  /// The payloads that name this one as a source, by whichever of its ids; the first hundred.
  public List<PayloadView> derived(Caller caller, PayloadView source, ReadTime time) {
    var ids =
        List.of(
            source.payload().payloadId(),
            source.payload().contentId(),
            SubmittedPayload.submissionId(source.entry().eventId()));
    var found = new LinkedHashSet<PayloadView>();
    for (var id : ids) {
      found.addAll(
          submissions(
                  caller, Filter.by(PayloadKey.SOURCE, id), time, new Page.Request(null, PORTION))
              .items());
    }
    return found.stream().limit(PORTION).toList();
  }
}
