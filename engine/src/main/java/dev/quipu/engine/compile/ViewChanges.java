package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Audience;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.SnapshotTag;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.Tenant;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey.AudienceKnown;
import dev.quipu.model.view.FactKey.CounterOf;
import dev.quipu.model.view.FactKey.Listed;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Gathers the changes of one entry: the acts of rules, put into rows. Used once.
final class ViewChanges {

  /// The list key that names the causes of an event.
  static final String CAUSED_BY = EdgeType.CAUSED_BY.wireName();

  /// The list key that names the events a memory comes from.
  private static final String SOURCES = "source_event_ids";

  private final LogPosition position;
  private final Facts facts;
  private final List<Change> changes = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final Set<ObjectRef> made = new HashSet<>();
  private final Set<Audience> openedHere = new HashSet<>();
  private final Set<ListKeyRow> listedHere = new HashSet<>();

  ViewChanges(LogPosition position, Facts facts) {
    this.position = position;
    this.facts = facts;
  }

  Changes changes() {
    return new Changes(changes, effects);
  }

  /// Whether this entry has already made the object, or a version of it.
  boolean hasMade(ObjectRef ref) {
    return made.contains(ref);
  }

  /// The event itself: an object whose body stays in the log.
  void event(Recorded recorded) {
    var event = recorded.event();
    var ref = ObjectRef.of(event.eventId());
    object(ref, 0, recorded.envelope());
    eventKeys(event).forEach((field, value) -> put(new ListKeyRow(ref, field, value, position)));
  }

  /// What an event says that it was caused by, so that its effects can be found from there.
  void causes(Event event) {
    var ref = ObjectRef.of(event.eventId());
    var causes = new LinkedHashSet<>(event.causalRefs());
    if (event.parentEventId() != null) {
      causes.add(event.parentEventId());
    }
    causes.forEach(cause -> put(new ListKeyRow(ref, CAUSED_BY, cause.value(), position)));
  }

  /// The events that a memory comes from, so that it can be found from there. The one that makes it
  /// names it among its effects.
  void sources(ObjectRef memory, JsonObject body, Event maker) {
    var own = ObjectRef.of(maker.eventId());
    for (var source : ComputedEdge.SOURCE_OF_MEMORY.targets(body)) {
      if (!source.equals(own)) {
        put(new ListKeyRow(memory, SOURCES, source.id(), position));
      }
    }
  }

  /// What events are listed by.
  private static Map<String, String> eventKeys(Event event) {
    var keys = new LinkedHashMap<String, String>();
    keys.put("event_type", event.eventType().value());
    putIfThere(keys, "agent_id", event.agentId());
    putIfThere(keys, "session_id", event.sessionId());
    putIfThere(keys, "workspace_id", event.workspaceId());
    return keys;
  }

  private static void putIfThere(
      Map<String, String> keys, String field, @Nullable Identifier value) {
    if (value != null) {
      keys.put(field, value.value());
    }
  }

  void create(ObjectRef ref, Envelope envelope, JsonObject body, Instant validFrom) {
    create(ref, envelope, body, validFrom, ValidTime.FOREVER);
  }

  void create(
      ObjectRef ref, Envelope envelope, JsonObject body, Instant validFrom, Instant validTo) {
    made.add(ref);
    object(ref, 1, envelope);
    put(new VersionRow(ref, 1, position, body));
    put(SpanRow.believed(ref, position, validFrom, validTo, 1));
    for (var key : listKeys(ref, body)) {
      put(new ListKeyRow(ref, key.field(), key.value(), position));
    }
    if (ref.type() == ObjectType.EDGE) {
      adjacent(ref, body);
    }
    effects.add(new Effect(ref, 1));
  }

  /// Splits what the change falls into: see docs/core.md, "Two clocks".
  void change(ObjectRef ref, int version, JsonObject body, Instant effectiveAt) {
    var object = version(ref, version, body);
    var current = facts.find(new SpanAt(ref, effectiveAt));
    if (current == null) {
      var next = facts.find(new SpanAfter(ref, effectiveAt));
      var end = next == null ? ValidTime.FOREVER : next.validFrom();
      put(SpanRow.believed(ref, position, effectiveAt, end, version));
    } else {
      replace(current, current.closedAt(position));
      if (current.validFrom().isBefore(effectiveAt)) {
        put(SpanRow.believed(ref, position, current.validFrom(), effectiveAt, current.version()));
      }
      put(SpanRow.believed(ref, position, effectiveAt, current.validTo(), version));
    }
    keysOf(object, body);
    effects.add(new Effect(ref, version));
  }

