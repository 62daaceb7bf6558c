package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.Archive;
import dev.quipu.engine.archive.CutArchive;
import dev.quipu.engine.archive.Manifest;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.archive.NoBlobs;
import dev.quipu.engine.archive.Pour;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.view.Digest;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.fixture.Told;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is poured out is what was archived, or nothing that anybody could use.
final class PourTest {

  private static final Hash NO_REQUEST = Hash.ZERO;

  private final Disk source = Disk.blank("log_source");
  private final Disk target = Disk.blank("log_target");

  @Test
  void a_random_history_comes_out_as_it_went_in() {
    for (long seed = 1; seed <= 20; seed++) {
      var from = Disk.blank("log_from");
      var to = Disk.blank("log_to");
      tell(from, seed).close();

      pour(archive(from), to);

      try (var before = InMemoryStorage.open(from);
          var after = InMemoryStorage.open(to)) {
        assertThat(ends(after)).as("seed %d", seed).isEqualTo(ends(before));
        for (var tenant : before.tenants()) {
          assertThat(lines(after, tenant)).isEqualTo(lines(before, tenant));
        }
        assertThat(after.logId()).isNotEqualTo(before.logId());
      }
    }
  }

  @Test
  void a_tenant_whose_erasure_is_under_way_goes_in_as_it_will_be() {
    try (var teller = tell(source, 1)) {
      var deletion = new Command.DeleteTenant(teller.number(Person.ONE));
      teller.engine.ingest().submit(teller.operator(), new Submission(deletion, NO_REQUEST), null);
    }
    try (var storage = InMemoryStorage.open(source)) {
      Acts.done(
          storage, Acts.unit(Person.ONE, transaction -> transaction.erase(LogPosition.START, 5)));
    }

    pour(archive(source), target);

    try (var after = InMemoryStorage.open(target);
        var snapshot = Acts.whole(after, Person.ONE)) {
      assertThat(snapshot.log(LogPosition.START, 1_000))
          .isNotEmpty()
          .allMatch(line -> line instanceof ErasedEntry && line.eventId() == null);
      assertThat(ends(after).get(Person.ONE).digest()).isEqualTo(Digest.EMPTY);
      assertThat(Acts.asked(after, Person.ONE, Transaction::isEnded)).isTrue();
      assertThat(Acts.asked(after, Person.TWO, Transaction::isEnded)).isFalse();
      try (var platform = Acts.whole(after, TenantId.PLATFORM)) {
        assertThat(Deletion.in(platform)).extracting(Deletion::erasedAt).containsOnlyNulls();
      }
    }
  }

  @Test
  void altered_content_is_noticed_and_the_target_stays_closed() {
    tell(source, 2).close();

    assertRefused(altering(archive(source), PourTest::altered), "not what its hashes say");
  }

  @Test
  void a_line_that_was_taken_out_is_noticed_and_the_target_stays_closed() {
    tell(source, 2).close();

    assertRefused(
        altering(archive(source), line -> line.position().value() == 4 ? null : line), "missing");
  }

  @Test
  void content_that_was_taken_away_is_noticed_by_the_digest() {
    tell(source, 2).close();

    assertRefused(
        altering(
            archive(source),
            line ->
                new ErasedEntry(line.position(), line.eventId(), line.visibleTime(), line.seal())),
        "its manifest says");
  }

  private void assertRefused(Archive archive, String why) {
    assertThatThrownBy(() -> pour(archive, target))
        .isInstanceOf(Corrupt.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> InMemoryStorage.open(target)).isInstanceOf(Unavailable.class);
  }

  private static LogLine altered(LogLine line) {
    if (!(line instanceof LogEntry entry) || entry.position().value() != 3) {
      return line;
    }
    var content = entry.content();
    var payload = content.payload().clone();
    payload[payload.length / 2] ^= 1;
    return new LogEntry(
        entry.recorded(),
        entry.effects(),
        new Seal.Content(content.header(), payload, content.headerSalt(), content.payloadSalt()),
        entry.seal());
  }

  /// An archive with other lines; null = none.
  private static Archive altering(Archive archive, UnaryOperator<LogLine> change) {
    return (Archive)
        Proxy.newProxyInstance(
            Archive.class.getClassLoader(),
            new Class<?>[] {Archive.class},
            (_, method, arguments) -> {
              try {
                if (method.getName().equals("lines")) {
                  @SuppressWarnings("unchecked")
                  var each = (Consumer<LogLine>) arguments[1];
                  archive.lines(
                      (TenantId) arguments[0],
                      line -> {
                        var changed = change.apply(line);
                        if (changed != null) {
                          each.accept(changed);
                        }
                      });
                  return null;
                }
                return method.invoke(archive, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Archive archive(Disk disk) {
    var storage = InMemoryStorage.open(disk);
    return CutArchive.open(storage.cut(), new NoBlobs(), RandomHistory.BEGINNING);
  }

  private static void pour(Archive archive, Disk disk) {
    try (archive;
        var vessel = InMemoryStorage.openVessel(disk, archive.checkpointKeys())) {
      new Pour(archive, vessel.storage(), new NoBlobs(), RandomHistory.QUIETLY).run();
      vessel.release();
    }
  }

  private static Teller tell(Disk disk, long seed) {
    var clock = new HandClock(RandomHistory.BEGINNING);
    var teller = Teller.open(InMemoryStorage.open(disk), clock, seed);
    var draw = new ActDraw(new Random(seed));
    Stream.concat(Prologue.ACTS.stream(), Stream.generate(draw::act).limit(60))
        .forEach(
            act -> {
              if (act instanceof Act.Write(var who, var plans, var way, var nonce, var key)) {
                var commands = plans.stream().map(plan -> plan.at(clock.instant())).toList();
                teller.write(new Act.Sent(who, commands, way, nonce, key));
              }
            });
    return teller;
  }

  private static Map<TenantId, LogEnd> ends(Storage storage) {
    Manifest manifest =
        CutArchive.open(storage.cut(), new NoBlobs(), RandomHistory.BEGINNING).manifest();
    return manifest.logs().stream().collect(Collectors.toMap(LogEnd::tenant, end -> end));
  }

  private static List<Told> lines(Storage storage, TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return Told.all(snapshot.log(LogPosition.START, 10_000));
    }
  }
}
