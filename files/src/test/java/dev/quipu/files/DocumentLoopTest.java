package dev.quipu.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The inside of a reader. Its input stays open: whoever ends it ends the process.
@Timeout(60)
class DocumentLoopTest {

  @TempDir Path scratch;

  @Test
  void a_reader_that_nobody_needs_ends_by_itself() throws IOException, InterruptedException {
    var said = new ByteArrayOutputStream();

    loop(Duration.ofMillis(1)).run(new PipedInputStream(new PipedOutputStream()), said, scratch);

    assertThat(said.size()).isZero();
  }

  @Test
  void it_answers_first_and_leaves_no_file_behind() throws IOException, InterruptedException {
    var said = new ByteArrayOutputStream();
    var to = new PipedOutputStream();
    var from = new PipedInputStream(to, 1_000);
    var out = new DataOutputStream(to);
    out.writeUTF("application/pdf");
    for (var portion : new String[] {"one ", "two", ""}) {
      out.writeInt(portion.length());
      out.write(portion.getBytes(UTF_8));
    }

    loop(Duration.ofSeconds(1)).run(from, said, scratch);

    assertThat(said.toString(UTF_8)).startsWith("R").contains("\"text\":\"one two\"");
    assertThat(scratch).isEmptyDirectory();
  }

  private static DocumentLoop loop(Duration idle) {
    return new DocumentLoop(
        (type, file) -> FileText.of(type, Files.readString(file), Structure.Prose.PLAIN), idle);
  }
}
