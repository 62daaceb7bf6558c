package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.CutArchive;
import dev.quipu.engine.archive.Manifest;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.archive.NoBlobs;
import dev.quipu.engine.storage.Cut;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import dev.quipu.server.TestServer;
import dev.quipu.server.archive.BackupArchive;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.testkit.fixture.Told;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Instances that tests carry to and fro, each under the name of a folder.
final class Instances {

  static final Adapters ADAPTERS = Adapters.ofThisMachine();

  static final int ALL = 1_000_000;

  private Instances() {}

  static ServerConfig config(Path folder) {
    return TestServer.config(folder, 0, Duration.ofSeconds(30));
  }

  /// As it is said on a command line.
  static String address(Path folder) {
    return TestServer.storageAddress(folder);
  }

  static Carrying carrying() {
    return new Carrying(ADAPTERS, silent());
  }

  private static ProgressBar silent() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new ProgressBar(nowhere, false);
  }

  static void backUp(Path instance, Path backup) {
    carrying().backUp(config(instance), backup);
  }

  static void restore(Path backup, Path instance) {
    carrying().restore(backup, config(instance), null);
  }

  static Manifest manifest(Path backup) {
    try (var archive = BackupArchive.open(backup, (_, _) -> {})) {
      return archive.manifest();
    }
  }

  static Cut cut(Path instance) {
    return ADAPTERS.openCut(config(instance).storage());
  }

  /// Where each log of an instance ends, and what its views come to.
  static List<LogEnd> ends(Cut cut) {
    return CutArchive.open(cut, new NoBlobs(), Instant.EPOCH).manifest().logs();
  }

  /// The lines of a log, at most up to a position.
  static List<Told> lines(Cut cut, TenantId tenant, LogPosition upTo) {
    try (var snapshot = cut.read(ReadScope.whole(tenant))) {
      List<LogLine> lines = snapshot.log(LogPosition.START, (int) Math.min(upTo.value(), ALL));
      return Told.all(lines);
    }
  }

  /// The rows of the views add up to the digest that is kept.
  static void assertViewsAddUp(Cut cut) {
    for (var tenant : cut.logs()) {
      try (var snapshot = cut.read(ReadScope.whole(tenant))) {
        var space = snapshot.activeSpace();
        if (space != null) {
          var sum = new Digest[] {Digest.EMPTY};
          snapshot.rows(space, row -> sum[0] = sum[0].plus(row.hash()));
          assertThat(sum[0]).isEqualTo(snapshot.keptDigest(space));
        }
      }
    }
  }

  /// Replays everything, and says what came of each log.
  static List<Maintenance.Outcome> verify(Path instance) {
    return new Maintenance(config(instance), null, silent()).verify();
  }
}
