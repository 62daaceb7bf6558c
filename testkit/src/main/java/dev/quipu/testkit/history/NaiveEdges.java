package dev.quipu.testkit.history;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What one person can join by edges, and what becomes of what they update.
record NaiveEdges(Person who, NaiveTenant tenant, Instant visibleTime) {

  List<String> faults(JsonObject fields) {
    var source = end(fields, "src");
    var target = end(fields, "dst");
    var faults = new ArrayList<String>();
    if (source.equals(target)) {
      faults.add("edge.loop");
    }
    for (var end : List.of(source, target)) {
      if (!isSeen(end)) {
        faults.add("reference.unknown");
      }
    }
    if ("updates".equals(fields.text("edge_type")) && isSeen(source) && isSeen(target)) {
      if (!NaiveAccess.mayWrite(who, envelopeOf(target), visibleTime)) {
        faults.add("object.not_yours");
      }
      if (!source.equals(target) && updates(target, source, new HashSet<>())) {
        faults.add("edge.cycle");
      }
    }
    return faults;
  }

  boolean joinsWhatIsSeen(JsonObject edge) {
    return isSeen(end(edge, "src")) && isSeen(end(edge, "dst"));
  }

  static ObjectRef end(JsonObject edge, String side) {
    var type = ObjectType.of(text(edge, side + "_type"));
    if (type == null) {
      throw new IllegalArgumentException("an edge names its ends");
    }
    return new ObjectRef(type, text(edge, side + "_object_id"));
  }

  private Envelope envelopeOf(ObjectRef ref) {
    if (ref.type() == ObjectType.EVENT) {
      return tenant.at(tenant.find(new EventId(ref.id()))).envelope();
    }
    var thing = tenant.things.get(ref);
    if (thing == null) {
      throw new IllegalArgumentException("nothing there: " + ref);
    }
    return thing.envelope();
  }

  boolean isSeen(ObjectRef ref) {
    if (ref.type() == ObjectType.EVENT) {
      long at = tenant.find(new EventId(ref.id()));
      return at > 0 && maySee(tenant.at(at).envelope());
    }
    return tenant.seen(who, ref, visibleTime) != null;
  }

  /// What an edge `updates` no longer stands.
  void supersede(JsonObject fields, long position, List<Effect> effects) {
    var thing = mark(fields, visibleTime, position);
    if (thing != null) {
      effects.add(new Effect(thing.ref(), thing.latest()));
    }
  }

  /// Makes what an edge supersedes stale from an instant on; null if that changes nothing.
  @Nullable NaiveThing mark(JsonObject fields, Instant from, long position) {
    var thing =
        "updates".equals(fields.text("edge_type")) ? tenant.things.get(end(fields, "dst")) : null;
    if (thing == null) {
      return null;
    }
    var times = new TreeSet<Instant>();
    times.add(from);
    thing.writings().stream()
        .map(NaiveThing.Writing::effective)
        .filter(from::isBefore)
        .forEach(times::add);
    int before = thing.latest();
    for (var time : times) {
      var inForce = thing.inForce(time, tenant.head());
      if (inForce != null && !inForce.body().has("lifecycle")) {
        var stale = inForce.body().with("lifecycle", Json.of("stale"));
        thing.writings().add(new NaiveThing.Writing(position, thing.latest() + 1, time, stale));
      }
    }
    return thing.latest() > before ? thing : null;
  }

  /// Whether one thing updates the other, over any number of edges.
  private boolean updates(ObjectRef from, ObjectRef to, Set<ObjectRef> seen) {
    return from.equals(to)
        || (seen.add(from)
            && tenant.things.values().stream()
                .filter(thing -> thing.ref().type() == ObjectType.EDGE)
                .filter(thing -> thing.isThere(tenant.head()))
                .map(thing -> thing.body(1))
                .filter(edge -> "updates".equals(edge.text("edge_type")))
                .filter(edge -> end(edge, "src").equals(from))
                .anyMatch(edge -> updates(end(edge, "dst"), to, seen)));
  }

  private boolean maySee(Envelope envelope) {
    return NaiveAccess.maySee(who, envelope, visibleTime);
  }

  private static String text(JsonObject fields, String name) {
    return String.valueOf(fields.text(name));
  }
}
