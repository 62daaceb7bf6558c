package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFileTest {

  private static final Hash REVISION = Hash.of("one".getBytes(UTF_8));
  private static final long[] ALL = {0, 1, 2, 3};

  @TempDir private Path folder;

  private TableFile file() {
    return new TableFile(folder.resolve("some.table"), REVISION, 4, 3);
  }

  private static TokenTable table() {
    return TokenTable.of(
        3, new float[][] {{0.5f, -0.25f, 0}, {0, 0, 0}, {1e-6f, 2e-6f, -3e-6f}, {1, 1, 1}});
  }

  @Test
  void what_was_written_is_read() throws IOException {
    file().write(table());

    var read = file().read();

    assertThat(read).isNotNull();
    assertThat(read.scales()).isEqualTo(table().scales());
    assertThat(read.numbers()).isEqualTo(table().numbers());
    assertThat(read.sum(ALL, 0, 4)).isEqualTo(table().sum(ALL, 0, 4));
  }

  @Test
  void where_none_was_written_none_is_read() throws IOException {
    assertThat(file().read()).isNull();
  }

  @Test
  void what_is_not_whole_is_not_read() throws IOException {
    file().write(table());
    var whole = Files.readAllBytes(file().path());
    for (int at = 0; at < whole.length; at++) {
      var altered = whole.clone();
      altered[at] ^= 1;
      Files.write(file().path(), altered);
      assertThat(file().read()).as("byte %s altered", at).isNull();
      Files.write(file().path(), Arrays.copyOf(whole, at));
      assertThat(file().read()).as("cut off at %s", at).isNull();
    }
    Files.write(file().path(), Arrays.copyOf(whole, whole.length + 1));
    assertThat(file().read()).isNull();
  }

  @Test
  void the_table_of_another_model_or_vocabulary_is_not_read() throws IOException {
    file().write(table());
    var path = file().path();
    assertThat(new TableFile(path, Hash.of("two".getBytes(UTF_8)), 4, 3).read()).isNull();
    assertThat(new TableFile(path, REVISION, 5, 3).read()).isNull();
    assertThat(new TableFile(path, REVISION, 3, 4).read()).isNull();
  }

  @Test
  void a_folder_has_the_table_and_nothing_else() throws IOException {
    file().write(table());
    file().write(table());
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file().path());
    }
  }

  @Test
  void eight_bits_are_within_half_a_step_of_the_numbers() {
    var row = new float[] {0.9f, -0.3f, 0.017f};
    var table = TokenTable.of(3, new float[][] {row});
    var kept = table.sum(new long[] {0}, 0, 1);
    for (int i = 0; i < row.length; i++) {
      assertThat(Math.abs(kept[i] - row[i])).isLessThanOrEqualTo(0.5f * 0.9f / 127 + 1e-6f);
    }
  }
}
