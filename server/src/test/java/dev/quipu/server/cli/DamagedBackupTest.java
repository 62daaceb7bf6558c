package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A backup that is not as it was written is refused, with the name of the file, before anything is
/// touched.
@Timeout(120)
class DamagedBackupTest {

  private static final int TRIES = 200;

  private final long seed = new SecureRandom().nextLong();
  private final Random random = new Random(seed);

  @TempDir Path parent;

  private enum Damage {
    CUT,
    ALTERED,
    LONGER,
    MISSING,
    ADDITIONAL
  }

  @Test
  void damage_at_any_place_is_refused_naming_the_file() throws IOException {
    System.out.println("seed=" + seed);
    var source = parent.resolve("source");
    var backup = parent.resolve("backup");
    try (var server = TestServer.start(source)) {
      var lines = "{\"event_type\":\"n\",\"payload\":{\"a\":1}}\n".repeat(1_100);
      server.send(
          "POST", server.firstToken(), "/v1/events", lines, "Content-Type", "application/x-ndjson");
      server.post(server.newTenant(), "/v1/events", "{'event_type':'n'}", "Idempotency-Key", "k");
    }
    Instances.backUp(source, backup);
    var files = files(backup);
    assertThat(files).hasSizeGreaterThan(8);

    for (int i = 0; i < TRIES; i++) {
      var file = files.get(random.nextInt(files.size()));
      var damage = Damage.values()[random.nextInt(Damage.values().length)];
      var whole = Files.readAllBytes(file);
      var named = damage(file, damage, whole);
      if (named == null) {
        continue;
      }

      assertThatThrownBy(() -> Instances.restore(backup, parent.resolve("target")))
          .as("seed %d, try %d: %s %s", seed, i, file, damage)
          .isInstanceOfSatisfying(
              Corrupt.class, e -> assertThat(Path.of(e.resource())).isIn(namesFor(backup, named)))
          .satisfies(e -> assertThat(ExitCodes.of((Corrupt) e)).isEqualTo(ExitCodes.CORRUPT));
      assertThat(parent.resolve("target")).doesNotExist();

      Files.deleteIfExists(named);
      Files.write(file, whole);
    }
    Instances.restore(backup, parent.resolve("target"));
  }

  /// The hash of the manifest and the manifest tell of each other.
  private static List<Path> namesFor(Path backup, Path named) {
    var manifest = backup.resolve("manifest.json");
    return named.equals(backup.resolve("manifest.json.sha256"))
        ? List.of(named, manifest)
        : List.of(named);
  }

  /// Returns the file that is to be named; null if nothing was done.
  private Path damage(Path file, Damage damage, byte[] whole) throws IOException {
    switch (damage) {
      case CUT -> Files.write(file, Arrays.copyOf(whole, random.nextInt(whole.length)));
      case ALTERED -> {
        var altered = whole.clone();
        altered[random.nextInt(whole.length)] ^= (byte) (1 + random.nextInt(255));
        Files.write(file, altered);
      }
      case LONGER -> Files.write(file, Arrays.copyOf(whole, whole.length + 1));
      case MISSING -> Files.delete(file);
      case ADDITIONAL -> {
        var other = file.resolveSibling("log-2.ndjson.gz");
        return Files.exists(other) ? null : Files.write(other, whole);
      }
    }
    return file;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
