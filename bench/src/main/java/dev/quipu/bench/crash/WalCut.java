package dev.quipu.bench.crash;

import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A power cut: whatever of the write-ahead log follows the last acknowledged write is torn off, or
/// turned into noise, at a random byte.
public record WalCut(int cuts, Where where, long seed) {

  /// Where the file is damaged.
  public enum Where {
    /// Behind everything that was acknowledged: what a power cut can do.
    BEHIND,
    /// Amid what was acknowledged: what only a lying disk can do, and a check has to notice.
    AMID
  }

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int WRITERS = 16;
  private static final int LIVES = 3;

  /// Acknowledged events before the end, so that there is something to lose.
  private static final int AT_LEAST = 100;

  /// Below this SQLite has not begun the file anew, so that its end is the end of what was written.
  private static final long NOT_YET_REUSED = 16_000_000;

  /// What came of it.
  ///
  /// @param cuts how many were made
  public record Result(int cuts, List<String> findings) {

    public Result {
      findings = List.copyOf(findings);
    }
  }

  public Result run() throws IOException, InterruptedException {
    var random = new Random(seed);
    var findings = new ArrayList<String>();
    int made = 0;
    for (int life = 0; life < LIVES; life++) {
      int share = cuts / LIVES + (life < cuts % LIVES ? 1 : 0);
      if (share == 0) {
        continue;
      }
      try (var scratch = Scratch.open()) {
        var corpse = die(scratch.resolve("data"), random);
        for (int i = 0; i < share; i++) {
          var copy = scratch.resolve("copy-" + i);
          DeepCheck.copy(scratch.resolve("data"), copy);
          var cut = damage(copy.resolve("quipu.db-wal"), corpse.needed(), random);
          for (var found : DeepCheck.findings(copy, House.TENANT, corpse.acknowledged())) {
            findings.add("seed " + seed + ", " + cut + ": " + found);
          }
          Scratch.remove(copy);
          made++;
        }
      }
    }
    return new Result(made, findings);
  }

  /// What the server left behind.
  ///
  /// @param needed how long the log was when the last of these had been acknowledged
  private record Corpse(Map<String, Long> acknowledged, long needed) {}

  private Corpse die(Path folder, Random random) throws IOException, InterruptedException {
    try (var server = ServerProcess.start(folder)) {
      var house = House.found(folder, server, WRITERS, seed);
      var wal = folder.resolve("quipu.db-wal");
      try (var client = house.client(server)) {
        var crowd = house.crowd(client, 0);
        house.ledger().awaitAcknowledged(AT_LEAST, PATIENCE);
        // Not to wait for anything: the cut is to come at any moment.
        Thread.sleep(random.nextInt(200));
        // In this order: everything that was acknowledged by now lies before the end of the file.
        var acknowledged = new HashMap<>(house.ledger().acknowledged());
        long needed = Files.size(wal);
        Thread.sleep(50 + random.nextInt(100));
        server.kill();
        crowd.await();
        if (Files.size(wal) > NOT_YET_REUSED) {
          throw new IllegalStateException("the write-ahead log may have been begun anew");
        }
        return new Corpse(acknowledged, needed);
      }
    }
  }

  /// Cuts the file, or overwrites a stretch of it. Returns what was done.
  private String damage(Path wal, long needed, Random random) throws IOException {
    long end = Files.size(wal);
    long at =
        switch (where) {
          case BEHIND -> needed + (long) (random.nextDouble() * (end - needed + 1));
          case AMID -> needed / 2 + (long) (random.nextDouble() * needed / 4);
        };
    try (var file = FileChannel.open(wal, StandardOpenOption.WRITE)) {
      if (random.nextBoolean() || at >= end) {
        file.truncate(at);
        return "cut at byte " + at + " of " + end;
      }
      var noise = new byte[(int) Math.min(end - at, 1 + random.nextInt(8_192))];
      random.nextBytes(noise);
      file.write(ByteBuffer.wrap(noise), at);
      return noise.length + " bytes of noise at byte " + at + " of " + end;
    }
  }
}
