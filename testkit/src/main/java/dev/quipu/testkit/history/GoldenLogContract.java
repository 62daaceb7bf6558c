package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.compile.Evolve;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.storage.OpensStorage;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// That the rules of today make of the logs of yesterday what those of yesterday made.
public interface GoldenLogContract extends OpensStorage {

  static List<String> golden() {
    return GoldenLog.NAMES;
  }

  /// Each in a storage of its own: they tell of the same tenants.
  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.quipu.testkit.history.GoldenLogContract#golden")
  default void every_golden_log_is_replayed_to_the_same_effects_chain_and_digest(String name) {
    var golden = GoldenLog.read(name);
    var entries = golden.entries();
    try (var storage = open()) {
      entries.forEach(
          (tenant, log) -> {
            assertChained(log);
            for (var entry : log) {
              Acts.done(
                  storage,
                  Acts.unit(
                      tenant,
                      transaction -> {
                        var changes = Evolve.evolve(entry.recorded(), transaction.facts());
                        assertThat(changes.effects())
                            .as("%s position %s", tenant, entry.position())
                            .isEqualTo(entry.effects());
                        transaction.append(entry, changes);
                      }));
            }
            try (var snapshot = storage.read(ReadScope.whole(tenant))) {
              var space = snapshot.activeSpace();
              assertThat(snapshot.head().hash()).isEqualTo(golden.headOf(tenant));
              assertThat(space).isNotNull();
              assertThat(space == null ? "" : snapshot.keptDigest(space).hex())
                  .as("digest of %s", tenant)
                  .isEqualTo(golden.digestOf(tenant));
            }
          });
    }
  }

  private static void assertChained(List<LogEntry> log) {
    var previous = Hash.ZERO;
    for (var entry : log) {
      assertThat(entry.seal().follows(previous)).as("%s", entry.position()).isTrue();
      assertThat(entry.seal().covers(entry.content())).as("%s", entry.position()).isTrue();
      previous = entry.seal().hash();
    }
  }
}
