package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import org.jspecify.annotations.Nullable;

/// The access rule at the moment of a decision.
record Sight(Caller caller, Reading reading) {

  static Sight of(Caller caller, Stamp stamp) {
    return new Sight(caller, Reading.plain(stamp.visibleTime()));
  }

  boolean sees(TenantId tenant, Envelope envelope, boolean quarantined) {
    return AccessRule.judge(caller, new Guarded(tenant, envelope, quarantined), reading).allows();
  }

  boolean sees(ObjectRow object) {
    return AccessRule.judge(caller, guarded(object), reading).allows();
  }

  boolean mayWrite(ObjectRow object) {
    return AccessRule.mayWrite(caller, guarded(object), reading);
  }

  /// The object if it is there for the caller: neither absent, nor denied, nor deleted.
  @Nullable ObjectRow find(ObjectRef ref, Facts facts) {
    var object = facts.find(new ObjectOf(ref));
    if (object == null || !sees(object)) {
      return null;
    }
    return object.everDeleted() && facts.find(new TombstoneOn(ref)) != null ? null : object;
  }

  /// The same if a reader is shown it now. What has ended is not, but of a memory what it was last.
  @Nullable ObjectRow findShown(ObjectRef ref, Facts facts) {
    var object = find(ref, facts);
    return object != null && isShown(ref, facts) ? object : null;
  }

  /// An event has no time at which it would end.
  private boolean isShown(ObjectRef ref, Facts facts) {
    var now = reading.clock();
    return ref.type() == ObjectType.EVENT
        || facts.find(new SpanAt(ref, now)) != null
        || (ref.type() == ObjectType.MEMORY && facts.find(new SpanBefore(ref, now)) != null);
  }

  private Guarded guarded(ObjectRow object) {
    return new Guarded(caller.tenant(), object.envelope(), object.quarantined());
  }
}
