package dev.quipu.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.bench.report.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `./quipu bench crash` does thousands of times, a few times for every build.
class CrashTest {

  private static final long SEED = new Random().nextInt(1_000_000);

  @Test
  void nothing_acknowledged_is_lost_or_doubled_by_ten_kills()
      throws IOException, InterruptedException {
    var result = new Campaign(10, 16, 700, 10, SEED).run(Progress.silent());

    assertThat(result.findings()).as("seed %d", SEED).isEmpty();
    assertThat(result.acknowledged()).as("there was something to lose").isGreaterThan(100);
  }

  @Test
  void nothing_acknowledged_is_lost_when_the_end_of_the_write_ahead_log_is_torn_off()
      throws IOException, InterruptedException {
    var result = new WalCut(9, WalCut.Where.BEHIND, SEED).run();

    assertThat(result.findings()).as("seed %d", SEED).isEmpty();
  }

  /// A check that cannot fail proves nothing.
  @Test
  void the_check_notices_when_more_is_torn_off() throws IOException, InterruptedException {
    var result = new WalCut(1, WalCut.Where.AMID, SEED).run();

    assertThat(result.findings()).isNotEmpty();
  }

  static Stream<Scenario> scenarios() {
    return Scenario.all(SEED).stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void a_faulty_disk_costs_nothing_that_was_acknowledged(Scenario scenario)
      throws IOException, InterruptedException {
    var obstacle = scenario.obstacle();
    if (!obstacle.isEmpty()) {
      System.err.println("NOT TESTED: " + scenario.name() + ": " + obstacle);
    }
    assumeTrue(obstacle.isEmpty(), obstacle);

    assertThat(scenario.play().findings()).as("seed %d", SEED).isEqualTo(List.of());
  }
}
