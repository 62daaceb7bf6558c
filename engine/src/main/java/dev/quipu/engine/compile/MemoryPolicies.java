package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.MemoryPolicy;
import dev.quipu.model.view.Facts;

/// Which `default_memory_policy` applies to the memory of an event: that of its agent, if the
/// agent's record belongs to who owns the event. Nobody else's record says how long one's own
/// memories live.
record MemoryPolicies(Facts facts) {

  MemoryPolicy of(Recorded recorded) {
    var agent = recorded.event().agentId();
    var owner = recorded.envelope().owner();
    var current = new Current(facts);
    var row = agent == null ? null : current.object(ObjectRef.of(agent));
    if (row == null || current.isDeleted(row)) {
      return MemoryPolicy.NONE;
    }
    var body =
        row.envelope().owner().equals(owner)
            ? current.body(row.ref(), recorded.event().visibleTime())
            : null;
    var text = body == null ? null : body.text("default_memory_policy");
    return text == null ? MemoryPolicy.NONE : MemoryPolicy.readOrNone(text);
  }
}
