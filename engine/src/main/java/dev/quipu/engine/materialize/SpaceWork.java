package dev.quipu.engine.materialize;

import dev.quipu.engine.coordinate.Leases;
import dev.quipu.engine.coordinate.Leases.Lease;
import dev.quipu.model.id.TenantId;

/// Work that fills a space of a tenant. One at a time, on whichever server: the next one removes
/// the spaces that it finds lying about.
public final class SpaceWork {

  private final Leases leases;

  public SpaceWork(Leases leases) {
    this.leases = leases;
  }

  Lease begin(TenantId tenant) {
    return leases.take("space/" + tenant);
  }

  /// Refuses now what would be refused if it began now.
  public void refuseIfUnderway(TenantId tenant) {
    begin(tenant).close();
  }
}
