package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.SpanRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Objects whose state only grows: what is learnt of an instant is known of every later one too.
/// Used for one thing that was learnt.
///
/// @param <S> a state
final class GrowingStates<S> {

  private final RowChanges rows;
  private final Growth<S> growth;
  private final Map<SpanRow, Told<S>> read = new HashMap<>();

  /// @param rows where the entry's changes are gathered
  GrowingStates(RowChanges rows, Growth<S> growth) {
    this.rows = rows;
    this.growth = growth;
  }

  /// Something that was learnt about an object.
  ///
  /// @param <S> a state, read out of the body that it is kept as
  interface Growth<S> {

    S read(JsonObject body);

    /// Whether a state has it already.
    boolean isIn(S state);

    /// Whether it would make a state larger than is good.
    boolean overfills(S state);

    /// The body of a state with it.
    ///
    /// @param state null = nothing was known before
    JsonObject joined(@Nullable S state);

    /// The body of an object that is there and says nothing.
    JsonObject nothing();
  }

  /// A believed rectangle with what it says.
  private record Told<S>(SpanRow span, JsonObject body, S state) {}

  private @Nullable Told<S> told(@Nullable SpanRow span) {
    return span == null ? null : read.computeIfAbsent(span, this::read);
  }

  private Told<S> read(SpanRow span) {
    var body = rows.bodyOf(span);
    return new Told<>(span, body, growth.read(body));
  }

  /// Whether it can be joined to an object without changing many states or making a large one.
  boolean hasRoom(ObjectRef ref, Instant since) {
    var facts = rows.facts();
    if (facts.find(new ObjectOf(ref)) == null) {
      return true;
    }
    var last = facts.find(new SpanBefore(ref, ValidTime.FOREVER));
    var end = told(last);
    if (end == null) {
      return true;
    }
    if (growth.overfills(end.state())) {
      return false;
    }
    var here = facts.find(new SpanAt(ref, since));
    var span = here == null ? facts.find(new SpanAfter(ref, since)) : here;
    for (int i = 0; i < Layers.MOST_CHANGED; i++) {
      if (span == null || span.equals(last)) {
        return true;
      }
      span = facts.find(new SpanAfter(ref, span.validFrom()));
    }
    // If this one knows it, all later ones do.
    var next = told(span);
    return next == null || growth.isIn(next.state());
  }

  /// Lets an object be there from an instant on, if only to say nothing until it says something:
  /// what is related to it is found by it.
  void beThere(ObjectRef ref, Instant since) {
    var facts = rows.facts();
    var first = facts.find(new SpanAfter(ref, since));
    if (first == null || facts.find(new SpanAt(ref, since)) != null) {
      return;
    }
    rows.makesOnce(ref);
    if (rows.bodyOf(first).equals(growth.nothing())) {
      rows.close(first);
      rows.believe(ref, since, first.validTo(), first.version());
      return;
    }
    var object = rows.known(ref);
    int version = object.latestVersion() + 1;
    rows.replace(object, object.withLatestVersion(version));
    rows.version(ref, version, growth.nothing());
    rows.believe(ref, since, first.validFrom(), version);
  }

  /// Joins what was learnt about an instant to what is believed of it and of all later ones. Where
  /// it is known already it is known from there on, so nothing behind that is looked at but what
  /// holds last.
  ///
  /// @return false if there is no such object yet
  boolean grow(ObjectRef ref, Instant since) {
    var facts = rows.facts();
    var object = facts.find(new ObjectOf(ref));
    if (object == null) {
      return false;
    }
    rows.makesOnce(ref);
    int version = object.latestVersion();
    var here = facts.find(new SpanAt(ref, since));
    var next = here == null ? facts.find(new SpanAfter(ref, since)) : here;
    if (here == null) {
      var end = next == null ? ValidTime.FOREVER : next.validFrom();
      put(ref, ++version, since, end, null, growth.joined(null));
    }
    var last = facts.find(new SpanBefore(ref, ValidTime.FOREVER));
    var told = told(next);
    // What holds last has a new version in any case.
    while (told != null && (told.span().equals(last) || !growth.isIn(told.state()))) {
      version = grown(told, since, version);
      var span = told.span();
      told = span.equals(last) ? null : told(facts.find(new SpanAfter(ref, span.validFrom())));
      if (told == null) {
        last = null;
      }
    }
    var end = told(last);
    if (end != null) {
      version = grown(end, since, version);
    }
    rows.replace(object, object.withLatestVersion(version));
    rows.tell(ref, version);
    return true;
  }

  private int grown(Told<S> told, Instant since, int version) {
    var span = told.span();
    rows.closeFrom(span, since);
    var begin = span.validFrom().isBefore(since) ? since : span.validFrom();
    put(span.ref(), version + 1, begin, span.validTo(), told.body(), growth.joined(told.state()));
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
    rows.version(ref, version, body);
    rows.believe(ref, from, to, version);
    var keys = new ArrayList<>(ListKeys.of(ref, body));
    keys.removeAll(before == null ? List.of() : ListKeys.of(ref, before));
    if (!keys.isEmpty()) {
      rows.list(ref, rows.known(ref).created(), keys);
    }
  }
}
