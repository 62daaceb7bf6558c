package dev.quipu.files;

import static dev.quipu.testkit.files.FileTextsContract.catchKind;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.testkit.files.GivenFile;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a process that reads documents can do wrong, and what becomes of it.
@Timeout(240)
class ChildrenTest {

  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "die, HOSTILE",
    "eat memory, TOO_LARGE",
    "babble, HOSTILE",
    "lie, HOSTILE",
    "boast, HOSTILE",
    "hang, TIMED_OUT",
    "refuse, ENCRYPTED"
  })
  void whatever_a_file_does_to_its_reader_the_next_one_is_read(String what, Kind kind)
      throws IOException, Unreadable {
    try (var files = open(SHORT)) {
      assertThat(catchKind(files, document(what))).isEqualTo(kind);
      assertThat(text(files, "hello")).isEqualTo("hello");

      assertThat(catchKind(files, document(what))).as("nor after another file").isEqualTo(kind);
      assertThat(text(files, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void a_reader_that_did_no_harm_reads_the_next_file_too() throws IOException, Unreadable {
    try (var files = open(LONG)) {
      var pid = text(files, "pid");
      assertThat(catchKind(files, document("refuse"))).isEqualTo(Kind.ENCRYPTED);
      assertThat(text(files, "pid")).isEqualTo(pid);
    }
  }

  @Test
  void after_many_files_another_takes_its_place() throws IOException, Unreadable {
    var pids = new HashSet<String>();
    try (var files = open(LONG)) {
      for (int i = 0; i <= Limits.FILES.reuse(); i++) {
        pids.add(text(files, "pid"));
      }
    }
    assertThat(pids).hasSize(2);
  }

  @Test
  void what_an_earlier_file_has_done_to_the_reader_does_not_count_against_this_one()
      throws IOException, Unreadable {
    try (var files = open(LONG)) {
      assertThat(text(files, "poison")).isEqualTo("poison");
      assertThat(text(files, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void a_reader_that_has_ended_by_itself_is_replaced() throws IOException, Unreadable {
    try (var files = open(LONG)) {
      var pid = Long.parseLong(text(files, "pid"));
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);

      assertThat(text(files, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void readers_learn_nothing_of_our_environment() throws IOException, Unreadable {
    try (var files = open(LONG)) {
      assertThat(System.getenv()).isNotEmpty();
      assertThat(text(files, "environment")).isIn("", "LD_LIBRARY_PATH");
    }
  }

  @Test
  void readers_leave_nothing_behind() throws IOException, Unreadable {
    Files.createDirectories(scratch.resolve("reader-of-a-killed-server/deep"));
    Files.writeString(scratch.resolve("reader-of-a-killed-server/deep/file"), "left over");
    try (var files = open(LONG)) {
      assertThat(scratch).isEmptyDirectory();
      assertThat(Path.of(text(files, "folder"))).exists().hasParent(scratch.toRealPath());
    }
    assertThat(Eventually.holds(LONG, () -> isEmpty(scratch))).isTrue();
  }

  @Test
  void a_program_that_does_not_start_makes_documents_unavailable_and_texts_are_read()
      throws IOException, Unreadable {
    var nothing = new ChildProgram(List.of(scratch), "no.such.Program");
    try (var files = SniffingFileTexts.open(nothing, scratch, LONG)) {
      assertThatThrownBy(() -> files.read(document("hello"))).isInstanceOf(Unavailable.class);
      assertThat(files.read(GivenFile.of("hello", "a.txt")).text()).isEqualTo("hello");
    }
  }

  @Test
  void closing_ends_what_is_being_read() throws IOException, InterruptedException {
    var files = open(LONG);
    var reading =
        Thread.ofVirtual()
            .unstarted(
                () ->
                    assertThatThrownBy(() -> files.read(document("hang")))
                        .isInstanceOf(Unavailable.class));
    reading.start();
    assertThat(Eventually.holds(LONG, () -> reader(ProcessHandle.current()).isPresent())).isTrue();
    var reader = reader(ProcessHandle.current()).orElseThrow();

    files.close();

    assertThat(Eventually.holds(LONG, () -> !reader.isAlive())).isTrue();
    assertThat(reading.join(LONG)).isTrue();
    assertThatThrownBy(() -> files.read(document("hello"))).isInstanceOf(Unavailable.class);
  }

  @Test
  void a_reader_ends_when_the_server_is_killed()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    var server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                scratch.toString())
            .inheritIO()
            .start();
    assertThat(Eventually.holds(LONG, () -> reader(server.toHandle()).isPresent())).isTrue();
    var reader = reader(server.toHandle()).orElseThrow();

    server.destroyForcibly().waitFor();

    assertThat(reader.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  /// Another process, which reads a file that takes for ever.
  static final class Server {

    private Server() {}

    public static void main(String[] arguments) throws IOException, Unreadable {
      try (var files =
          SniffingFileTexts.open(StrangeChild.program(), Path.of(arguments[0]), LONG)) {
        files.read(document("hang"));
      }
    }
  }

  private FileTexts open(Duration patience) throws IOException {
    return SniffingFileTexts.open(StrangeChild.program(), scratch, patience);
  }

  private static Optional<ProcessHandle> reader(ProcessHandle of) {
    return of.descendants().filter(ProcessHandle::isAlive).findFirst();
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private static FileSource document(String what) {
    return GivenFile.of((StrangeChild.MARK + what).getBytes(UTF_8), "a.pdf");
  }

  private static String text(FileTexts files, String what) throws IOException, Unreadable {
    return files.read(document(what)).text();
  }
}
