package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Canonical;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// That the golden history can be told again, to the byte.
@Timeout(30)
class GoldenLogTest {

  @Test
  void the_same_clock_and_chance_tell_the_same_bytes() throws InterruptedException {
    var told = told();
    var golden = GoldenLog.read(GoldenLog.NAMES.getLast());

    assertThat(told.lines()).isEqualTo(golden.lines());
    assertThat(told.ends()).isEqualTo(golden.ends());
  }

  @Test
  void every_line_is_canonical_and_of_the_rules_that_its_file_names() {
    for (var name : GoldenLog.NAMES) {
      var rules = name.replaceAll("rules-v([0-9]+).*", "$1");
      for (var line : GoldenLog.read(name).lines()) {
        assertThat(line).contains("\"rules\":" + rules + ",");
      }
    }
  }

  /// Run by hand, once for each version: docs/golden-logs.md.
  @Test
  @EnabledIfSystemProperty(named = "quipu.golden.write", matches = ".+")
  void writes_the_golden_log() throws IOException, InterruptedException {
    var name = System.getProperty("quipu.golden.write");
    var folder = Files.createDirectories(Path.of("src/main/resources/golden"));
    var told = told();
    Files.writeString(folder.resolve(name + ".ndjson"), String.join("\n", told.lines()) + "\n");
    Files.writeString(folder.resolve(name + ".ends.json"), Canonical.text(told.ends()) + "\n");
  }

  private static GoldenLog told() throws InterruptedException {
    return GoldenHistory.told(InMemoryStorage.open(Disk.blank("log_golden")));
  }
}
