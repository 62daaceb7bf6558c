package dev.quipu.model.json;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "0e999999999999999999999, 0",
    "-0.000E-5, 0",
    "1.0, 1",
    "100, 100",
    "1e2, 100",
    "12345e-3, 12.345",
    "0.1, 0.1",
    "-0.25, -0.25",
    "4.50, 4.5",
    "2e-3, 0.002",
    "1E30, 1e+30",
    "1E+30, 1e+30",
    "9007199254740992, 9007199254740992",
    "-9007199254740992, -9007199254740992",
    "9007199254740994, 9007199254740994",
    "1152921504606847000, 1152921504606847000",
    "295147905179352830000, 295147905179352830000",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "5e-324, 5e-324",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "1000000000000000000000, 1e+21",
  })
  void a_number_that_comes_back_as_itself_is_taken(String given, String canonical) {
    assertThat(JsonNumber.exactly(given)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740993",
        "-9007199254740993",
        "1152921504606846976",
        "9223372036854775807",
        "333333333.33333329",
        "0.1000000000000000055511151231257827",
        "3.14159265358979323846",
        "1e400",
        "-1e400",
        "1.7976931348623159e308",
        "1e309",
        "1e-400",
        "4.9e-324",
        "2e-324",
        "1e999999999",
        "1e-999999999",
        "1e99999999999999999999",
      })
  void a_number_that_would_come_back_as_another_is_not_taken(String given) {
    assertThat(JsonNumber.exactly(given)).isNull();
  }

  @Test
  @Timeout(10)
  void a_number_of_a_million_digits_costs_one_pass() {
    var zeros = "0".repeat(1_000_000);

    assertThat(JsonNumber.exactly("1" + zeros)).isNull();
    assertThat(JsonNumber.exactly("9".repeat(1_000_000))).isNull();
    assertThat(JsonNumber.exactly("0." + zeros + "1")).isNull();
    assertThat(JsonNumber.exactly("1e" + "9".repeat(1_000_000))).isNull();
    assertThat(JsonNumber.exactly("1." + zeros)).isEqualTo(Json.of(1));
    assertThat(JsonNumber.exactly("1" + zeros + "e-1000000")).isEqualTo(Json.of(1));
    assertThat(JsonNumber.exactly("0." + zeros + "25e1000000")).isEqualTo(Json.of(0.25));
  }

  @Test
  void a_long_is_taken_as_its_text_is() {
    assertThat(JsonNumber.exactly(1L << 53)).hasToString("9007199254740992");
    assertThat(JsonNumber.exactly((1L << 53) + 1)).isNull();
    assertThat(JsonNumber.exactly(1L << 60)).isNull();
    assertThat(JsonNumber.exactly(Long.MIN_VALUE)).isNull();
    assertThatIllegalArgumentException().isThrownBy(() -> Json.of(Long.MAX_VALUE));
  }

  @Test
  void an_integer_is_a_whole_number_up_to_two_to_the_53rd() {
    assertThat(Json.of(-5).asLong()).isEqualTo(-5);
    assertThat(requireNonNull(JsonNumber.exactly("1e3")).asLong()).isEqualTo(1000);
    assertThat(Json.of(0.5).isInteger()).isFalse();
    assertThat(Json.of(1e18).isInteger()).isFalse();
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> Json.of(0.5).asLong());
  }

  @Test
  void minus_zero_is_zero() {
    assertThat(Json.of(-0.0)).isEqualTo(Json.of(0)).hasToString("0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void what_is_no_number_cannot_be_built(double value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new JsonNumber(value));
  }
}
