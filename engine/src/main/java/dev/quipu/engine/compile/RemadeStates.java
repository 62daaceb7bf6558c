package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.ValidTime;
import java.time.Instant;
import java.util.List;

/// Objects that are made anew from an instant on.
///
/// @param rows where the entry's changes are gathered
record RemadeStates(RowChanges rows) {

  /// What an object is from an instant on, until the next state of it begins.
  record State(Instant since, JsonObject body) {}

  /// Puts states in the place of all that is believed from the first one's instant on. What is
  /// believed of earlier ones stays.
  ///
  /// @param states in their order, one at least
  void remake(ObjectRef ref, Envelope envelope, List<State> states) {
    rows.makesOnce(ref);
    var facts = rows.facts();
    var known = facts.find(new ObjectOf(ref));
    int version = known == null ? 0 : known.latestVersion();
    if (known == null) {
      rows.object(ref, states.size(), envelope);
    } else {
      rows.replace(known, known.withLatestVersion(version + states.size()));
    }
    var from = states.getFirst().since();
    var here = facts.find(new SpanAt(ref, from));
    if (here != null) {
      rows.closeFrom(here, from);
    }
    rows.closeAll(facts.find(new SpanAfter(ref, from)));
    var created = known == null ? rows.position() : known.created();
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      var end = i + 1 < states.size() ? states.get(i + 1).since() : ValidTime.FOREVER;
      rows.version(ref, ++version, state.body());
      rows.believe(ref, state.since(), end, version);
      rows.list(ref, created, ListKeys.of(ref, state.body()));
    }
    rows.tell(ref, version);
  }
}
