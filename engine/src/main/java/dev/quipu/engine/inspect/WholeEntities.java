package dev.quipu.engine.inspect;

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
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.At;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A moment of the store as a caller is shown it: the aspects of an entity that the caller may read
/// are one Memory, and edges lead to that. All else is as it is kept.
final class WholeEntities implements Snapshot {

  /// Behind every aspect of an entity, in the order of names: no digit of an aspect's name follows.
  private static final String BEHIND_ASPECTS = ".g";

  private static final Comparator<StoredEdge> ORDER_OF_EDGES =
      Comparator.<StoredEdge, String>comparing(edge -> edge.adjacent().direction().wireName())
          .thenComparing(edge -> edge.adjacent().edgeType())
          .thenComparing(edge -> edge.adjacent().edge().id());

  private final Snapshot kept;
  private final Aspects aspects;

  /// @param admits the written rule, asked again for each aspect
  WholeEntities(Snapshot kept, Predicate<StoredObject> admits, Catalogue catalogue) {
    this.kept = kept;
    this.aspects = new Aspects(kept, admits, catalogue);
  }

  /// What the entities of a moment are made of.
  ///
  /// @param shown that moment, as a caller is shown it
  static Aspects aspectsOf(Snapshot shown) {
    if (!(shown instanceof WholeEntities whole)) {
      throw new IllegalArgumentException("not as callers are shown it");
    }
    return whole.aspects;
  }

  @Override
  public @Nullable StoredObject object(ObjectRef ref, At at) {
    var entity = Aspect.entityOf(ref);
    return entity == null ? shown(kept.object(ref, at)) : aspects.whole(entity, at);
  }

  @Override
  public List<StoredObject> objects(Collection<ObjectRef> refs, At at) {
    var entities = new HashSet<EntityId>();
    var others = new ArrayList<ObjectRef>();
    for (var ref : refs) {
      var entity = Aspect.entityOf(ref);
      if (entity == null) {
        others.add(ref);
      } else {
        entities.add(entity);
      }
    }
    if (entities.isEmpty()) {
      return shown(kept.objects(refs, at));
    }
    var found = new ArrayList<StoredObject>();
    if (!others.isEmpty()) {
      found.addAll(shown(kept.objects(others, at)));
    }
    for (var entity : entities) {
      var whole = aspects.whole(entity, at);
      if (whole != null) {
        found.add(whole);
      }
    }
    return found;
  }

  /// An entity stands where the first of its aspects does that the caller may read and that have
  /// what is asked for.
  @Override
  public List<StoredObject> objects(ObjectListing listing, At at) {
    if (listing.type() != ObjectType.MEMORY) {
      return shown(kept.objects(listing, at));
    }
    var found = new ArrayList<StoredObject>();
    var rest = listing.after() == null ? listing : listing.behind(behind(listing.after()));
    while (true) {
      var portion = kept.objects(rest, at);
      for (var stored : portion) {
        var entity = Aspect.entityOf(stored.object().ref());
        var item = entity == null ? stored : aspects.wholeAt(entity, stored, listing.fields(), at);
        if (item != null) {
          found.add(item);
        }
        if (found.size() == listing.limit()) {
          return found;
        }
      }
      if (portion.size() < rest.limit()) {
        return found;
      }
      rest = rest.behind(ObjectListing.Place.of(portion.getLast().object()));
    }
  }

  /// The aspects that a listing meets, as they are kept: whether the caller may read one is still
  /// to be asked.
  List<StoredObject> aspects(ObjectListing listing, At at) {
    return kept.objects(listing, at);
  }

  /// What the written rule says of an aspect.
  boolean admits(StoredObject aspect) {
    return aspects.admits(aspect);
  }

  private static ObjectListing.Place behind(ObjectListing.Place place) {
    boolean isEntity =
        !place.id().isEmpty()
            && Aspect.entityOf(new ObjectRef(ObjectType.MEMORY, place.id())) != null;
    return isEntity ? new ObjectListing.Place(place.created(), place.id() + BEHIND_ASPECTS) : place;
  }

