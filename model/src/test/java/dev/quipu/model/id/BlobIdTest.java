package dev.quipu.model.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobIdTest {

  @Test
  void a_sha_256_in_lower_case_is_a_name() {
    assertThat(new BlobId("0f".repeat(32))).hasToString("0f".repeat(32));
  }

  /// A store makes paths of names.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "../../../../../../../../../../../../../../../../../../etc/passwd0",
        "0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F",
        "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0",
        "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0",
        "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0\n",
      })
  void nothing_else_is(String text) {
    assertThat(BlobId.isWellFormed(text)).isFalse();
    assertThatThrownBy(() -> new BlobId(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
