package dev.quipu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainServeTest {

  @Test
  void the_usual_serve_is_read_without_picocli() {
    assertThat(PlainServe.read("serve")).isEmpty();
    assertThat(PlainServe.read("serve", "--port", "0", "--data", "x"))
        .isEqualTo(Map.of("port", "0", "data", "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help",
        "verify --data x",
        "serve --port",
        "serve --port=0",
        "serve --prot 0",
        "serve --port 0 --port 1",
        "serve --port --data",
        "serve extra",
        "serve port 0",
      })
  void everything_else_is_left_to_picocli(String typed) {
    assertThat(PlainServe.read(typed.split(" ", -1))).isNull();
  }
}
