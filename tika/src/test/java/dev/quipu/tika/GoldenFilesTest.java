package dev.quipu.tika;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.files.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Real files of every sort, through the real process, to the text and the choice that were read
/// and found right by a person.
@Timeout(120)
class GoldenFilesTest {

  @TempDir static Path scratch;

  private static Reading reading;

  @BeforeAll
  static void open() throws IOException {
    reading = Reading.open(scratch);
  }

  @AfterAll
  static void close() {
    reading.close();
  }

  static Stream<String> files() {
    return Report.FILES.stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_says_what_it_always_said(String name) throws IOException, Unreadable {
    assertThat(Report.of(reading.read(name), name))
        .isEqualTo(Files.readString(Report.golden(name)));
  }
}
