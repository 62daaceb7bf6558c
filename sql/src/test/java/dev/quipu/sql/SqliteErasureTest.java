package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Erasing;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// That what was erased cannot be read off the disk.
final class SqliteErasureTest {

  private static final String SECRET = "the-secret-that-was-told";
  private static final JsonObject BODY = JsonObject.of("text", Json.of(SECRET));

  @TempDir private Path folder;

  @Test
  void an_erased_entry_and_a_dropped_space_are_in_no_file() throws IOException {
    try (var storage =
        SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom())) {
      done(
          storage,
          Deed.of(ACME, "told").saying(BODY).create(memory("m"), Envelopes.OPEN, BODY, Names.DAWN));
      assertThat(filesWith(SECRET)).isNotEmpty();

      done(storage, new Erasing(ACME, at(0), 1));
      done(storage, unit(ACME, tx -> tx.drop(tx.activate(tx.openSpace()), 1000)));

      assertThat(filesWith(SECRET)).isEmpty();
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  /// Enough events for pages to have been split and filled again, and some that do not fit a page.
  @Test
  @Timeout(120)
  void nothing_of_a_deleted_tenant_is_in_any_file_but_its_id() throws Exception {
    try (var engine = engine()) {
      var operator = engine.credentials().operatorOf("operator");
      var going = make(engine, operator, "t_going");
      var staying = make(engine, operator, "t_staying");
      for (int i = 0; i < 60; i++) {
        write(engine, going, "gone", i);
        write(engine, staying, "kept", i);
      }
      for (var trace : traces("gone")) {
        assertThat(filesWith(trace)).as(trace).isNotEmpty();
      }

      try (var follower = engine.signal().follow(TenantId.PLATFORM)) {
        engine.tenancy().deleteTenant(operator, 1);
        while (!lastAct(engine).equals("quipu.tenant_erased")) {
          follower.await(Duration.ofSeconds(10));
        }
      }

      for (var trace : traces("gone")) {
        assertThat(filesWith(trace)).as(trace).isEmpty();
      }
      for (var trace : traces("kept")) {
        assertThat(filesWith(trace)).as(trace).isNotEmpty();
      }
      assertThat(filesWith("t_going")).as("the platform's log names it").isNotEmpty();
      assertThat(engine.verify().deep(new TenantId("t_going"), (_, _, _, _) -> {}).isSound())
          .isTrue();
    }
  }

  /// What each kind of row of ours would tell.
  private static List<String> traces(String whose) {
    return List.of("evt-" + whose, "key-" + whose, "text-" + whose, "agt-" + whose, "ses-" + whose);
  }

  private static Caller make(Engine engine, Caller operator, String id) {
    var made = engine.tenancy().createTenant(operator, id, new TenantId(id), null, Hash.ZERO, null);
    return engine.credentials().callerOf(made.token());
  }

  private static void write(Engine engine, Caller caller, String whose, int batch) {
    var submissions = new ArrayList<Submission>();
    for (int i = 0; i < 50; i++) {
      var name = whose + "-" + Hash.of((batch + "/" + i).getBytes(ISO_8859_1)).hex();
      submissions.add(new Submission(new Command.Append(draft(whose, name, i)), Hash.ZERO));
    }
    var retry = new Retry("POST /v1/events", "key-" + whose + "-" + batch);
    engine.ingest().submitTogether(caller, submissions, retry);
  }

  private static EventDraft draft(String whose, String name, int i) {
    var text = ("text-" + name + " ").repeat(i == 0 ? 200 : 1 + i % 7);
    return new EventDraft(
        new EventId("evt-" + name),
        null,
        new AgentId("agt-" + whose + "-" + i % 10),
        new SessionId("ses-" + whose + "-" + i % 5),
        new EventType("note"),
        null,
        null,
        null,
        List.of(),
        JsonObject.of("text", Json.of(text)),
        "test",
        EventDraft.DEFAULT_IMPORTANCE,
        1,
        AccessDraft.NOTHING_SAID,
        Hash.of(name.getBytes(ISO_8859_1)));
  }

  private static String lastAct(Engine engine) {
    return engine.tenancy().audit(null, 1).getFirst().event().eventType().value();
  }

  private Engine engine() {
    var clock = new HandClock(Names.DAWN);
    return Engine.open(
        new Ports(
            SqlStorage.openSqlite(folder, clock, new SecureRandom(), HastyConnections::open),
            InMemoryBlobStore.open(),
            ScanIndex.open(),
            clock,
            new SeededChance(1),
            Limits.DEFAULT,
            CommitMeter.SILENT,
            Hash.of("operator".getBytes(StandardCharsets.UTF_8)),
            "erasing"));
  }

  private List<String> filesWith(String text) throws IOException {
    var found = new ArrayList<String>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        if (Files.readString(file, ISO_8859_1).contains(text)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }
}
