package dev.quipu.testkit.memory;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.History;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.engine.storage.ViewRows;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.PayloadScope;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.At;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One state of one tenant, looked at row by row.
final class MemorySnapshot implements Snapshot {

  private static final Comparator<ObjectListing.Place> BY_CREATION =
      Comparator.comparing(ObjectListing.Place::created).thenComparing(ObjectListing.Place::id);

  private static final Comparator<EdgeListing.Place> BY_EDGE =
      Comparator.comparing((EdgeListing.Place place) -> place.direction().wireName())
          .thenComparing(EdgeListing.Place::edgeType)
          .thenComparing(EdgeListing.Place::edgeId);

  private final TenantState state;
  private final Space space;
  private final ReadScope scope;
  private final Sight sight;

  MemorySnapshot(TenantState state, ReadScope scope) {
    this.state = state;
    this.space = state.activeSpace();
    this.scope = scope;
    this.sight = new Sight(scope);
  }

  @Override
  public Head head() {
    return state.head();
  }

  @Override
  public @Nullable Instant visibleTimeOf(LogPosition position) {
    return state.lines().stream()
        .filter(line -> line.position().equals(position))
        .map(LogLine::visibleTime)
        .findFirst()
        .orElse(null);
  }

  @Override
  public LogPosition positionAt(Instant time) {
    return state.lines().stream()
        .filter(line -> !line.visibleTime().isAfter(time))
        .map(LogLine::position)
        .max(Comparator.naturalOrder())
        .orElse(LogPosition.START);
  }

  @Override
  public @Nullable StoredObject object(ObjectRef ref, At at) {
    return inForce(rowsOf(ref), at).findFirst().orElse(null);
  }

  @Override
  public List<StoredObject> objects(Collection<ObjectRef> refs, At at) {
    return Set.copyOf(refs).stream().flatMap(ref -> inForce(rowsOf(ref), at)).toList();
  }

  @Override
  public List<StoredObject> objects(ObjectListing listing, At at) {
    var order = listing.newestFirst() ? BY_CREATION.reversed() : BY_CREATION;
    return inForce(rowsOf(listing.type()), at)
        .filter(
            stored ->
                listing.fields().entrySet().stream()
                    .allMatch(field -> has(stored.version().body(), field)))
        .filter(
            stored -> listing.after() == null || order.compare(place(stored), listing.after()) > 0)
        .sorted(Comparator.comparing(MemorySnapshot::place, order))
        .limit(listing.limit())
        .toList();
  }

  @Override
  public @Nullable History history(ObjectRef ref, LogPosition asKnownAt, HistoryPage page) {
    return visible(rowsOf(ref), asKnownAt)
        .findFirst()
        .map(object -> new History(object, versions(object, asKnownAt, page)))
        .orElse(null);
  }

  @Override
  public List<StoredEdge> edges(ObjectRef node, EdgeListing listing, At at) {
    return space
        .of(AdjacentRow.class, node)
        .filter(row -> listing.directions().contains(row.direction()))
        .filter(
            row -> listing.edgeTypes().isEmpty() || listing.edgeTypes().contains(row.edgeType()))
        .filter(row -> listing.after() == null || BY_EDGE.compare(place(row), listing.after()) > 0)
        .filter(row -> isThere(row.node(), at) && isThere(row.other(), at))
        .sorted(Comparator.comparing(MemorySnapshot::place, BY_EDGE))
        .flatMap(
            row -> Stream.ofNullable(object(row.edge(), at)).map(edge -> new StoredEdge(row, edge)))
        .limit(listing.limit())
        .toList();
  }

  @Override
  public Set<ObjectRef> withEdges(Collection<ObjectRef> nodes) {
    return nodes.stream()
        .filter(node -> rowsOf(node).anyMatch(sight::sees))
        .filter(
            node ->
                space
                    .of(AdjacentRow.class, node)
                    .anyMatch(row -> rowsOf(row.edge()).anyMatch(sight::sees)))
        .collect(Collectors.toSet());
  }

  @Override
  public @Nullable LogEntry event(EventId event) {
    return entries().filter(entry -> entry.eventId().equals(event)).findFirst().orElse(null);
  }

