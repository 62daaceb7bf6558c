package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.model.view.At;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Entities as a caller sees them at one point, each joined once. Used by one thread, while the
/// store is looked at.
public final class SeenEntities {

  private static final int PORTION = 100;

  private final WholeEntities snapshot;
  private final Standpoint point;
  private final ActiveSchemas schemas;
  private final Map<EntityId, Optional<EntityView>> seen = new HashMap<>();

  SeenEntities(WholeEntities snapshot, Standpoint point) {
    this.snapshot = snapshot;
    this.point = point;
    this.schemas = WholeEntities.aspectsOf(snapshot).schemas(point.at());
  }

  /// The point that they are seen at.
  public At at() {
    return point.at();
  }

  /// The entity that this is a part of; null if it is of none, or there is none for the caller. One
  /// that was found to be another is that other.
  public @Nullable EntityView of(ObjectRef aspect) {
    var id = Aspect.entityOf(aspect);
    return id == null ? null : of(id);
  }

  public @Nullable EntityView of(EntityId id) {
    return seen.computeIfAbsent(id, this::look).orElse(null);
  }

  /// An entity, and those that were said to be it, whether anything is left of what was told of
  /// them or not: a list may have met it by any of these names.
  public Collection<EntityId> names(EntityId id) {
    return WholeEntities.aspectsOf(snapshot).of(id, at()).names();
  }

  private Optional<EntityView> look(EntityId id) {
    var view = point.view(snapshot.object(id.memory(), point.at()));
    return view == null ? Optional.empty() : Optional.of(Entities.view(view, snapshot, point.at()));
  }

  /// Whether values of a field are shown as they were told, whatever the entity's type.
  ///
  /// @param types that count; empty = all
  public boolean showsAsTold(String field, Collection<String> types) {
    return (types.isEmpty() ? schemas.types() : types)
        .stream().allMatch(type -> schemas.of(type).showsAsTold(field));
  }

  /// One of a list.
  ///
  /// @param view null if the caller does not see it after all
  public record Listed(Place place, @Nullable EntityView view) {}

  /// In the order in which they were first observed.
  ///
  /// @param type null = all
  /// @param after null = from the start
  public List<Listed> list(@Nullable String type, @Nullable Place after, int limit) {
    var fields = new TreeMap<>(Map.of(AspectBody.KIND, AspectBody.KIND_ENTITY));
    if (type != null) {
      fields.put(AspectBody.TYPE, type);
    }
    return snapshot
        .objects(new ObjectListing(ObjectType.MEMORY, fields, after, limit), at())
        .stream()
        .map(stored -> new Listed(Place.of(stored.object()), of(stored.object().ref())))
        .toList();
  }

  /// Those that were ever called so, by id, as names of their type are compared. Looked up, not
  /// searched for: whatever else there is, they are found.
  ///
  /// @param most of them; of more, the oldest
  public SortedMap<EntityId, EntityView> called(String name, int most) {
    var found = new TreeMap<EntityId, EntityView>(EntityId.ORDER);
    for (var key : EntityName.allNormal(name)) {
      addCalled(name, key, most, found);
    }
    return found;
  }

  private void addCalled(String name, String key, int most, Map<EntityId, EntityView> found) {
    var fields = Map.of(AspectBody.KIND, AspectBody.KIND_ENTITY, AspectBody.NAMED, key);
    var rest = new ObjectListing(ObjectType.MEMORY, fields, null, PORTION);
    while (true) {
      var portion = snapshot.aspects(rest, at());
      for (var aspect : portion) {
        var view = isCalled(aspect, name, key) ? of(aspect.object().ref()) : null;
        if (view != null && found.size() < most) {
          found.put(view.known().entity(), view);
        }
      }
      if (portion.size() < PORTION || found.size() >= most) {
        return;
      }
      rest = rest.behind(Place.of(portion.getLast().object()));
    }
  }

  private boolean isCalled(StoredObject aspect, String name, String key) {
    var type = aspect.version().body().text(AspectBody.TYPE);
    return type != null && EntityName.normal(type, name).equals(key) && snapshot.admits(aspect);
  }
}
