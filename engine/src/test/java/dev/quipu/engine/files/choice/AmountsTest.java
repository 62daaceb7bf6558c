package dev.quipu.engine.files.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "12 | 12 | -",
        "1784.50 | 1784.5 | -",
        "1784,50 | 1784.5 | -",
        "1,784.50 | 1784.5 | -",
        "1.784,50 € | 1784.5 | EUR",
        "€ 12 | 12 | EUR",
        "EUR 1,784.50 | 1784.5 | EUR",
        "$12.00 | 12 | $",
        "1 784,50 грн | 1784.5 | UAH",
        "1'784.50 CHF | 1784.5 | CHF",
        "1,234,567 | 1234567 | -",
        "1.234.567 | 1234567 | -",
        "0.125 | 0.125 | -",
        "-3,50 | -3.5 | -",
        "−1.234,5 | -1234.5 | -",
        "1234.567 | 1234.567 | -",
      })
  void what_has_one_reading_becomes_a_number(String text, double number, String currency) {
    var read = Amounts.of(text);

    assertThat(read.value()).isEqualTo(Json.of(number));
    assertThat(read.currency()).isEqualTo(currency);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,500", "1.500", "-123,456", "12.345"})
  void a_comma_with_three_digits_behind_it_is_not_guessed_at(String text) {
    assertThat(Amounts.of(text).value()).isEqualTo(Json.of(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"15.01.2024", "19%", "19 %", "12:30", "abc", "12a", "1/2", "", "2024-01-15"})
  void days_shares_and_times_are_no_amounts(String text) {
    assertThat(Amounts.at(text, 0, text.length())).isNull();
  }
}
