package dev.quipu.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresAddressTest {

  @Test
  void an_address_has_its_parts_decoded() {
    var address =
        PostgresAddress.parse(
            "postgres://quipu%40home:s3%2Fcr+et@db.example:5433/memory?sslmode=verify-full&schema=team");

    assertThat(address)
        .isEqualTo(
            new PostgresAddress(
                "db.example:5433",
                "memory",
                "quipu@home",
                "s3/cr+et",
                "team",
                Map.of("sslmode", "verify-full")));
  }

  @Test
  void what_is_left_out_is_empty_or_usual() {
    assertThat(PostgresAddress.parse("postgresql://one:1,two:2/memory").withPassword("later"))
        .isEqualTo(new PostgresAddress("one:1,two:2", "memory", "", "later", "public", Map.of()));
  }

  @Test
  void an_address_does_not_show_its_password() {
    assertThat(PostgresAddress.parse("postgres://quipu:hush@db/memory").toString())
        .isEqualTo("postgres://quipu@db/memory?schema=public");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mysql://quipu:hush@db/memory",
        "postgres://quipu:hush@db",
        "postgres://quipu:hush@db/memory?socketFactory=hush",
        "postgres://quipu:hush@db/memory?schema=Robert'); DROP"
      })
  void an_address_that_is_none_is_refused_without_its_password(String address) {
    assertThatThrownBy(() -> PostgresAddress.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hush");
  }
}