  @Override
  public List<LogEntry> events(EventListing listing) {
    var oldestFirst =
        entries()
            .filter(entry -> entry.position().isAfter(listing.after()))
            .filter(entry -> !entry.position().isAfter(listing.upTo()))
            .filter(
                entry ->
                    listing.fields().entrySet().stream()
                        .allMatch(
                            field -> fields(entry, field.getKey()).contains(field.getValue())))
            .filter(
                entry ->
                    listing.from() == null || !entry.event().eventTime().isBefore(listing.from()))
            .filter(
                entry -> listing.to() == null || entry.event().eventTime().isBefore(listing.to()))
            .toList();
    var ordered = listing.newestFirst() ? oldestFirst.reversed() : oldestFirst;
    return ordered.stream().limit(listing.limit()).toList();
  }

  @Override
  public List<LogLine> log(LogPosition after, int limit) {
    forTheWhole();
    return state.log(after, limit);
  }

  @Override
  public List<Seal> seals(LogPosition after, int limit) {
    return state.log(after, limit).stream().map(LogLine::seal).toList();
  }

  @Override
  public List<SignedCheckpoint> checkpoints(LogPosition after, int limit) {
    return state.checkpoints().stream()
        .filter(signed -> signed.checkpoint().position().isAfter(after))
        .limit(limit)
        .toList();
  }

  @Override
  public ViewRows views() {
    forTheWhole();
    return new MemoryRows(space);
  }

  @Override
  public @Nullable SpaceId activeSpace() {
    forTheWhole();
    return state.active();
  }

  @Override
  public Digest keptDigest(SpaceId space) {
    forTheWhole();
    return state.space(space).digest();
  }

  @Override
  public void rows(SpaceId space, Consumer<ViewRow> each) {
    forTheWhole();
    state.space(space).rows().values().forEach(each);
  }

  @Override
  public List<SpaceId> strandedSpaces() {
    forTheWhole();
    return state.stranded();
  }

  @Override
  public void close() {}

  private void forTheWhole() {
    switch (scope) {
      case ReadScope.Whole _ -> {}
      case ReadScope.Limited _ ->
          throw new IllegalStateException("a limited scope does not see the whole tenant");
    }
  }

  private Stream<StoredObject> inForce(Stream<ObjectRow> objects, At at) {
    return visible(objects, at.asKnownAt())
        .flatMap(
            object ->
                spans(object.ref())
                    .filter(span -> span.contains(at))
                    .map(span -> stored(object, span)));
  }

  /// What was there by then, was not deleted then, and is for our eyes now.
  private Stream<ObjectRow> visible(Stream<ObjectRow> objects, LogPosition asKnownAt) {
    return objects
        .filter(object -> !object.created().isAfter(asKnownAt))
        .filter(sight::sees)
        .filter(object -> !isDeleted(object.ref(), asKnownAt));
  }

  private Stream<ObjectRow> rowsOf(ObjectRef ref) {
    return space.of(ObjectRow.class, ref);
  }

  private Stream<ObjectRow> rowsOf(ObjectType type) {
    return space.all(ObjectRow.class).filter(object -> object.ref().type() == type);
  }

  /// Events have no rectangles: they are there from their position on.
  private boolean isThere(ObjectRef ref, At at) {
    return ref.type() == ObjectType.EVENT
        ? visible(rowsOf(ref), at.asKnownAt()).findFirst().isPresent()
        : object(ref, at) != null;
  }

  private boolean isDeleted(ObjectRef ref, LogPosition asKnownAt) {
    return space
        .of(TombstoneRow.class, ref)
        .anyMatch(row -> !row.sysFrom().isAfter(asKnownAt) && row.sysTo().isAfter(asKnownAt));
  }

