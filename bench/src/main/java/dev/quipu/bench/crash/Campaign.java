package dev.quipu.bench.crash;

import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// SIGKILL at random moments, life after life on the same folder.
///
/// @param kills how often
/// @param longestLife milliseconds under load before the end
/// @param kept lives on one folder before a new one is begun, since every life reads all of the log
public record Campaign(int kills, int writers, int longestLife, int kept, long seed) {

  private static final double DEATHS_AT_START = 0.15;

  /// What came of it.
  ///
  /// @param findings what is wrong, with the life it happened in
  public record Result(int kills, long acknowledged, long events, List<String> findings) {

    public Result {
      findings = List.copyOf(findings);
    }
  }

  public Result run(Progress progress) throws IOException, InterruptedException {
    var findings = new ArrayList<String>();
    long acknowledged = 0;
    long events = 0;
    for (int done = 0; done < kills; done += kept) {
      try (var scratch = Scratch.open()) {
        var run = new Run(scratch, seed + done, Math.min(kept, kills - done));
        run.go(progress, done);
        findings.addAll(run.findings);
        acknowledged += run.acknowledged;
        events += run.events;
      }
    }
    return new Result(kills, acknowledged, events, findings);
  }

  private final class Run {

    private final Scratch scratch;
    private final long seed;
    private final int lives;
    private final Random random;
    private final List<String> findings = new ArrayList<>();
    private long acknowledged;
    private long events;

    Run(Scratch scratch, long seed, int lives) {
      this.scratch = scratch;
      this.seed = seed;
      this.lives = lives;
      this.random = new Random(seed);
    }

    void go(Progress progress, int before) throws IOException, InterruptedException {
      var folder = scratch.resolve("data");
      var server = ServerProcess.start(folder);
      try {
        var house = House.found(folder, server, writers, seed);
        for (int life = 0; life < lives; life++) {
          progress.say("kills", before + life, kills);
          liveAndDie(house, server, life);
          prove(house, life);
          server.close();
          if (random.nextDouble() < DEATHS_AT_START) {
            dieAtStart(house);
          }
          server = ServerProcess.start(folder);
          settle(house, server, life);
        }
        acknowledged = house.ledger().acknowledged().size();
      } finally {
        server.close();
      }
    }

    private void liveAndDie(House house, ServerProcess server, int life)
        throws InterruptedException {
      try (var client = house.client(server)) {
        var crowd = house.crowd(client, life);
        Thread.sleep(random.nextInt(longestLife));
        server.kill();
        crowd.await();
      }
    }

    /// The folder as it lies there, opened by somebody else: chain, digest, replay.
    private void prove(House house, int life) throws IOException {
      var copy = scratch.resolve("copy-" + life);
      DeepCheck.copy(house.folder(), copy);
      note(life, DeepCheck.findings(copy, House.TENANT, house.ledger().acknowledged()));
      Scratch.remove(copy);
    }

    private void dieAtStart(House house) throws IOException, InterruptedException {
      try (var server = ServerProcess.begin(house.folder())) {
        Thread.sleep(random.nextInt(1_500));
        server.kill();
      }
    }

    private void settle(House house, ServerProcess server, int life)
        throws IOException, InterruptedException {
      try (var client = house.client(server)) {
        note(life, house.settle(client));
        var book = LogBook.read(client);
        events = book.events();
        note(life, book.judge(house.ledger()));
      }
    }

    private void note(int life, List<String> found) {
      found.forEach(each -> findings.add("seed " + seed + ", life " + life + ": " + each));
    }
  }
}
