package dev.quipu.model.view;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Effect;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.List;

/// What an entry does to the views, in order, and which object versions it gave rise to.
public record Changes(List<Change> changes, List<Effect> effects) {

  public Changes {
    changes = List.copyOf(changes);
    effects = List.copyOf(effects);
  }

  /// The tenants that begin with these changes. Only entries of the platform's log make any.
  public List<TenantId> tenantsMade() {
    return changes.stream()
        .map(change -> change instanceof Change.Put(ObjectRow object) ? object.ref() : null)
        .filter(ref -> ref != null && ref.type() == ObjectType.TENANT)
        .map(ref -> new TenantId(ref.id()))
        .toList();
  }

  /// The digest of the view after these changes.
  public Digest applyTo(Digest digest) {
    for (var change : changes) {
      digest =
          switch (change) {
            case Change.Put(var row) -> digest.plus(row.hash());
            case Change.Replace(var before, var after) ->
                digest.minus(before.hash()).plus(after.hash());
          };
    }
    return digest;
  }
}
