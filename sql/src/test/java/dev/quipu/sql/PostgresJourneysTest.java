package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.postgres.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How often a group goes to the server and back. Each journey is time that everybody waits, and
/// most of what a write costs us.
final class PostgresJourneysTest {

  private static final int GROUP = 64;

  private final List<String> journeys = Collections.synchronizedList(new ArrayList<>());
  private final SqlStorage storage =
      SqlStorage.openPostgres(
          PostgresAddress.parse(PostgresServer.shared().newSchema()),
          InstantSource.system(),
          new SecureRandom(),
          this::connect);
  private final Engine engine =
      Engine.open(
          new Ports(
              storage,
              InMemoryBlobStore.open(),
              ScanIndex.open(),
              InstantSource.system(),
              new SeededChance(1),
              Limits.DEFAULT,
              CommitMeter.SILENT,
              Hash.ZERO,
              "test"));

  private Connection connect(PostgresAddress address, Use use) throws SQLException {
    var connection = Postgres.connect(address, use);
    return use == Use.WRITE ? WatchedConnection.of(connection, journeys::add) : connection;
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /// Lock and head; are the ids free; log, objects, versions, spans, list keys; head and digest;
  /// commit.
  @Test
  void messages_of_known_sessions_take_eleven_journeys_however_many_they_are() {
    write(0, null);

    assertThat(write(1, null)).hasSizeLessThanOrEqualTo(11);
  }

  /// And what is known of agent, sessions and user, and the rows that they begin with.
  @Test
  void messages_that_mention_everybody_for_the_first_time_take_some_more() {
    done(storage, Deed.of(ACME, "first"));

    assertThat(write(0, null)).hasSizeLessThanOrEqualTo(24);
  }

  /// Each is looked for under its key; what is remembered goes together.
  @Test
  void messages_under_an_idempotency_key_take_one_journey_more_for_each() {
    write(0, null);

    assertThat(write(1, new Retry("POST /v1/events", "key")))
        .hasSizeLessThanOrEqualTo(11 + GROUP + 2);
  }

  @Test
  void heavy_rows_are_not_gathered_without_end() {
    done(storage, Deed.of(ACME, "first"));
    var megabyte = JsonObject.of("text", Json.of("x".repeat(1 << 20)));
    journeys.clear();

    done(
        storage,
        IntStream.range(0, 16)
            .mapToObj(i -> Deed.of(ACME, "heavy" + i).saying(megabyte))
            .toArray(Unit[]::new));

    assertThat(journeys.stream().filter(sql -> sql.startsWith("INSERT INTO log")))
        .hasSizeBetween(3, 8);
    assertThat(head(storage, ACME).position()).isEqualTo(at(17));
  }

  private List<String> write(int group, @Nullable Retry retry) {
    var messages = IntStream.range(0, GROUP).mapToObj(i -> message(group * GROUP + i)).toList();
    journeys.clear();
    var outcomes =
        engine.ingest().submitEach(Callers.user(ACME, ALICE), messages, retry, group * GROUP);
    assertThat(outcomes).hasSize(GROUP).hasOnlyElementsOfType(Outcome.Written.class);
    return List.copyOf(journeys);
  }

  private static Submission message(int number) {
    var hash = Hash.of(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
    var draft =
        new EventDraft(
            new EventId("evt_" + number),
            null,
            SCOUT,
            new SessionId("ses_" + number % 10),
            new EventType("message"),
            null,
            null,
            null,
            List.of(),
            JsonObject.of("text", Json.of("message " + number)),
            "test",
            EventDraft.DEFAULT_IMPORTANCE,
            1,
            AccessDraft.NOTHING_SAID,
            hash);
    return new Submission(new Command.Append(draft), hash);
  }
}
