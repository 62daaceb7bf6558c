package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.coordinate.Leases;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.StorageBehind;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that dies at its work, and another that goes on with it.
@Timeout(60)
final class PostgresTakeOverTest {

  private static final String OPERATOR = "operator";
  private static final Duration TERM = Duration.ofSeconds(2);
  private static final Limits HASTY =
      Limits.DEFAULT.withPace(
          new Limits.Pace(Duration.ofMillis(50), Duration.ofMillis(50), TERM, Duration.ZERO));

  private final String address = PostgresServer.shared().newSchema();

  /// Takes a lease and holds it until it is ended.
  public static void main(String[] arguments) throws IOException {
    var storage = open(arguments[0]);
    try (var leases = Leases.open(storage, "the one that dies", TERM);
        var lease = leases.take(arguments[1])) {
      System.out.println(lease.isLost() ? "lost" : "taken");
      System.out.flush();
      System.in.read();
    }
  }

  private static SqlStorage open(String address) {
    return SqlStorage.openPostgres(
        PostgresAddress.parse(address), InstantSource.system(), new SecureRandom());
  }

  @Test
  void an_erasure_is_left_to_whoever_does_it_and_taken_over_when_that_process_is_killed()
      throws Exception {
    var refused = new Semaphore(0);
    var storage =
        new StorageBehind(open(address)) {
          @Override
          public boolean lease(String name, String holder, Duration term) {
            boolean taken = super.lease(name, holder, term);
            if (!taken) {
              refused.release();
            }
            return taken;
          }
        };
    try (var engine = open(storage);
        var follower = engine.signal().follow(TenantId.PLATFORM)) {
      var operator = engine.credentials().operatorOf(OPERATOR);
      var tenant =
          engine.tenancy().createTenant(operator, "acme", ACME, null, Hash.ZERO, null).value();
      Acts.done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"));

      var other = begin("erase/" + ACME);
      try (var told = other.inputReader(UTF_8)) {
        assertThat(told.readLine()).isEqualTo("taken");
        engine.tenancy().deleteTenant(operator, tenant.tenant().number());
        // Looked for so long that the lease would have lapsed if it were not prolonged.
        long end = System.nanoTime() + TERM.multipliedBy(2).toNanos();
        while (System.nanoTime() < end) {
          refused.acquire();
        }
        assertThat(isCertified(engine)).isFalse();
      } finally {
        other.destroyForcibly().waitFor();
      }

      while (!isCertified(engine)) {
        follower.await(Duration.ofSeconds(10));
      }
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.log(LogPosition.START, 10))
            .hasSize(2)
            .allMatch(ErasedEntry.class::isInstance);
      }
    }
  }

  private static Engine open(Storage storage) {
    return Engine.open(
        new Ports(
            storage,
            InMemoryBlobStore.open(),
            ScanIndex.open(),
            InstantSource.system(),
            new SeededChance(1),
            HASTY,
            CommitMeter.SILENT,
            Hash.of(OPERATOR.getBytes(UTF_8)),
            "the one that lives"));
  }

  private static boolean isCertified(Engine engine) {
    return engine.tenancy().audit(null, 1).stream()
        .anyMatch(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"));
  }

  private Process begin(String lease) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            PostgresTakeOverTest.class.getName(),
            address,
            lease)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
