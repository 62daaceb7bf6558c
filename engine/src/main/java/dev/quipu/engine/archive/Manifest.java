package dev.quipu.engine.archive;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Head;
import dev.quipu.model.view.Digest;
import java.time.Instant;
import java.util.List;

/// What an archive says of itself, and what whoever pours it out holds it to.
///
/// @param logId of the history that it was taken from
public record Manifest(String logId, Instant takenAt, List<LogEnd> logs) {

  public Manifest {
    logs = List.copyOf(logs);
  }

  /// What one log, and the views made from it, come to.
  public record LogEnd(TenantId tenant, Head head, Digest digest) {}

  /// How many lines there are in all logs.
  public long lines() {
    return logs.stream().mapToLong(log -> log.head().position().value()).sum();
  }
}
