package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the model does to the process that it runs in.
@Timeout(120)
class OnnxProcessTest {

  @TempDir Path folder;

  /// The runtime reads the command line by a recursion.
  @Test
  void a_process_with_a_very_long_command_line_opens_a_model_and_lives()
      throws IOException, InterruptedException {
    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dx=" + "y".repeat(50_000),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertThat(child.waitFor()).as(said).isZero();
    assertThat(said).contains("384 numbers");
  }

  /// The other process.
  static final class Child {

    private Child() {}

    public static void main(String[] arguments) throws EmbeddingFailure {
      var folder = Path.of(arguments[0]);
      try (var embedder =
          OnnxEmbedder.open(LocalModel.MINILM, new ModelFiles.Bundled(folder), folder, 1)) {
        var vector = (Vector) embedder.documents(List.of("a text")).getFirst();
        System.out.println(vector.dimension() + " numbers");
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void threads_that_embed_documents_take_only_the_time_that_others_leave()
      throws EmbeddingFailure, IOException {
    var files = new ModelFiles.Bundled(folder);
    try (var embedder = OnnxEmbedder.open(LocalModel.MINILM, files, folder, 2)) {
      assertThat(embedder.documents(List.of("one", "two", "three", "four"))).hasSize(4);
      assertThat(niceness("quipu-embedding")).hasSize(2).containsOnly(19);
      assertThat(niceness("main")).doesNotContain(19);
    }
  }

  /// Of the threads of this process whose names begin so, as far as the kernel keeps names.
  private static List<Integer> niceness(String name) throws IOException {
    var found = new ArrayList<Integer>();
    try (var tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (var task : tasks) {
        var stat = Files.readString(task.resolve("stat"));
        int end = stat.lastIndexOf(')');
        if (stat.substring(stat.indexOf('(') + 1, end).startsWith(name)) {
          found.add(Integer.parseInt(stat.substring(end + 2).split(" ", -1)[16]));
        }
      }
    }
    return found;
  }
}
