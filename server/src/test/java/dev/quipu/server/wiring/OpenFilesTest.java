package dev.quipu.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Documents are read by jars that the server does not have.
@Timeout(120)
class OpenFilesTest {

  @TempDir Path folder;

  @Test
  void the_server_reads_a_document_without_having_what_reads_it() throws IOException, Unreadable {
    try (var files = Adapters.ofThisMachine().openFiles(folder)) {
      var page = "<html><head><title>Ropes</title></head><body><p>Twelve of them</p></body></html>";
      var bytes = page.getBytes(StandardCharsets.UTF_8);

      var file =
          files.read(
              new FileSource(() -> new ByteArrayInputStream(bytes), bytes.length, null, null));

      assertThat(file.mediaType()).isEqualTo("text/html");
      assertThat(file.title()).isEqualTo("Ropes");
      assertThat(file.text()).isEqualTo("Twelve of them");
    }
    assertThatThrownBy(() -> Class.forName("org.apache.tika.Tika"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> Class.forName("org.apache.pdfbox.Loader"))
        .isInstanceOf(ClassNotFoundException.class);
  }
}
