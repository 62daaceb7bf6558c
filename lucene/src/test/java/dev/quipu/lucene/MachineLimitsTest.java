package dev.quipu.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class MachineLimitsTest {

  @Test
  void a_machine_that_gives_enough_leaves_the_bounds_alone() {
    assertThat(new MachineLimits(1024, 65_530).fit(IndexBounds.DEFAULT))
        .isEqualTo(IndexBounds.DEFAULT);
    assertThat(new MachineLimits(Long.MAX_VALUE, Long.MAX_VALUE).fit(IndexBounds.DEFAULT))
        .isEqualTo(IndexBounds.DEFAULT);
  }

  @Test
  void a_machine_that_gives_less_makes_them_smaller() {
    var fit = new MachineLimits(600, 16_384).fit(IndexBounds.DEFAULT);

    assertThat(fit.writers()).isEqualTo(22);
    assertThat(fit.readers()).isEqualTo(128);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void what_linux_says_is_read_to_the_end() throws IOException {
    try (var in = Files.newBufferedReader(Path.of("/proc/sys/vm/max_map_count"))) {
      assertThat(MachineLimits.read().maps()).isEqualTo(Long.parseLong(in.readLine()));
    }
    assertThat(MachineLimits.read().files()).isGreaterThan(100);
  }
}
