package dev.quipu.server.archive;

import dev.quipu.engine.Engine;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;

/// Deletes and erases tenants of a restored instance that were erased after its backup was made.
public final class EraseAgain {

  /// Erasing goes in small steps, and each of them is heard.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Engine engine;
  private final Caller operator;
  private final Progress progress;

  public EraseAgain(Engine engine, Caller operator, Progress progress) {
    this.engine = engine;
    this.operator = operator;
    this.progress = progress;
  }

  /// Returns how many were there, when their bytes are gone, and those of whoever was deleted
  /// before. Of the others there is nothing, or no more than hashes.
  public int run(Collection<TenantId> tenants) {
    var there =
        engine.tenancy().tenants().stream()
            .map(use -> use.tenant())
            .filter(tenant -> tenants.contains(tenant.id()))
            .toList();
    for (int i = 0; i < there.size(); i++) {
      engine.tenancy().deleteTenant(operator, there.get(i).number());
      awaitErased(there.get(i).id());
      progress.at(there.get(i).id(), "erase", i + 1L, there.size());
    }
    for (var deletion : engine.tenancy().deletions()) {
      awaitErased(deletion.tenant());
    }
    return there.size();
  }

  private void awaitErased(TenantId tenant) {
    try (var follower = engine.signal().follow(tenant)) {
      while (!isErased(tenant)) {
        if (!follower.await(PATIENCE)) {
          throw new Unavailable(
              "erasure.stalled", "Erasing tenant " + tenant + " does not get on.", PATIENCE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("erasure.stalled", "Interrupted while erasing.", PATIENCE, e);
    }
  }

  private boolean isErased(TenantId tenant) {
    return engine.tenancy().deletions().stream()
        .filter(deletion -> deletion.erasedAt() != null)
        .map(Deletion::tenant)
        .collect(Collectors.toSet())
        .contains(tenant);
  }
}
