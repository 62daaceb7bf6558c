package dev.quipu.engine.files.choice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2024-01-15 | 2024-01-15",
        "2024-01-15T10:00:00Z | 2024-01-15T10:00:00Z",
        "15.01.2024 | 2024-01-15",
        "5.1.2024 | 2024-01-05",
        "15. 1. 2024 | 2024-01-15",
        "2024/01/15 | 2024-01-15",
        "25/12/2025 | 2025-12-25",
        "12/25/2025 | 2025-12-25",
        "15 January 2024 | 2024-01-15",
        "January 15, 2024 | 2024-01-15",
        "Jan. 15 2024 | 2024-01-15",
        "15th of March 2024 | 2024-03-15",
        "15. Januar 2024 | 2024-01-15",
        "1. März 2024 | 2024-03-01",
        "15 січня 2024 | 2024-01-15",
        "1 травня 2024 | 2024-05-01"
      })
  void what_has_one_reading_becomes_iso(String text, String day) {
    assertThat(Dates.normal(text)).isEqualTo(day);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01/02/2025",
        "1/2/2025",
        "31.02.2024",
        "2024-13-01",
        "15.01.24",
        "15 Foobar 2024",
        "yesterday",
        "2024",
        ""
      })
  void what_has_two_or_none_stays_as_it_stands(String text) {
    assertThat(Dates.normal(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.168.2024.1", "1.2.20245", "2024-01-155", "15.01.2024.7"})
  void parts_of_longer_numbers_are_no_days(String text) {
    assertThat(Dates.at(text, 0, text.length())).isNull();
  }
}
