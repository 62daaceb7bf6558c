package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.config.Setting;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ServeFlagsTest {

  @Test
  void whatever_can_be_set_is_a_flag_of_serve_unless_it_is_a_secret() {
    var flags = new CommandLine(new ServeCommand()).getCommandSpec().optionsMap().keySet();
    assertThat(Stream.of(Setting.values()))
        .allSatisfy(
            setting ->
                assertThat(flags.contains("--" + setting.key()))
                    .as(setting.key())
                    .isNotEqualTo(setting.purpose().contains("Not to be given as a flag.")));
  }
}
