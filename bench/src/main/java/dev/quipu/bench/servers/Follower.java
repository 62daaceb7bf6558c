package dev.quipu.bench.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/// Follows one tenant's log at one server, and at whichever takes its place, from where it stood.
final class Follower {

  private static final Pattern VISIBLE = Pattern.compile("\"visible_time\":\"([^\"]+)\"");

  private final Fleet fleet;
  private final int berth;
  private final Household household;
  private final List<String> findings = new ArrayList<>();
  private final List<Duration> delays = new ArrayList<>();
  private volatile long seen;

  Follower(Fleet fleet, int berth, Household household) {
    this.fleet = fleet;
    this.berth = berth;
    this.household = household;
    this.seen = household.head();
  }

  Household household() {
    return household;
  }

  /// The last position that came.
  long seen() {
    return seen;
  }

  /// What came out of order, twice, or not at all; once the following has ended.
  List<String> findings() {
    return findings;
  }

  /// From when an entry became visible until it came here; of those that were written while the
  /// stream was open.
  List<Duration> delays() {
    return delays;
  }

  void followWhile(BooleanSupplier goesOn) throws InterruptedException {
    while (goesOn.getAsBoolean()) {
      try (var stream = fleet.client(berth, household.token()).follow(seen)) {
        read(stream, Instant.now(), goesOn);
      } catch (IOException e) {
        Thread.sleep(50); // its server has died
      }
    }
  }

  private void read(BufferedReader stream, Instant opened, BooleanSupplier goesOn)
      throws IOException {
    for (var line = stream.readLine();
        line != null && goesOn.getAsBoolean();
        line = stream.readLine()) {
      if (line.startsWith("id: ")) {
        next(Long.parseLong(line.substring(4)));
      } else if (line.startsWith("event: end")) {
        findings.add(this + ": ended: " + stream.readLine());
      } else if (line.startsWith("data: ")) {
        time(line, opened);
      }
    }
  }

  private void next(long position) {
    if (position != seen + 1) {
      findings.add(this + ": " + position + " came after " + seen);
    }
    seen = position;
  }

  private void time(String data, Instant opened) {
    var visible = VISIBLE.matcher(data);
    if (visible.find()) {
      var time = Instant.parse(visible.group(1));
      if (time.isAfter(opened)) {
        delays.add(Duration.between(time, Instant.now()));
      }
    }
  }

  @Override
  public String toString() {
    return "follower of " + household.tenant() + " at server " + berth;
  }
}
