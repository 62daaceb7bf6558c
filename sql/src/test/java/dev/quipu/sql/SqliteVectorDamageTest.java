package dev.quipu.sql;

import static dev.quipu.testkit.embedding.VectorStoreContract.LOG;
import static dev.quipu.testkit.embedding.VectorStoreContract.MODEL;
import static dev.quipu.testkit.embedding.VectorStoreContract.hash;
import static dev.quipu.testkit.embedding.VectorStoreContract.many;
import static dev.quipu.testkit.embedding.VectorStoreContract.vector;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of vectors when their file is not what it was: they are absent, never wrong, and
/// the store goes on.
final class SqliteVectorDamageTest {

  private static final int ROUNDS = 120;

  private final long seed = new SecureRandom().nextLong();
  private final Random random = new Random(seed);

  @TempDir private Path parent;
  private Path folder;
  private Path file;
  private Path aside;

  @BeforeEach
  void chooseFolder() {
    System.out.println("seed=" + seed);
    folder = parent.resolve("data");
    file = folder.resolve("vectors.db");
    aside = folder.resolve("vectors.db.damaged");
  }

  private SqlVectorStore open() {
    return SqlVectorStore.openSqlite(folder, LOG);
  }

  @Test
  void bytes_altered_anywhere_in_the_file_leave_what_is_right_or_nothing() throws IOException {
    var put = filled(300);
    var sound = Files.readAllBytes(file);
    for (int round = 0; round < ROUNDS; round++) {
      var altered = sound.clone();
      for (int i = random.nextInt(1, 20); i > 0; i--) {
        // Where the tree begins as often as anywhere.
        int at = random.nextInt(random.nextBoolean() ? 3 * 8192 : altered.length);
        altered[at] = (byte) random.nextInt();
      }
      Files.write(file, altered);
      assertServes(put, "seed " + seed + ", round " + round);
    }
  }

