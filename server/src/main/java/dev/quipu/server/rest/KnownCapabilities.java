package dev.quipu.server.rest;

import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.wire.payload.BuiltIns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The capabilities that a caller knows: those that come along, and the tenant's own.
record KnownCapabilities(Inspect inspect, Limits limits) {

  /// One of them; null if there is none.
  @Nullable Capability find(Caller caller, String id, ReadTime time) {
    var parsed = CapabilityId.parse(id);
    if (parsed == null) {
      return null;
    }
    var known = BuiltIns.catalogue().capability(parsed);
    return known == null ? own(caller, parsed, time) : known;
  }

  private @Nullable Capability own(Caller caller, CapabilityId id, ReadTime time) {
    try {
      var ref = new ObjectRef(ObjectType.CAPABILITY, id.value());
      return read(inspect.object(caller, ref, time).value().stored().version().body());
    } catch (NotFound e) {
      return null;
    }
  }

  /// The kept form of one.
  private static Capability read(JsonObject body) {
    return Capability.SHAPE.read(body, Pointer.ROOT, new Violations());
  }

  /// Their ids, for a hint: as many as a page holds.
  List<String> ids(Caller caller) {
    var ids = new ArrayList<String>();
    BuiltIns.capabilities().forEach(each -> ids.add(each.id().value()));
    try {
      var page = new Page.Request(null, limits.maxPage());
      inspect
          .objects(caller, ObjectType.CAPABILITY, Map.of(), ReadTime.NOW, page)
          .items()
          .forEach(view -> ids.add(view.stored().object().ref().id()));
    } catch (MemoryException e) {
      return ids; // who may only write is told of those that everybody has
    }
    return ids;
  }
}
