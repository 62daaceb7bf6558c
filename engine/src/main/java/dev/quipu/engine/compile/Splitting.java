package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.Splits;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.ViewRow.SpanRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/// Lets observations count for another entity than before.
///
/// An aspect is a join, and nothing can be taken out of one: from the first instant on at which one
/// of these observations counted, it is made anew out of the observations that it has now, and of
/// what people have said of it. Each observation stays under the access that it was told with.
final class Splitting {

  private final Making making;

  Splitting(Making making) {
    this.making = making;
  }

  void split(EntityAct.Split act) {
    var byAccess = new LinkedHashMap<Envelope, List<Tellings.Told>>();
    var from = new HashMap<String, EntityId>();
    for (var move : act.moves()) {
      var told = Tellings.find(move.observation(), making.facts());
      if (told != null) {
        from.put(move.observation(), move.from());
        byAccess
            .computeIfAbsent(told.entry().recorded().envelope(), _ -> new ArrayList<>())
            .add(told);
      }
    }
    byAccess.forEach((envelope, moved) -> new Portion(envelope, act.into(), moved, from).move());
  }

  /// What moves under one access.
  private final class Portion {

    private final Envelope envelope;
    private final Subject into;
    private final List<Tellings.Told> moved;
    private final Map<String, EntityId> from;
    private final Tellings tellings;
    private final Splits words;

    /// What was said of observations, by the entities that they were made for or count for.
    private final Map<EntityId, Splits> splits = new HashMap<>();

    Portion(
        Envelope envelope, Subject into, List<Tellings.Told> moved, Map<String, EntityId> from) {
      this.envelope = envelope;
      this.into = into;
      this.moved = moved;
      this.from = from;
      this.tellings = new Tellings(making.facts(), envelope);
      var said = new TreeMap<String, Splits.Word>();
      for (var told : moved) {
        said.put(
            told.observation().id(),
            new Splits.Word(
                making.recorded().position().value(),
                told.entry().position().value(),
                into.entity(),
                into.name()));
      }
      this.words = Splits.of(said);
    }

    private EntityId leaves(Tellings.Told told) {
      return Objects.requireNonNull(from.get(told.observation().id()));
    }

    void move() {
      var ends = ends(new HashMap<>());
      var types = new LinkedHashMap<EntityId, String>();
      // Whom it was made for has to know too, even if it counted for a third: it is asked first.
      moved.forEach(
          told -> types.put(told.observation().entity(), told.observation().entityType()));
      moved.forEach(told -> types.putIfAbsent(leaves(told), told.observation().entityType()));
      types.put(into.entity(), into.type());
      types.forEach(
          (entity, type) -> {
            var known = tellings.latest(entity, type);
            splits.put(entity, known.splits().join(about(entity)));
          });
      types.forEach(this::remake);
      relate(ends);
    }

    /// What an entity has to know of what moves.
    private Splits about(EntityId entity) {
      var known = new TreeMap<>(words.words());
      known.keySet().removeIf(id -> !concerns(id, entity));
      return Splits.of(known);
    }

    private boolean concerns(String observation, EntityId entity) {
      return entity.equals(into.entity())
          || moved.stream()
              .filter(told -> told.observation().id().equals(observation))
              .anyMatch(
                  told ->
                      told.observation().entity().equals(entity) || leaves(told).equals(entity));
    }

