package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading a data folder that is another's.
final class SqliteCutTest {

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void chooseFolder() {
    folder = parent.resolve("data");
  }

  @Test
  void a_folder_is_read_beside_the_process_that_has_it_and_after_that_one_was_killed()
      throws Exception {
    var owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SqliteFolderTest.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var told = owner.inputReader(UTF_8)) {
      assertThat(told.readLine()).isEqualTo("has the folder");

      assertOneLine();
    } finally {
      owner.destroyForcibly().waitFor();
    }
    assertThat(folder.resolve("quipu.db-wal")).as("left by the killed").isNotEmptyFile();
    assertOneLine();
    open().close();
    assertOneLine();
  }

  @Test
  void a_cut_that_is_open_holds_nobody_up_and_sees_nothing_of_what_they_do() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      try (var cut = SqlStorage.openSqliteCut(folder)) {
        for (int i = 2; i < 500; i++) {
          done(storage, Deed.of(ACME, "a" + i));
        }
        try (var snapshot = cut.read(ReadScope.whole(ACME))) {
          assertThat(snapshot.log(LogPosition.START, 1_000)).hasSize(1);
        }
      }
      assertThat(storage.logId()).isNotEmpty();
    }
  }

  @Test
  void reading_leaves_the_database_as_it_was() throws IOException {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
    }
    var before = Hash.of(Files.readAllBytes(folder.resolve("quipu.db")));

    assertOneLine();

    assertThat(Hash.of(Files.readAllBytes(folder.resolve("quipu.db")))).isEqualTo(before);
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a2"));
    }
  }

  @Test
  void a_folder_with_nothing_of_ours_is_refused_and_nothing_is_made_in_it() throws IOException {
    assertThatThrownBy(() -> SqlStorage.openSqliteCut(folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("no Quipu");
    assertThat(folder).doesNotExist();
    Files.createDirectories(folder);
    Files.createFile(folder.resolve("quipu.db"));
    assertThatThrownBy(() -> SqlStorage.openSqliteCut(folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("no Quipu");
  }

  private void assertOneLine() {
    try (var cut = SqlStorage.openSqliteCut(folder);
        var snapshot = cut.read(ReadScope.whole(ACME))) {
      assertThat(snapshot.head().position()).isEqualTo(at(1));
      assertThat(snapshot.log(LogPosition.START, 10)).hasSize(1);
    }
  }

  private SqlStorage open() {
    return SqlStorage.openSqlite(folder, InstantSource.fixed(Names.DAWN), new SecureRandom());
  }
}
