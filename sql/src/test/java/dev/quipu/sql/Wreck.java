package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/// What a process that dies leaves on the disk, and how a storage looks that is opened on it.
final class Wreck {

  /// The files that survive. The third, `-shm`, is memory that the next process makes anew.
  private static final List<String> FILES = List.of("quipu.db", "quipu.db-wal");

  static final List<TenantId> TENANTS = List.of(Names.ACME, Names.GLOBEX);

  private Wreck() {}

  /// Where a tenant's log ends, and the digest of all its rows.
  record End(Head head, Digest digest) {}

  static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      for (var file : FILES) {
        Files.deleteIfExists(to.resolve(file));
        if (Files.exists(from.resolve(file))) {
          Files.copy(from.resolve(file), to.resolve(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Opens a storage on a wreck and says how each log ends there.
  static Map<String, End> raised(Path folder) {
    try (var storage =
        SqlStorage.openSqlite(
            folder, InstantSource.fixed(Names.DAWN), new SecureRandom(), HastyConnections::open)) {
      return verified(storage);
    }
  }

  /// Walks the chains, adds up the rows, and says how each log ends.
  static Map<String, End> verified(Storage storage) {
    var ends = new TreeMap<String, End>();
    for (var tenant : TENANTS) {
      ends.put(tenant.value(), verified(storage, tenant));
    }
    return ends;
  }

  /// The events of all logs, each of which is there once.
  static Set<EventId> events(Storage storage) {
    var events = new HashSet<EventId>();
    for (var tenant : TENANTS) {
      try (var snapshot = whole(storage, tenant)) {
        for (var line : snapshot.log(LogPosition.START, Integer.MAX_VALUE)) {
          assertThat(events.add(line.eventId())).as("%s is there once", line.eventId()).isTrue();
        }
      }
    }
    return events;
  }

  private static End verified(Storage storage, TenantId tenant) {
    try (var snapshot = whole(storage, tenant)) {
      var hash = Hash.ZERO;
      var position = LogPosition.START;
      for (var line : snapshot.log(LogPosition.START, Integer.MAX_VALUE)) {
        position = position.next();
        assertThat(line.position()).isEqualTo(position);
        assertThat(line.seal().follows(hash)).isTrue();
        assertThat(line.seal().covers(((LogEntry) line).content())).isTrue();
        hash = line.seal().hash();
      }
      assertThat(snapshot.head().position()).isEqualTo(position);
      assertThat(snapshot.head().hash()).isEqualTo(hash);
      var space = snapshot.activeSpace();
      if (space == null) {
        return new End(snapshot.head(), Digest.EMPTY);
      }
      var sum = new AtomicReference<>(Digest.EMPTY);
      snapshot.rows(space, (ViewRow row) -> sum.set(sum.get().plus(row.hash())));
      assertThat(snapshot.keptDigest(space)).isEqualTo(sum.get());
      return new End(snapshot.head(), sum.get());
    }
  }
}