    /// From the first of the observations on that concern it.
    private void remake(EntityId entity, String type) {
      var since =
          moved.stream()
              .filter(told -> concerns(told.observation().id(), entity))
              .map(Tellings.Told::since)
              .min(Comparator.naturalOrder())
              .orElseThrow();
      var known = tellings.latest(entity, type);
      var said = Objects.requireNonNull(splits.get(entity));
      var told = new ArrayList<>(tellings.of(entity, said));
      told.sort(Comparator.comparing(Tellings.Told::since));
      var spans = spans(entity, since);
      var instants = new TreeSet<Instant>();
      instants.add(since);
      spans.forEach(span -> instants.add(span.validFrom()));
      told.forEach(each -> instants.add(each.since()));
      var observed = Aspect.of(entity, known.type());
      var states = new ArrayList<RemadeStates.State>();
      int next = 0;
      for (var instant : instants) {
        while (next < told.size() && !told.get(next).since().isAfter(instant)) {
          observed = with(observed, told.get(next++), said);
        }
        if (!instant.isBefore(since)) {
          var body = body(observed.join(base(spans, instant, observed)).with(said));
          if (states.isEmpty() || !states.getLast().body().equals(body)) {
            states.add(new RemadeStates.State(instant, body));
          }
        }
      }
      var first = Aspect.ref(entity, envelope);
      making.views().remake(first, envelope, states);
      // All that was in further layers is in the first from there on.
      var nothing = List.of(new RemadeStates.State(since, body(Aspect.of(entity, known.type()))));
      for (var layer : new Layers(first, making.facts()).further()) {
        making.views().remake(layer, envelope, nothing);
      }
    }

    private static Aspect with(Aspect observed, Tellings.Told told, Splits said) {
      var name = said.nameFor(told.observation());
      return name == null
          ? observed.with(told.observation(), told.said())
          : observed.withFound(told.observation(), name);
    }

    /// What people have said of it by then.
    private Aspect base(List<SpanRow> spans, Instant instant, Aspect otherwise) {
      for (var span : spans) {
        if (!span.validFrom().isAfter(instant) && span.validTo().isAfter(instant)) {
          var version = making.facts().find(new VersionOf(span.ref(), span.version()));
          var known = version == null ? null : AspectBody.read(version.body());
          if (known != null) {
            return known.withoutObservations();
          }
        }
      }
      return Aspect.of(otherwise.entity(), otherwise.type());
    }

    private JsonObject body(Aspect aspect) {
      return making.body(aspect, envelope.owner());
    }

    /// What is believed of an aspect from an instant on.
    private List<SpanRow> spans(EntityId entity, Instant since) {
      var ref = Aspect.ref(entity, envelope);
      var spans = new ArrayList<SpanRow>();
      var here = making.facts().find(new SpanAt(ref, since));
      for (var span = here == null ? making.facts().find(new SpanAfter(ref, since)) : here;
          span != null;
          span = making.facts().find(new SpanAfter(ref, span.validFrom()))) {
        spans.add(span);
      }
      return spans;
    }

    // ── relationships ──

    /// A relationship that an entry tells of.
    private record Ends(EntityId from, String type, EntityId to, Instant since) {}

    /// Those that lead to what moves.
    ///
    /// @param said by which it is told what they lead to
    private List<Ends> ends(Map<EntityId, Splits> said) {
      var ends = new ArrayList<Ends>();
      for (var told : moved) {
        for (var relation : told.payload().relations()) {
          if (relation.from() == told.number() || relation.to() == told.number()) {
            ends.add(
                new Ends(
                    tellings.endOf(told, relation.from(), said),
                    relation.type(),
                    tellings.endOf(told, relation.to(), said),
                    told.since()));
          }
        }
      }
      return ends;
    }

    /// What was told of the one is told of the other now; what nobody else has told is no more.
    private void relate(List<Ends> before) {
      var relations = new Relationships(making, envelope);
      for (var ends : ends(splits)) {
        if (!ends.from().equals(ends.to())) {
          relations.told(ref(ends.from()), edgeType(ends.type()), ref(ends.to()), ends.since());
        }
      }
      for (var ends : before) {
        if (!tellings.relate(ends.from(), ends.type(), ends.to(), splits)) {
          relations.untold(
              DerivedId.relationshipOf(ref(ends.from()), edgeType(ends.type()), ref(ends.to())));
        }
      }
    }

    private ObjectRef ref(EntityId entity) {
      return Aspect.ref(entity, envelope);
    }
  }

  private static EdgeType edgeType(String type) {
    return Objects.requireNonNull(EdgeType.of(type), type);
  }
}
