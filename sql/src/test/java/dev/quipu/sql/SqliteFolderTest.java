package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.ConnectionOpener.Use;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.Signature;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a data folder is, and who may have it.
final class SqliteFolderTest {

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void chooseFolder() {
    folder = parent.resolve("data");
  }

  /// What a process does that has the folder until it is ended.
  public static void main(String[] arguments) throws IOException {
    try (var storage = open(Path.of(arguments[0]))) {
      done(storage, Deed.of(ACME, "theirs"));
      System.out.println("has the folder");
      System.out.flush();
      System.in.read();
    }
  }

  private static SqlStorage open(Path folder) {
    return SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }

  @Test
  void a_second_process_is_refused_and_told_the_pid_of_the_first() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var owner =
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SqliteFolderTest.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var told = owner.inputReader(UTF_8)) {
      assertThat(told.readLine()).isEqualTo("has the folder");

      assertThatThrownBy(() -> open(folder))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("process " + owner.pid());
    } finally {
      owner.destroyForcibly().waitFor();
    }

    try (var storage = open(folder)) {
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  void a_second_storage_of_the_same_process_is_refused_and_the_first_keeps_the_folder() {
    try (var first = open(folder)) {
      assertThatThrownBy(() -> open(folder))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThatThrownBy(() -> open(folder)).isInstanceOf(Unavailable.class);
      done(first, Deed.of(ACME, "mine"));
    }
    open(folder).close();
  }

  @Test
  void a_closed_storage_leaves_everything_in_one_file() throws IOException {
    try (var storage = open(folder)) {
      done(storage, Deed.of(ACME, "mine"));
      head(storage, ACME);
    }

    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("quipu.db", "quipu.lock");
    }
    assertThat(folder.resolve("quipu.lock")).isEmptyFile();
  }

  @Test
  void only_the_owner_can_open_the_folder_and_its_files() throws IOException {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
    try (var storage = open(folder)) {
      done(storage, Deed.of(ACME, "mine"));
      head(storage, ACME);

      assertThat(permissions(folder)).isEqualTo("rwx------");
      try (var files = Files.list(folder)) {
        assertThat(files.toList())
            .hasSize(4)
            .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void a_history_keeps_its_name_and_its_secrets() throws Exception {
    var message = "signed before".getBytes(UTF_8);
    byte[] signed;
    byte[] cursors;
    String name;
    try (var storage = open(folder)) {
      name = storage.logId();
      cursors = storage.signingKeys().cursors();
      var signature = Signature.getInstance("Ed25519");
      signature.initSign(storage.signingKeys().checkpoints().getPrivate());
      signature.update(message);
      signed = signature.sign();
    }

    try (var storage = open(folder);
        var another = open(parent.resolve("another"))) {
      assertThat(name).matches("log_[0-9A-HJKMNP-TV-Z]{26}");
      assertThat(storage.logId()).isEqualTo(name).isNotEqualTo(another.logId());
      assertThat(storage.signingKeys().cursors()).hasSize(32).isEqualTo(cursors);
      var signature = Signature.getInstance("Ed25519");
      signature.initVerify(storage.signingKeys().checkpoints().getPublic());
      signature.update(message);
      assertThat(signature.verify(signed)).isTrue();
      assertThat(another.signingKeys().cursors()).isNotEqualTo(cursors);
    }
  }

  @Test
  void a_schema_of_a_newer_program_is_refused_and_left_alone() throws Exception {
    open(folder).close();
    execute("INSERT INTO schema_version (version) VALUES (999)");

    assertThatThrownBy(() -> open(folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("newer Quipu")
        .hasMessageContaining("999");

    execute("DELETE FROM schema_version WHERE version = 999");
    open(folder).close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 1000})
  void a_file_that_is_no_database_is_refused_and_left_alone(int lines) throws IOException {
    Files.createDirectories(folder);
    var diary = "dear diary, ".repeat(lines);
    Files.writeString(folder.resolve("quipu.db"), diary);

    assertThatThrownBy(() -> open(folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("quipu.db is not an SQLite database");
    assertThat(folder.resolve("quipu.db")).hasContent(diary);
  }

  @Test
  void a_database_of_another_program_is_refused_and_left_alone() throws Exception {
    Files.createDirectories(folder);
    var file = folder.resolve("quipu.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE bookmark (url TEXT)");
    }
    var before = Files.readAllBytes(file);

    assertThatThrownBy(() -> open(folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("quipu.db is a database of another program");
    assertThat(file).hasBinaryContent(before);
    Files.delete(file);
    open(folder).close();
  }

  @Test
  void a_database_of_ours_is_known_without_its_mark_and_gets_one() throws Exception {
    open(folder).close();
    assertThat(mark()).isEqualTo(0x51756970);
    execute("PRAGMA application_id = 0");
    assertThat(mark()).isZero();

    open(folder).close();

    assertThat(mark()).isEqualTo(0x51756970);
  }

  private int mark() throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(folder.resolve("quipu.db"))).getInt(68);
  }

  private void execute(String sql) throws SQLException {
    try (var connection = Sqlite.connect(folder.resolve("quipu.db"), Use.WRITE);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