  /// Changes whatever is believed from an instant on, each rectangle by itself: what was planned
  /// for later too.
  ///
  /// @param told whether the entry tells of it: whoever wrote it may not know that there is such an
  ///   object
  /// @return whether anything has changed by that
  boolean restand(ObjectRef ref, Instant from, UnaryOperator<JsonObject> how, boolean told) {
    var object = known(ref);
    int version = object.latestVersion();
    var here = facts.find(new SpanAt(ref, from));
    for (var span = here == null ? facts.find(new SpanAfter(ref, from)) : here;
        span != null;
        span = facts.find(new SpanAfter(ref, span.validFrom()))) {
      var before = facts.find(new VersionOf(ref, span.version()));
      var after = before == null ? null : how.apply(before.body());
      if (before == null || after == null || after.equals(before.body())) {
        continue;
      }
      version++;
      put(new VersionRow(ref, version, position, after));
      replace(span, span.closedAt(position));
      boolean begins = span.validFrom().isBefore(from);
      if (begins) {
        put(SpanRow.believed(ref, position, span.validFrom(), from, span.version()));
      }
      var begin = begins ? from : span.validFrom();
      put(SpanRow.believed(ref, position, begin, span.validTo(), version));
      keysOf(object, after);
    }
    if (version > object.latestVersion()) {
      made.add(ref);
      replace(object, object.withLatestVersion(version));
      if (told) {
        effects.add(new Effect(ref, version));
      }
    }
    return version > object.latestVersion();
  }

  /// Something that was learnt about an object whose state only grows: joined to what is known of
  /// an instant, it is known of every later one too.
  ///
  /// @param <S> a state, read out of the body that it is kept as
  interface Growth<S> {

    S read(JsonObject body);

    /// Whether a state has it already.
    boolean isIn(S state);

    /// The body of a state with it.
    ///
    /// @param state null = nothing was known before
    JsonObject joined(@Nullable S state);
  }

  /// A believed rectangle with what it says.
  private record Told<S>(SpanRow span, JsonObject body, S state) {}

  private <S> @Nullable Told<S> told(@Nullable SpanRow span, Growth<S> growth) {
    if (span == null) {
      return null;
    }
    var body = bodyOf(span);
    return new Told<>(span, body, growth.read(body));
  }

  /// Joins what was learnt about an instant to what is believed of it and of all later ones. Where
  /// it is known already it is known from there on, so nothing behind that is looked at; only what
  /// holds last has a new version in any case.
  <S> void grow(ObjectRef ref, Envelope envelope, Instant since, Growth<S> growth) {
    var object = facts.find(new ObjectOf(ref));
    if (object == null) {
      create(ref, envelope, growth.joined(null), since);
      return;
    }
    if (!made.add(ref)) {
      throw new IllegalStateException(ref + " grows once in an entry");
    }
    int version = object.latestVersion();
    var here = facts.find(new SpanAt(ref, since));
    var next = here == null ? facts.find(new SpanAfter(ref, since)) : here;
    if (here == null) {
      var end = next == null ? ValidTime.FOREVER : next.validFrom();
      put(ref, ++version, since, end, null, growth.joined(null));
    }
    var last = facts.find(new SpanBefore(ref, ValidTime.FOREVER));
    var told = told(next, growth);
    while (told != null && !growth.isIn(told.state())) {
      version = grown(told, since, version, growth);
      var span = told.span();
      told =
          span.equals(last) ? null : told(facts.find(new SpanAfter(ref, span.validFrom())), growth);
      if (told == null) {
        last = null;
      }
    }
    var end = told != null && told.span().equals(last) ? told : told(last, growth);
    if (end != null) {
      version = grown(end, since, version, growth);
    }
    replace(object, object.withLatestVersion(version));
    effects.add(new Effect(ref, version));
  }

  private <S> int grown(Told<S> told, Instant since, int version, Growth<S> growth) {
    var span = told.span();
    var ref = span.ref();
    replace(span, span.closedAt(position));
    boolean begins = span.validFrom().isBefore(since);
    if (begins) {
      put(SpanRow.believed(ref, position, span.validFrom(), since, span.version()));
    }
    var begin = begins ? since : span.validFrom();
    put(ref, version + 1, begin, span.validTo(), told.body(), growth.joined(told.state()));
    return version + 1;
  }

  /// @param before whose keys are listed already; null = nothing
  private void put(
      ObjectRef ref,
      int version,
      Instant from,
      Instant to,
      @Nullable JsonObject before,
      JsonObject body) {
    put(new VersionRow(ref, version, position, body));
    put(SpanRow.believed(ref, position, from, to, version));
    var keys = new ArrayList<>(listKeys(ref, body));
    keys.removeAll(before == null ? List.of() : listKeys(ref, before));
    if (!keys.isEmpty()) {
      list(known(ref), keys);
    }
  }

