package dev.quipu.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.report.Progress;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What `./quipu bench servers` does for minutes, with a few deaths for every build.
class ServersTest {

  private static final long SEED = new Random().nextInt(1_000_000);

  @Test
  void nothing_is_lost_or_doubled_and_followers_see_all_in_order_while_servers_are_killed()
      throws IOException, InterruptedException {
    var campaign = new Campaign(3, 6, 4, 3, Duration.ZERO, SEED);

    var result = campaign.run(PostgresServer.shared().newSchema(), Progress.silent());

    System.out.printf(
        "seed=%d kills=%d seconds=%.0f acknowledged=%d events=%d followed=%d delay50=%.0f delay99=%.0f%n",
        SEED,
        result.kills(),
        result.seconds(),
        result.acknowledged(),
        result.events(),
        result.followed(),
        result.delay(0.5),
        result.delay(0.99));
    assertThat(result.findings()).as("seed %d", SEED).isEmpty();
    assertThat(result.acknowledged()).as("there was something to lose").isGreaterThan(100);
    assertThat(result.followed()).isGreaterThanOrEqualTo(3 * result.acknowledged());
  }
}
