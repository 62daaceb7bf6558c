package dev.quipu.bench.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.report.Progress;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.sql.SqlStorage;
import dev.quipu.testkit.history.RandomHistory;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `./quipu bench histories` does at length.
class HistoriesTest {

  @Test
  void sqlite_tells_a_history_as_the_oracle_does() throws IOException {
    var result =
        new Histories(2, 1, null)
            .run(
                (scratch, clock) ->
                    SqlStorage.openSqlite(scratch.resolve("data"), clock, new SecureRandom()),
                Progress.silent());

    assertThat(result).isEqualTo(new Histories.Result(2, null));
  }

  /// A check that cannot fail proves nothing.
  @Test
  void a_storage_that_forgets_is_found_out_and_the_seed_tells_the_same_again() throws IOException {
    var failure = forgetful(new Histories(50, 7, null)).failure();

    assertThat(failure).isNotNull();
    assertThat(forgetful(new Histories(1, failure.seed(), null)).failure().why())
        .hasMessage(failure.why().getMessage());
    assertThat(RandomHistory.of(failure.seed())).isEqualTo(RandomHistory.of(failure.seed()));
  }

  @Test
  void the_end_comes_with_the_time() throws IOException {
    var result =
        new Histories(Long.MAX_VALUE, 1, Duration.ZERO).run((_, _) -> null, Progress.silent());

    assertThat(result).isEqualTo(new Histories.Result(0, null));
  }

  private static Histories.Result forgetful(Histories histories) throws IOException {
    return histories.run(
        (_, _) -> forgetful(InMemoryStorage.open(Disk.blank("log_oracle"))), Progress.silent());
  }

  /// Shows no edges.
  private static Storage forgetful(Storage storage) {
    return proxy(
        Storage.class,
        storage,
        (_, answer) ->
            answer instanceof Snapshot snapshot
                ? proxy(
                    Snapshot.class, snapshot, (of, told) -> of.equals("edges") ? List.of() : told)
                : answer);
  }

  private interface Change {
    Object of(String method, Object answer);
  }

  private static <T> T proxy(Class<T> type, T of, Change change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return change.of(method.getName(), method.invoke(of, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
