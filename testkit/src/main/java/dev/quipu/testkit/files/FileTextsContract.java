package dev.quipu.testkit.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.TidyText;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The promises of [FileTexts], as tests. An adapter joins with a class that implements
/// [OpensFileTexts].
public interface FileTextsContract extends OpensFileTexts {

  String LETTER = "Dear reader,\nkeep this to yourself.\n";

  @Test
  default void what_a_file_is_follows_from_its_content_not_from_its_name()
      throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      for (var name : List.of("a.pdf", "a.txt", "a.json", "a")) {
        var file = files.read(new GivenFile(document(), name, "text/plain").source());

        assertThat(file.mediaType()).as(name).isEqualTo(typeOfDocument());
        assertThat(file.text()).as(name).contains(wordsOfDocument());
      }
      assertThat(files.read(GivenFile.of(LETTER, "letter.pdf")))
          .isEqualTo(FileText.of("text/plain", LETTER, Structure.Prose.PLAIN));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "notes.md, , text/markdown",
    "notes, text/markdown; charset=utf-8, text/markdown",
    "notes.txt, , text/plain",
    "notes, , text/plain",
    "notes.csv, , text/csv"
  })
  default void where_the_content_cannot_tell_the_name_and_the_declared_type_help(
      String name, String declared, String expected) throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      var file = files.read(new GivenFile(LETTER.getBytes(UTF_8), name, declared).source());

      assertThat(file.mediaType()).isEqualTo(expected);
    }
  }

  @Test
  default void the_text_is_in_nfc_with_plain_line_ends_and_can_be_kept_as_json()
      throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      var file =
          files.read(GivenFile.of("\ufeffcafe\u0301\r\nnext\rlast\u0007\f\u2028end", "a.txt"));

      assertThat(file.text()).isEqualTo("caf\u00e9\nnext\nlast\n\nend");
      assertThat(TidyText.of(file.text())).isEqualTo(file.text());
    }
  }

  @Test
  default void equal_files_have_equal_texts_wherever_the_machine_stands()
      throws IOException, Unreadable {
    var locale = Locale.getDefault();
    var zone = TimeZone.getDefault();
    try {
      var here = read(GivenFile.of(document(), "a.pdf"));
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));

      assertThat(read(GivenFile.of(document(), "a.pdf"))).isEqualTo(here);
      assertThat(read(GivenFile.of("{\"TITLE\": 1}", "A.JSON")).mediaType())
          .isEqualTo("application/json");
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
  }

  @Test
  default void nor_does_it_matter_what_others_read_at_the_same_time()
      throws IOException, InterruptedException, ExecutionException {
    try (var files = openFileTexts();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reads = new ArrayList<Callable<String>>();
      for (int i = 0; i < 8; i++) {
        var letter = LETTER.repeat(i + 1);
        var document = document();
        reads.add(() -> files.read(GivenFile.of(letter, "a.txt")).text().equals(letter) + "");
        reads.add(
            () -> files.read(GivenFile.of(document, "a")).text().contains(wordsOfDocument()) + "");
        reads.add(() -> catchKind(files, GivenFile.of("{", "a.json")).name());
      }
      var said = new ArrayList<String>();
      for (var read : threads.invokeAll(reads)) {
        said.add(read.get());
      }
      assertThat(said).hasSize(24).containsOnly("true", "BROKEN");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', EMPTY", "' \n\t ', EMPTY", "'\u0000\u0001\u0002binary', UNSUPPORTED"})
  default void what_cannot_be_read_has_a_reason_and_the_next_file_is_read_as_ever(
      String content, Kind kind) throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      assertThat(catchKind(files, GivenFile.of(content, "a.txt"))).isEqualTo(kind);

      assertThat(files.read(GivenFile.of(LETTER, "a.txt")).text()).isEqualTo(LETTER);
      assertThat(files.read(GivenFile.of(document(), "a")).text()).contains(wordsOfDocument());
    }
  }

  @Test
  default void nothing_is_cut_off() throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      var longest = "ж".repeat(Limits.FILES.maxText());

      assertThat(files.read(GivenFile.of(longest, "a.txt")).text()).isEqualTo(longest);
      assertThat(catchKind(files, GivenFile.of(longest + ".", "a.txt"))).isEqualTo(Kind.TOO_LARGE);
      FileSource.Opener nothing =
          () -> {
            throw new IOException("what is larger than any file that is read is not even opened");
          };
      assertThat(catchKind(files, new FileSource(nothing, 1L << 40, "a.pdf", null)))
          .isEqualTo(Kind.TOO_LARGE);
    }
  }

  @Test
  default void what_the_source_throws_comes_out_as_it_is_and_its_streams_are_closed()
      throws IOException, Unreadable {
    var broken = new IOException("the disk has gone");
    try (var files = openFileTexts()) {
      var large = LETTER.repeat(6_000).getBytes(UTF_8);
      for (var content : List.of(Arrays.copyOf(document(), large.length), large)) {
        var file = new GivenFile(content, "a", null);
        for (int after : List.of(0, 100, 70_000, content.length - 1)) {
          assertThatThrownBy(() -> files.read(file.breakingAfter(after, broken))).isSameAs(broken);
        }
        assertThat(file.openStreams()).isZero();
      }
      var letter = new GivenFile(document(), "a", null);
      assertThat(files.read(letter.source()).text()).contains(wordsOfDocument());
      assertThat(letter.openStreams()).isZero();
    }
  }

  private FileText read(FileSource source) throws IOException, Unreadable {
    try (var files = openFileTexts()) {
      return files.read(source);
    }
  }

  /// Why a file cannot be read.
  static Kind catchKind(FileTexts files, FileSource source) {
    return catchThrowableOfType(Unreadable.class, () -> files.read(source)).kind();
  }
}