  @Test
  void a_file_that_was_cut_off_anywhere_leaves_what_is_right_or_nothing() throws IOException {
    var put = filled(300);
    var sound = Files.readAllBytes(file);
    for (int round = 0; round < ROUNDS / 4; round++) {
      Files.write(file, sound);
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(random.nextInt(1, sound.length));
      }
      assertServes(put, "seed " + seed + ", round " + round);
    }
  }

  private Map<TextHash, Embedded> filled(int count) {
    var put = many(MODEL, 0, count);
    try (var store = open()) {
      store.put(ACME, MODEL, put);
      store.put(GLOBEX, MODEL, many(MODEL, 1_000, 1_000 + count));
    }
    return put;
  }

  /// Opens it, finds nothing that is wrong, counts, puts everything again and finds it.
  private void assertServes(Map<TextHash, Embedded> put, String when) {
    try (var store = open()) {
      assertThat(put).as(when).containsAllEntriesOf(store.find(ACME, MODEL, put.keySet()));
      assertThat(store.find(ACME, MODEL, many(MODEL, 1_000, 1_300).keySet())).as(when).isEmpty();
      store.kept();
      store.put(ACME, MODEL, put);
      store.drop(GLOBEX);
      store.put(ACME, MODEL, put);
      assertThat(store.find(ACME, MODEL, put.keySet())).as(when).isEqualTo(put);
    }
  }

  @Test
  void damage_that_shows_while_it_is_used_sets_the_file_aside() throws IOException {
    var put = many(MODEL, 0, 3_000);
    try (var store = open()) {
      store.put(ACME, MODEL, put);
    }
    try (var store = open();
        var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var noise = new byte[(int) Files.size(file) - 8192];
      random.nextBytes(noise);
      channel.write(ByteBuffer.wrap(noise), 8192);

      assertThat(store.find(ACME, MODEL, put.keySet())).isEmpty();
      assertThat(aside).exists();
      store.put(ACME, MODEL, put);
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
    try (var store = open()) {
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 1000})
  void a_file_that_is_no_database_is_set_aside(int lines) throws IOException {
    Files.createDirectories(folder);
    var diary = "dear diary, ".repeat(lines);
    Files.writeString(file, diary);

    assertBegins();
    assertThat(aside).hasContent(diary);
  }

  @Test
  void a_database_of_another_program_is_set_aside() throws IOException, SQLException {
    Files.createDirectories(folder);
    execute("CREATE TABLE bookmark (url TEXT)");

    assertBegins();
    Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
    execute("INSERT INTO bookmark (url) VALUES ('still there')");
  }

  @Test
  void a_schema_of_a_newer_program_is_set_aside() throws SQLException {
    filled(3);
    execute("INSERT INTO vector_schema_version (version) VALUES (999)");

    assertBegins();
    assertThat(aside).exists();
  }

  private void assertBegins() {
    var put = many(MODEL, 0, 3);
    try (var store = open()) {
      assertThat(store.kept()).isEmpty();
      store.put(ACME, MODEL, put);
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
    try (var store = open()) {
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
  }

  @Test
  void what_was_set_aside_goes_when_something_is_erased() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(file, "acme's vectors, perhaps".repeat(100));
    try (var store = open()) {
      store.put(ACME, MODEL, many(MODEL, 0, 3));
      assertThat(aside).exists();

      store.drop(ACME, MODEL);

      assertThat(aside).doesNotExist();
    }
    Files.writeString(aside, "more of them");
    try (var store = open()) {
      store.drop(ACME);
      assertThat(aside).doesNotExist();
    }
  }

  @Test
  void what_was_set_aside_goes_when_the_folder_gets_another_log() throws IOException {
    filled(3);
    Files.writeString(aside, "of the log before");

    SqlVectorStore.openSqlite(folder, "log_of_a_copy").close();

    assertThat(aside).doesNotExist();
  }

  @Test
  void a_file_that_cannot_be_opened_fails_nobodys_start_and_is_tried_again() throws IOException {
    Files.writeString(folder, "a file in the place of the folder");
    var put = many(MODEL, 0, 3);
    try (var store = open()) {
      assertThatThrownBy(() -> store.find(ACME, MODEL, put.keySet()))
          .isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> store.put(ACME, MODEL, put)).isInstanceOf(Unavailable.class);
      Files.delete(folder);

      assertThat(store.find(ACME, MODEL, put.keySet())).isEmpty();
      store.put(ACME, MODEL, put);
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
  }

  @Test
  void a_full_disk_keeps_what_is_there_and_takes_more_later() {
    var put = new HashMap<>(many(MODEL, 0, 100));
    var connections = FailingConnections.ofSqlite(Sqlite::connectDerived);
    connections.setForNextWriter("PRAGMA max_page_count = 60");
    try (var store = SqlVectorStore.openSqlite(folder, LOG, connections)) {
      store.put(ACME, MODEL, put);
      var more = many(MODEL, 100, 356);

      assertThatThrownBy(() -> store.put(ACME, MODEL, more)).isInstanceOf(Unavailable.class);

      assertThat(store.find(ACME, MODEL, more.keySet())).isEmpty();
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
      store.put(ACME, MODEL, more);
      assertThat(store.find(ACME, MODEL, more.keySet())).isEqualTo(more);
    }
    assertThat(aside).doesNotExist();
  }

  @Test
  void what_was_erased_is_in_none_of_the_files() throws IOException {
    var secret = vector(MODEL, 7).bytes();
    try (var store = open()) {
      store.put(ACME, MODEL, many(MODEL, 0, 2_000));
      assertThat(isInFiles(secret)).isTrue();

      store.drop(ACME);

      assertThat(isInFiles(secret)).isFalse();
      assertThat(isInFiles(vector(MODEL, 8).bytes())).isFalse();
      assertThat(isInFiles(hash(8).value().bytes())).isFalse();
      assertThat(isInFiles("acme".getBytes(UTF_8))).isFalse();
      store.put(GLOBEX, MODEL, many(MODEL, 0, 2_000));
    }
    SqlVectorStore.openSqlite(folder, "log_of_a_copy").close();
    assertThat(isInFiles(vector(MODEL, 9).bytes())).isFalse();
  }

  /// Looks for a part of it: a row may lie across two pages.
  private boolean isInFiles(byte[] bytes) throws IOException {
    var part = new String(bytes, 0, Math.min(bytes.length, 32), ISO_8859_1);
    try (var files = Files.list(folder)) {
      for (var each : files.toList()) {
        if (Files.readString(each, ISO_8859_1).contains(part)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void pages_hold_several_vectors_and_a_closed_store_is_one_private_file() throws IOException {
    filled(300);

    assertThat(ByteBuffer.wrap(Files.readAllBytes(file)).getShort(16)).isEqualTo((short) 8192);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private void execute(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