  /// Of each version the rectangle that was known last by then: it is the believed one, if any is.
  private List<StoredObject> versions(ObjectRow object, LogPosition asKnownAt, HistoryPage page) {
    return Stream.iterate(object.latestVersion(), version -> version > 0, version -> version - 1)
        .filter(version -> version < page.before())
        .flatMap(
            version ->
                spans(object.ref())
                    .filter(span -> span.version() == version)
                    .filter(span -> !span.sysFrom().isAfter(asKnownAt))
                    .max(Comparator.comparing(SpanRow::sysFrom))
                    .stream())
        .map(span -> stored(object, span))
        .limit(page.limit())
        .toList();
  }

  private Stream<SpanRow> spans(ObjectRef ref) {
    return space.of(SpanRow.class, ref);
  }

  private StoredObject stored(ObjectRow object, SpanRow span) {
    var version =
        space
            .of(VersionRow.class, span.ref())
            .filter(row -> row.version() == span.version())
            .findFirst()
            .orElseThrow();
    return new StoredObject(object, span, version);
  }

  /// An event is seen if the object that it is, is.
  private Stream<LogEntry> entries() {
    var seen =
        visible(rowsOf(ObjectType.EVENT), state.head().position())
            .map(ObjectRow::ref)
            .collect(Collectors.toSet());
    return state.lines().stream()
        .filter(LogEntry.class::isInstance)
        .map(LogEntry.class::cast)
        .filter(entry -> seen.contains(ObjectRef.of(entry.eventId())));
  }

  private static boolean has(JsonObject body, Map.Entry<String, String> field) {
    return switch (body.get(field.getKey())) {
      case JsonString(var text) -> text.equals(field.getValue());
      case JsonNumber number -> number.toString().equals(field.getValue());
      case JsonBoolean truth -> truth.toString().equals(field.getValue());
      case JsonArray(var items) -> items.contains(new JsonString(field.getValue()));
      case JsonObject _, JsonNull _ -> false;
      case null -> false;
    };
  }

  private static List<String> fields(LogEntry entry, String name) {
    var event = entry.event();
    return switch (name) {
      case "agent_id" -> texts(event.agentId());
      case "session_id" -> texts(event.sessionId());
      case "event_type" -> texts(event.eventType());
      case "workspace_id" -> texts(event.workspaceId());
      case "caused_by" ->
          Stream.concat(Stream.ofNullable(event.parentEventId()), event.causalRefs().stream())
              .map(EventId::value)
              .toList();
      default -> ofPayload(entry, name);
    };
  }

  /// What an event of the payload model names.
  private static List<String> ofPayload(LogEntry entry, String name) {
    var event = entry.event();
    if (EntityAct.isDoneBy(event)) {
      var entity = EntityAct.read(event).subject().entity().value();
      return name.equals(PayloadKey.ENTITY) ? List.of(entity) : List.of();
    }
    if (!event.eventType().equals(SubmittedPayload.TYPE)) {
      return List.of();
    }
    var payload = SubmittedPayload.read(event);
    var first = payload.isFirst();
    var request = payload.clientRequestId();
    return switch (name) {
      case PayloadKey.PAYLOAD -> first ? List.of(payload.payloadId()) : List.of();
      case PayloadKey.CONTENT -> first ? List.of(payload.contentId()) : List.of();
      case PayloadKey.SOURCE -> first ? payload.sourceRefs() : List.of();
      case PayloadKey.PART ->
          first ? List.of() : List.of(PayloadKey.part(payload.payloadId(), payload.part()));
      case PayloadKey.CAPABILITY -> List.of(payload.capabilityId());
      case PayloadKey.ENTITY ->
          payload.observed().stream().map(each -> each.entity().value()).toList();
      case PayloadKey.REQUEST ->
          request == null
              ? List.of()
              : List.of(PayloadKey.request(PayloadScope.of(entry.recorded(), payload), request));
      default -> throw new IllegalArgumentException("events are not listed by " + name);
    };
  }

  private static List<String> texts(@Nullable Identifier value) {
    return value == null ? List.of() : List.of(value.value());
  }

  private static ObjectListing.Place place(StoredObject stored) {
    return new ObjectListing.Place(stored.object().created(), stored.object().ref().id());
  }

  private static EdgeListing.Place place(AdjacentRow row) {
    return new EdgeListing.Place(row.direction(), row.edgeType(), row.edge().id());
  }
}