  /// What an object is from an instant on, until the next state of it begins.
  record State(Instant since, JsonObject body) {}

  /// Puts states in the place of all that is believed from the first one's instant on. What is
  /// believed of earlier ones stays.
  ///
  /// @param states in their order, one at least
  void remake(ObjectRef ref, Envelope envelope, List<State> states) {
    if (!made.add(ref)) {
      throw new IllegalStateException(ref + " is made anew once in an entry");
    }
    var known = facts.find(new ObjectOf(ref));
    int version = known == null ? 0 : known.latestVersion();
    if (known == null) {
      object(ref, states.size(), envelope);
    } else {
      replace(known, known.withLatestVersion(version + states.size()));
    }
    var from = states.getFirst().since();
    var here = facts.find(new SpanAt(ref, from));
    if (here != null) {
      replace(here, here.closedAt(position));
      if (here.validFrom().isBefore(from)) {
        put(SpanRow.believed(ref, position, here.validFrom(), from, here.version()));
      }
    }
    closeFrom(facts.find(new SpanAfter(ref, from)));
    var created = known == null ? position : known.created();
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      var end = i + 1 < states.size() ? states.get(i + 1).since() : ValidTime.FOREVER;
      put(new VersionRow(ref, ++version, position, state.body()));
      put(SpanRow.believed(ref, position, state.since(), end, version));
      list(ref, created, listKeys(ref, state.body()));
    }
    effects.add(new Effect(ref, version));
  }

  /// Lets something hold from an earlier instant on, or again.
  ///
  /// @param first what is believed of it first; null = nothing is
  void begin(ObjectRow object, @Nullable SpanRow first, Instant since) {
    var ref = object.ref();
    made.add(ref);
    if (first == null) {
      put(SpanRow.believed(ref, position, since, ValidTime.FOREVER, object.latestVersion()));
    } else {
      replace(first, first.closedAt(position));
      put(SpanRow.believed(ref, position, since, first.validTo(), first.version()));
    }
    effects.add(new Effect(ref, object.latestVersion()));
  }

  /// Nothing of it is believed any more, of no instant.
  void endWholly(ObjectRef ref) {
    made.add(ref);
    closeFrom(facts.find(new SpanAfter(ref, ValidTime.BEGINNING)));
    effects.add(new Effect(ref, known(ref).latestVersion()));
  }

  private JsonObject bodyOf(SpanRow span) {
    var version = facts.find(new VersionOf(span.ref(), span.version()));
    if (version == null) {
      throw new IllegalStateException(span.ref() + " has no version " + span.version());
    }
    return version.body();
  }

  /// What else an event is listed by.
  void list(EventId event, String field, String value) {
    var row = new ListKeyRow(ObjectRef.of(event), field, value, position);
    if (listedHere.add(row)) {
      put(row);
    }
  }

  /// Lets something that was deleted begin again with a version, as if nothing had been before it.
  void beginAnew(ObjectRef ref, int version, JsonObject body, Instant since) {
    var object = version(ref, version, body);
    restoreUntold(ref);
    closeFrom(facts.find(new SpanAfter(ref, ValidTime.BEGINNING)));
    put(SpanRow.believed(ref, position, since, ValidTime.FOREVER, version));
    keysOf(object, body);
    effects.add(new Effect(ref, version));
  }

  /// Puts a version in the place of the one in force at an instant, for as long as that one holds.
  void correct(ObjectRef ref, int version, JsonObject body, Instant at) {
    var object = version(ref, version, body);
    var current = facts.find(new SpanAt(ref, at));
    if (current == null) {
      throw new IllegalStateException(ref + " holds nothing to be corrected");
    }
    replace(current, current.closedAt(position));
    put(SpanRow.believed(ref, position, current.validFrom(), current.validTo(), version));
    keysOf(object, body);
    effects.add(new Effect(ref, version));
  }

  /// Ends what is believed at an instant; nothing that was to follow is believed any more.
  void invalidate(ObjectRef ref, Instant when) {
    var current = facts.find(new SpanAt(ref, when));
    if (current != null) {
      replace(current, current.closedAt(position));
      if (current.validFrom().isBefore(when)) {
        put(SpanRow.believed(ref, position, current.validFrom(), when, current.version()));
      }
    }
    closeFrom(facts.find(new SpanAfter(ref, when)));
    effects.add(new Effect(ref, known(ref).latestVersion()));
  }

  /// What holds at an instant is to hold for ever: nothing that was to follow is believed any more.
  void lasts(ObjectRef ref, Instant from) {
    var next = facts.find(new SpanAfter(ref, from));
    if (next == null) {
      return;
    }
    closeFrom(next);
    var here = facts.find(new SpanAt(ref, from));
    if (here != null) {
      replace(here, here.closedAt(position));
      put(SpanRow.believed(ref, position, here.validFrom(), ValidTime.FOREVER, here.version()));
    }
  }

  /// Ends the belief in a rectangle and in all that follow it.
  private void closeFrom(@Nullable SpanRow first) {
    for (var span = first;
        span != null;
        span = facts.find(new SpanAfter(span.ref(), span.validFrom()))) {
      replace(span, span.closedAt(position));
    }
  }

  private ObjectRow version(ObjectRef ref, int version, JsonObject body) {
    var object = known(ref);
    made.add(ref);
    replace(object, object.withLatestVersion(version));
    put(new VersionRow(ref, version, position, body));
    return object;
  }

  private void keysOf(ObjectRow object, JsonObject body) {
    list(object, listKeys(object.ref(), body));
  }

  private void list(ObjectRow object, List<Key> keys) {
    list(object.ref(), object.created(), keys);
  }

  private void list(ObjectRef ref, LogPosition created, List<Key> keys) {
    for (var key : keys) {
      var row = new ListKeyRow(ref, key.field(), key.value(), created);
      if (listedHere.add(row) && !facts.holds(new Listed(row))) {
        put(row);
      }
    }
  }

  void delete(ObjectRef ref) {
    var object = known(ref);
    put(new TombstoneRow(ref, position, LogPosition.FOREVER));
    if (!object.everDeleted()) {
      replace(object, object.deletedOnce());
    }
    effects.add(new Effect(ref, object.latestVersion()));
  }

  void restore(ObjectRef ref) {
    restoreUntold(ref);
    effects.add(new Effect(ref, known(ref).latestVersion()));
  }

  /// The same as a part of something else that is told.
  void restoreUntold(ObjectRef ref) {
    var tombstone = facts.find(new TombstoneOn(ref));
    if (tombstone == null) {
      throw new IllegalStateException(ref + " has no tombstone to lift");
    }
    replace(tombstone, tombstone.closedAt(position));
  }

  void count(ObjectType kind, long number) {
    var row = new CounterRow(kind, number);
    var before = facts.find(new CounterOf(kind));
    if (before == null) {
      put(row);
    } else {
      replace(before, row);
    }
  }

  private void object(ObjectRef ref, int version, Envelope envelope) {
    put(new ObjectRow(ref, position, version, envelope, false, false));
    var audience = Audience.of(envelope);
    if (openedHere.add(audience) && !facts.holds(new AudienceKnown(audience))) {
      AccessTokens.opening(envelope).forEach(token -> put(new AudienceRow(token, audience)));
    }
  }

  private void adjacent(ObjectRef edge, JsonObject body) {
    var ends = EdgeEnds.of(body);
    var type = String.valueOf(body.text("edge_type"));
    put(new AdjacentRow(ends.source(), Direction.OUT, type, edge, ends.target()));
    put(new AdjacentRow(ends.target(), Direction.IN, type, edge, ends.source()));
  }

  private record Key(String field, String value) {}

  private static List<Key> listKeys(ObjectRef ref, JsonObject body) {
    var keys = new ArrayList<Key>();
    keysOf(ref.type(), body).forEach((field, value) -> keys.add(new Key(field, value)));
    if (ref.type() == ObjectType.MEMORY) {
      Aspect.listKeys(body)
          .forEach((field, values) -> values.forEach(value -> keys.add(new Key(field, value))));
    }
    return keys;
  }

  private static Map<String, String> keysOf(ObjectType type, JsonObject body) {
    return switch (type) {
      case TENANT -> Tenant.listKeys(body);
      case KEY -> ApiKey.listKeys(body);
      case SNAPSHOT -> SnapshotTag.listKeys(body);
      default -> {
        var schema = ObjectSchemas.of(type);
        yield schema == null ? Map.of() : schema.listKeys(body);
      }
    };
  }

  private ObjectRow known(ObjectRef ref) {
    var object = facts.find(new ObjectOf(ref));
    if (object == null) {
      throw new IllegalStateException(ref + " is not there to be changed");
    }
    return object;
  }

  private void put(ViewRow row) {
    changes.add(new Change.Put(row));
  }

  private void replace(ViewRow before, ViewRow after) {
    changes.add(new Change.Replace(before, after));
  }
}
