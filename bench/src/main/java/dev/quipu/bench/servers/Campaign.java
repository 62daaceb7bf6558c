package dev.quipu.bench.servers;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.crash.LogBook;
import dev.quipu.bench.crash.Writer;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Many writers and followers on a few servers, one of which is killed every few seconds.
///
/// @param writers to each tenant
/// @param kills at least so many
/// @param length at least so long
public record Campaign(
    int servers, int tenants, int writers, int kills, Duration length, long seed) {

  private static final int SHORTEST_PAUSE = 1_000;
  private static final int LONGEST_PAUSE = 4_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// What came of it.
  ///
  /// @param seconds under load
  /// @param followed entries that came through streams
  /// @param delays from when an entry became visible until a stream brought it, in order
  /// @param findings what is wrong
  public record Result(
      int kills,
      double seconds,
      long acknowledged,
      long events,
      long followed,
      List<Duration> delays,
      List<String> findings) {

    public Result {
      delays = delays.stream().sorted().toList();
      findings = List.copyOf(findings);
    }

    /// How long the given share of entries took at most, in milliseconds.
    public double delay(double share) {
      return delays.isEmpty()
          ? 0
          : delays.get((int) Math.min(delays.size() - 1L, (long) (delays.size() * share))).toNanos()
              / 1e6;
    }
  }

  /// Starts the servers, lets them suffer, ends them.
  ///
  /// @param address of an empty database
  public Result run(String address, Progress progress) throws IOException, InterruptedException {
    progress.say("starting " + servers + " servers");
    try (var scratch = Scratch.open();
        var fleet = Fleet.start(scratch.folder(), address, servers)) {
      return new Run(fleet).go(progress);
    }
  }

  private final class Run {

    private final Fleet fleet;
    private final Random random = new Random(seed);
    private final List<String> findings = new ArrayList<>();
    private final List<Household> households = new ArrayList<>();
    private final List<Follower> followers = new ArrayList<>();
    private volatile boolean writing = true;
    private volatile boolean following = true;

    Run(Fleet fleet) {
      this.fleet = fleet;
    }

    Result go(Progress progress) throws IOException, InterruptedException {
      for (int i = 0; i < tenants; i++) {
        households.add(
            Household.found(fleet.operator(0), "t_fleet" + i, writers, seed + i * 1_000L));
      }
      var threads = Executors.newVirtualThreadPerTaskExecutor();
      try {
        var streams = beginFollowing(threads);
        long start = System.nanoTime();
        var crowd = beginWriting(threads);
        int killed = killOneByOne(progress, start);
        writing = false;
        end(crowd);
        double seconds = (System.nanoTime() - start) / 1e9;
        progress.say("waiting for the followers, then verifying");
        settle();
        long events = judge();
        awaitFollowers();
        following = false;
        wakeFollowers();
        end(streams);
        return result(killed, seconds, events);
      } finally {
        writing = false;
        following = false;
        threads.shutdown();
      }
    }

    private List<Future<?>> beginFollowing(ExecutorService threads) {
      var streams = new ArrayList<Future<?>>();
      for (int berth = 0; berth < fleet.size(); berth++) {
        for (var household : households) {
          var follower = new Follower(fleet, berth, household);
          followers.add(follower);
          streams.add(
              threads.submit(
                  () -> {
                    follower.followWhile(() -> following);
                    return null;
                  }));
        }
      }
      return streams;
    }

    private List<Future<?>> beginWriting(ExecutorService threads) {
      var crowd = new ArrayList<Future<?>>();
      for (var household : households) {
        for (var attempts : household.writers()) {
          var writer = new RovingWriter(fleet, household, attempts, new Random(random.nextLong()));
          crowd.add(
              threads.submit(
                  () -> {
                    writer.writeWhile(() -> writing);
                    return null;
                  }));
        }
      }
      return crowd;
    }

    private int killOneByOne(Progress progress, long start)
        throws IOException, InterruptedException {
      int killed = 0;
      while (killed < kills || System.nanoTime() - start < length.toNanos()) {
        Thread.sleep(random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE));
        fleet.replace(random.nextInt(fleet.size()));
        killed++;
        long acknowledged =
            households.stream().mapToLong(each -> each.ledger().acknowledged().size()).sum();
        progress.say(killed + " kills, " + acknowledged + " events acknowledged");
      }
      return killed;
    }

    private void end(List<Future<?>> tasks) throws InterruptedException {
      for (var task : tasks) {
        try {
          task.get();
        } catch (ExecutionException e) {
          findings.add("somebody met something unexpected: " + e.getCause());
        }
      }
    }

    private void settle() throws IOException, InterruptedException {
      for (var household : households) {
        var client = fleet.client(random.nextInt(fleet.size()), household.token());
        findings.addAll(LogBook.read(client).judge(household.ledger()));
        Writer.settle(client, household.ledger());
      }
    }

    /// Holds what is there against what was told, then lets a server prove chain and views.
    private long judge() throws IOException, InterruptedException {
      long events = 0;
      for (var household : households) {
        int berth = random.nextInt(fleet.size());
        var book = LogBook.read(fleet.client(berth, household.token()));
        events += book.events();
        findings.addAll(book.judge(household.ledger()));
        verify(household, fleet.operator(berth));
      }
      return events;
    }

    private void verify(Household household, Client operator)
        throws IOException, InterruptedException {
      var body = JsonObject.of("tenant_id", Json.of(household.tenant()));
      var last = operator.lines(Call.post("/v1/admin/verify", body, null)).getLast();
      var result = last.array("result");
      boolean sound =
          result != null
              && result.items().getFirst() instanceof JsonObject finding
              && finding.get("sound") instanceof JsonBoolean(var said)
              && said;
      if (!sound) {
        findings.add(household.tenant() + " is not sound: " + last);
      }
    }

    private void awaitFollowers() throws IOException, InterruptedException {
      for (var follower : followers) {
        long head = head(follower.household());
        if (!Eventually.holds(PATIENCE, () -> follower.seen() >= head) || follower.seen() != head) {
          findings.add(follower + ": has seen " + follower.seen() + " of " + head);
        }
      }
    }

    private long head(Household household) throws IOException, InterruptedException {
      return LogBook.read(fleet.client(0, household.token())).events();
    }

    /// A stream that nothing comes through is not looked at; one more event each lets them end.
    private void wakeFollowers() throws IOException, InterruptedException {
      for (var household : households) {
        var event = JsonObject.of("event_type", Json.of("over"));
        Household.good(
            fleet.client(0, household.token()).send(Call.post("/v1/events", event, null)));
      }
    }

    private Result result(int killed, double seconds, long events) {
      var delays = new ArrayList<Duration>();
      long followed = 0;
      for (var follower : followers) {
        findings.addAll(follower.findings());
        delays.addAll(follower.delays());
        followed += follower.seen() - follower.household().head();
      }
      long acknowledged =
          households.stream().mapToLong(each -> each.ledger().acknowledged().size()).sum();
      var told = findings.stream().map(each -> "seed " + seed + ": " + each).toList();
      return new Result(killed, seconds, acknowledged, events, followed, delays, told);
    }
  }
}
