package dev.quipu.bench.crash;

import dev.quipu.bench.embedded.Store;
import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Opens a copy of a folder that a server left behind, and proves it.
final class DeepCheck {

  private static final int PORTION = 500;

  private DeepCheck() {}

  /// The files that matter after a power cut; SQLite makes the shared index anew.
  static void copy(Path folder, Path to) throws IOException {
    Files.createDirectories(to);
    for (var name : List.of("quipu.db", "quipu.db-wal")) {
      if (Files.exists(folder.resolve(name))) {
        Files.copy(folder.resolve(name), to.resolve(name));
      }
    }
  }

  /// Walks the chain, adds up the views, replays the log, and looks for what must be there.
  ///
  /// @param acknowledged positions by mark
  static List<String> findings(Path folder, TenantId tenant, Map<String, Long> acknowledged) {
    var findings = new ArrayList<String>();
    try (var store = Store.open(folder)) {
      for (var each : List.of(TenantId.PLATFORM, tenant)) {
        var found = store.engine().verify().deep(each, (_, _, _, _) -> {});
        if (found.divergence() != null) {
          findings.add(each + ": " + found.divergence());
        }
      }
      findings.addAll(missing(store.storage(), tenant, acknowledged));
    }
    return findings;
  }

  private static List<String> missing(
      Storage storage, TenantId tenant, Map<String, Long> acknowledged) {
    var findings = new ArrayList<String>();
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var payloads = new ArrayList<String>(List.of(""));
      var after = LogPosition.START;
      while (true) {
        var lines = snapshot.log(after, PORTION);
        if (lines.isEmpty()) {
          break;
        }
        for (var line : lines) {
          payloads.add(line instanceof LogEntry entry ? entry.event().payload().toString() : "");
          after = line.position();
        }
      }
      acknowledged.forEach(
          (mark, position) -> {
            if (position >= payloads.size()
                || !payloads.get((int) (long) position).contains('"' + mark + '"')) {
              findings.add(mark + " was acknowledged at " + position + " and is not there");
            }
          });
    }
    return findings;
  }
}