  @Override
  public @Nullable History history(ObjectRef ref, LogPosition asKnownAt, HistoryPage page) {
    var entity = Aspect.entityOf(ref);
    if (entity != null) {
      return aspects.history(entity, asKnownAt, page);
    }
    var history = kept.history(ref, asKnownAt, page);
    return history == null || ref.type() != ObjectType.EDGE
        ? history
        : new History(history.object(), shown(history.versions()));
  }

  @Override
  public List<StoredEdge> edges(ObjectRef node, EdgeListing listing, At at) {
    var entity = Aspect.entityOf(node);
    if (entity == null) {
      return kept.edges(node, listing, at).stream()
          .map(edge -> EntityNames.shown(edge, named(at)))
          .toList();
    }
    var named = named(at);
    return aspects.of(entity, at).ends().stream()
        .flatMap(aspect -> kept.edges(aspect, listing, at).stream())
        .map(edge -> EntityNames.shown(edge, named))
        .sorted(ORDER_OF_EDGES)
        .limit(listing.limit())
        .toList();
  }

  /// An entity that was found to be another is called by that one's name; each looked up once.
  private UnaryOperator<ObjectRef> named(At at) {
    var known = new HashMap<EntityId, EntityId>();
    return ref -> {
      var entity = Aspect.entityOf(ref);
      return entity == null
          ? ref
          : known.computeIfAbsent(entity, each -> aspects.survivorOf(each, at)).memory();
    };
  }

  /// Of an entity it is not known without looking.
  @Override
  public Set<ObjectRef> withEdges(Collection<ObjectRef> nodes) {
    var found = new HashSet<>(kept.withEdges(nodes));
    nodes.stream().filter(node -> Aspect.entityOf(node) != null).forEach(found::add);
    return found;
  }

  private static @Nullable StoredObject shown(@Nullable StoredObject stored) {
    return stored == null || stored.object().ref().type() != ObjectType.EDGE
        ? stored
        : EntityNames.shown(stored);
  }

  private static List<StoredObject> shown(List<StoredObject> stored) {
    boolean hasEdges =
        stored.stream().anyMatch(each -> each.object().ref().type() == ObjectType.EDGE);
    return hasEdges ? stored.stream().map(EntityNames::shown).toList() : stored;
  }

  // ── as it is kept ──

  @Override
  public Head head() {
    return kept.head();
  }

  @Override
  public @Nullable Instant visibleTimeOf(LogPosition position) {
    return kept.visibleTimeOf(position);
  }

  @Override
  public LogPosition positionAt(Instant time) {
    return kept.positionAt(time);
  }

  @Override
  public @Nullable LogEntry event(EventId event) {
    return kept.event(event);
  }

  @Override
  public List<LogEntry> events(EventListing listing) {
    return kept.events(listing);
  }

  @Override
  public List<Seal> seals(LogPosition after, int limit) {
    return kept.seals(after, limit);
  }

  @Override
  public List<SignedCheckpoint> checkpoints(LogPosition after, int limit) {
    return kept.checkpoints(after, limit);
  }

  @Override
  public List<LogLine> log(LogPosition after, int limit) {
    return kept.log(after, limit);
  }

  @Override
  public ViewRows views() {
    return kept.views();
  }

  @Override
  public @Nullable SpaceId activeSpace() {
    return kept.activeSpace();
  }

  @Override
  public Digest keptDigest(SpaceId space) {
    return kept.keptDigest(space);
  }

  @Override
  public void rows(SpaceId space, Consumer<ViewRow> each) {
    kept.rows(space, each);
  }

  @Override
  public List<SpaceId> strandedSpaces() {
    return kept.strandedSpaces();
  }

  @Override
  public void close() {
    kept.close();
  }
}
