package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeExpressionsTest {

  /// A Wednesday.
  private static final LocalDate TODAY = LocalDate.parse("2026-06-17");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "what was on 2023-05-08 | 2023-05-08 | 2023-05-09",
        "in 2023-05 we met | 2023-05-01 | 2023-06-01",
        "on May 8, 2023 | 2023-05-08 | 2023-05-09",
        "on 8th of May 2023 | 2023-05-08 | 2023-05-09",
        "on 8 May | 2026-05-08 | 2026-05-09",
        "on 8 July | 2025-07-08 | 2025-07-09",
        "8 травня 2024 | 2024-05-08 | 2024-05-09",
        "у травні | 2026-05-01 | 2026-06-01",
        "last March | 2026-03-01 | 2026-04-01",
        "in July | 2025-07-01 | 2025-08-01",
        "last June | 2025-06-01 | 2025-07-01",
        "in June | 2026-06-01 | 2026-07-01",
        "what happened in 2022 | 2022-01-01 | 2023-01-01",
        "yesterday | 2026-06-16 | 2026-06-17",
        "вчора | 2026-06-16 | 2026-06-17",
        "the day before yesterday | 2026-06-15 | 2026-06-16",
        "позавчора | 2026-06-15 | 2026-06-16",
        "what did he say on Friday | 2026-06-12 | 2026-06-13",
        "last Wednesday | 2026-06-10 | 2026-06-11",
        "у вівторок | 2026-06-16 | 2026-06-17",
        "today | 2026-06-17 | 2026-06-18",
        "last week | 2026-06-08 | 2026-06-15",
        "this week | 2026-06-15 | 2026-06-22",
        "last month | 2026-05-01 | 2026-06-01",
        "минулого року | 2025-01-01 | 2026-01-01",
        "three days ago | 2026-06-14 | 2026-06-15",
        "3 дні тому | 2026-06-14 | 2026-06-15",
        "on 30 february | 2026-02-01 | 2026-03-01",
        "two years ago | 2024-01-01 | 2025-01-01",
        "день тому | 2026-06-16 | 2026-06-17",
        "що було тиждень тому | 2026-06-07 | 2026-06-14",
        "місяць тому | 2026-05-02 | 2026-06-02",
        "рік тому | 2025-01-01 | 2026-01-01",
        "п’ять років тому | 2021-01-01 | 2022-01-01",
        "п'ять днів тому | 2026-06-12 | 2026-06-13",
        "пʼять днів тому | 2026-06-12 | 2026-06-13",
        "дев'ятнадцять днів тому | 2026-05-29 | 2026-05-30",
        "двадцять один рік тому | 2005-01-01 | 2006-01-01",
        "twenty-one days ago | 2026-05-27 | 2026-05-28",
        "fifty days ago | 2026-04-28 | 2026-04-29",
        "у п'ятницю | 2026-06-12 | 2026-06-13",
        "у п’ятницю | 2026-06-12 | 2026-06-13",
        "Friday's lunch | 2026-06-12 | 2026-06-13",
        "що сталося торік | 2025-01-01 | 2026-01-01",
        "позаторік | 2024-01-01 | 2025-01-01",
        "on 08.05.2023. | 2023-05-08 | 2023-05-09",
        "хто прийшов 8.5.2023? | 2023-05-08 | 2023-05-09",
        "between March and May 2025 | 2025-03-01 | 2025-06-01",
        "what did we buy from March to May 2025? | 2025-03-01 | 2025-06-01",
        "from March 8 to May 2, 2025 | 2025-03-08 | 2025-05-03",
        "between 8 and 12 May 2025 | 2025-05-08 | 2025-05-13",
        "between 8th and 12th of May | 2026-05-08 | 2026-05-13",
        "between November 2024 and February 2025 | 2024-11-01 | 2025-03-01",
        "between November and February 2025 | 2024-11-01 | 2025-03-01",
        "between November and February | 2025-11-01 | 2026-03-01",
        "between May and August | 2026-05-01 | 2026-09-01",
        "between March and May | 2026-03-01 | 2026-06-01",
        "from 2020 to 2022 | 2020-01-01 | 2023-01-01",
        "from 2023-05-08 to 2023-05-10 | 2023-05-08 | 2023-05-11",
        "from 08.05.2023 to 10.05.2023 | 2023-05-08 | 2023-05-11",
        "з березня по травень 2025 | 2025-03-01 | 2025-06-01",
        "між березнем і травнем | 2026-03-01 | 2026-06-01",
        "між 8 та 12 травня 2025 року | 2025-05-08 | 2025-05-13",
        "від лютого до квітня | 2026-02-01 | 2026-05-01",
        "from Monday to Friday | 2026-06-15 | 2026-06-20",
        "a letter from May 2025 to Anna | 2025-05-01 | 2025-06-01",
        "between us and in 2022 | 2022-01-01 | 2023-01-01",
        "March–May 2025 | 2025-03-01 | 2025-06-01",
        "what did we do in March-May 2025? | 2025-03-01 | 2025-06-01",
        "Mar - May | 2026-03-01 | 2026-06-01",
        "November—February | 2025-11-01 | 2026-03-01",
        "November 2024 – February 2025 | 2024-11-01 | 2025-03-01",
        "mid-March–May 2025 | 2025-03-01 | 2025-06-01",
        "8–12 May | 2026-05-08 | 2026-05-13",
        "on 8-12 May 2025 | 2025-05-08 | 2025-05-13",
        "the 8th–12th of May 2025 | 2025-05-08 | 2025-05-13",
        "May 8–12, 2025 | 2025-05-08 | 2025-05-13",
        "May 8th-12th | 2026-05-08 | 2026-05-13",
        "8 May – 2 June | 2026-05-08 | 2026-06-03",
        "from May 8 to 12 | 2026-05-08 | 2026-05-13",
        "2023-05-08 – 2023-05-10 | 2023-05-08 | 2023-05-11",
        "08.05.2023–10.05.2023 | 2023-05-08 | 2023-05-11",
        "during 2020–2022 | 2020-01-01 | 2023-01-01",
        "from 2020-2022 | 2020-01-01 | 2023-01-01",
        "березень–травень 2025 | 2025-03-01 | 2025-06-01",
        "у березні-травні 2025 року | 2025-03-01 | 2025-06-01",
        "8–12 травня | 2026-05-08 | 2026-05-13",
        "з 8 по 12 травня | 2026-05-08 | 2026-05-13",
        "з 8-го по 12-те травня 2025 | 2025-05-08 | 2025-05-13",
        "за 2020–2022 роки | 2020-01-01 | 2023-01-01",
        "between 8 and 12 May | 2026-05-08 | 2026-05-13",
        "between the 8th and the 12th of May | 2026-05-08 | 2026-05-13",
        "what happened between the 8th and the 12th? | 2026-06-08 | 2026-06-13",
        "Between the 16th and 20th, what did Anna buy | 2026-06-16 | 2026-06-21",
        "from the 18th to the 20th | 2026-05-18 | 2026-05-21",
        "between the 28th and the 3rd | 2026-05-28 | 2026-06-04",
        "between the 31st and the 2nd | 2026-05-31 | 2026-06-03",
        "з 8 по 12 число | 2026-06-08 | 2026-06-13",
        "між 8-м і 12-м числом | 2026-06-08 | 2026-06-13",
        "on Tuesday last week | 2026-06-09 | 2026-06-10",
        "on Tuesday of this week | 2026-06-16 | 2026-06-17",
        "у вівторок минулого тижня | 2026-06-09 | 2026-06-10",
        "on Friday this week | 2026-06-15 | 2026-06-22",
        "on Friday of the next day | 2026-06-12 | 2026-06-13",
        "what was said in May about next year | 2026-05-01 | 2026-06-01",
        "що було 2024 року | 2024-01-01 | 2025-01-01",
        "2024 рік | 2024-01-01 | 2025-01-01",
        "2026 році | 2026-01-01 | 2027-01-01",
        "8 травня 2024 року | 2024-05-08 | 2024-05-09",
        "2020–2022 роки | 2020-01-01 | 2023-01-01",
        "what happened 5 to 10 May | 2026-05-05 | 2026-05-11",
        "5 to the 10th of May | 2026-05-05 | 2026-05-11",
        "March 3rd to 5th | 2026-03-03 | 2026-03-06",
        "March 3rd to 5th, 2023 | 2023-03-03 | 2023-03-06",
        "May 8th-12th, 2025 | 2025-05-08 | 2025-05-13",
        "2023-05-08 to 2023-05-12 | 2023-05-08 | 2023-05-13",
        "8 May until 2 June | 2026-05-08 | 2026-06-03",
        "March to May | 2026-03-01 | 2026-06-01",
        "5 до 10 травня | 2026-05-05 | 2026-05-11",
        "5 травня по 10 травня 2025 | 2025-05-05 | 2025-05-11",
        "8.05–12.05.2023 | 2023-05-08 | 2023-05-13",
        "з 8.05 по 12.05.2023 | 2023-05-08 | 2023-05-13",
        "8–12.05.2023 | 2023-05-08 | 2023-05-13",
        "28.12–03.01.2024 | 2023-12-28 | 2024-01-04",
        "8.05 was 12.05.2023 | 2023-05-12 | 2023-05-13",
        "Monday–Wednesday | 2026-06-15 | 2026-06-18",
        "Monday to Wednesday | 2026-06-15 | 2026-06-18",
        "Monday–Wednesday last week | 2026-06-08 | 2026-06-11",
        "between Friday and Sunday | 2026-06-12 | 2026-06-15",
        "понеділок–середа | 2026-06-15 | 2026-06-18",
        "з понеділка по середу | 2026-06-15 | 2026-06-18",
        "між понеділком і середою | 2026-06-15 | 2026-06-18",
        "this Monday | 2026-06-15 | 2026-06-16",
        "this Wednesday | 2026-06-17 | 2026-06-18",
        "цього понеділка | 2026-06-15 | 2026-06-16",
        "this March | 2026-03-01 | 2026-04-01",
        "what happened on may 5 | 2026-05-05 | 2026-05-06",
        "what did Anna say May 5 evening | 2026-05-05 | 2026-05-06",
        "may 5th party | 2026-05-05 | 2026-05-06",
        "what was may 5 | 2026-05-05 | 2026-05-06",
        "in august | 2025-08-01 | 2025-09-01",
        "last august | 2025-08-01 | 2025-09-01",
        "what happened August last | 2025-08-01 | 2025-09-01",
        "august 2024 | 2024-08-01 | 2024-09-01",
        "8 august | 2025-08-08 | 2025-08-09",
        "august–september 2024 | 2024-08-01 | 2024-10-01",
        "у лютому | 2026-02-01 | 2026-03-01",
        "минулого лютого | 2026-02-01 | 2026-03-01",
        "5 лютого | 2026-02-05 | 2026-02-06",
        "лютий 2024 | 2024-02-01 | 2024-03-01",
        "лютий–квітень 2024 | 2024-02-01 | 2024-05-01",
        "від лютого до квітня | 2026-02-01 | 2026-05-01",
        "I gave 5 to Anna in May | 2026-05-01 | 2026-06-01",
        "march to victory in May | 2026-05-01 | 2026-06-01"
      })
  void a_time_is_read_relative_to_the_day_of_the_question(String text, String from, String to) {
    var range = TimeExpressions.find(text, TODAY).orElseThrow();
    assertThat(range.from()).isEqualTo(from + "T00:00:00Z");
    assertThat(range.to()).isEqualTo(to + "T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "what may I do",
        "march on",
        "who is Mary",
        "2023-13-45",
        "last",
        "ago",
        "99999 days ago",
        "room 2022",
        "тому що",
        "тиждень і тому",
        "кілька років тому",
        "next Friday",
        "next March",
        "next May 8",
        "наступної п’ятниці",
        "наступного понеділка",
        "45.13.2023",
        "address 10.08.05.2023",
        "a letter from Mark to Anna",
        "5-10 people",
        "for 5–10 people",
        "between 5 and 10 people",
        "between 8 and 12",
        "between the 8th and the 12th floor",
        "from the 5th to the 8th grade",
        "rooms 2020-2022",
        "8-12-5",
        "between the and the",
        "on Friday next week",
        "next week on Friday",
        "in March next year",
        "next year in June",
        "next June–July",
        "on 8–12 July next year",
        "у п’ятницю наступного тижня",
        "наступного тижня в п’ятницю",
        "у березні наступного року",
        "12–8 May",
        "12 to 8 May 2025",
        "between 12 and 8 May",
        "12 May – 8 May",
        "2023-05-12 to 2023-05-08",
        "наступного 2027 року",
        "12.05–8.05.2023",
        "version 8.05",
        "next Monday to Wednesday",
        "next Monday–Wednesday",
        "this Friday–Sunday",
        "this Friday",
        "the following Friday",
        "the Friday after next",
        "Friday after next",
        "цієї п'ятниці",
        "цієї п’ятниці",
        "у майбутню п'ятницю",
        "this December",
        "цього грудня",
        "may 5 people come",
        "May 5 people come?",
        "may 5 to 10 people come",
        "may 5–10 people come",
        "an august crowd",
        "лютий вовк",
        "про лютого вовка",
        "raise 5 to 10",
        "march to the sea",
        "what may 8 to 10 mean"
      })
  void what_names_no_time_has_none(String text) {
    assertThat(TimeExpressions.find(text, TODAY)).isEmpty();
  }

  @Test
  void a_text_full_of_dates_costs_little() {
    for (var text :
        new String[] {
          "8-", "8 ", "may-", "of ", "between 8 and ", "у травні–", "5 to ", "8.05-8.05.2023-"
        }) {
      assertThat(TimeExpressions.find(text.repeat(500_000), TODAY)).isNotNull();
    }
  }

  @Test
  void this_friday_has_been_only_when_it_has() {
    for (var text : new String[] {"this Friday", "цієї п’ятниці"}) {
      assertThat(TimeExpressions.find(text, LocalDate.parse("2026-06-18"))).isEmpty();
      for (var today : new String[] {"2026-06-19", "2026-06-20", "2026-06-21"}) {
        assertThat(TimeExpressions.find(text, LocalDate.parse(today)).orElseThrow().from())
            .isEqualTo("2026-06-19T00:00:00Z");
      }
    }
  }

  @Test
  void the_first_time_counts() {
    var range = TimeExpressions.find("yesterday or last week", TODAY).orElseThrow();
    assertThat(range.from()).isEqualTo("2026-06-16T00:00:00Z");
  }

  @Test
  void the_last_day_of_february_can_be_asked_for_on_any_day() {
    for (var today : new String[] {"2024-02-29", "2025-03-31", "2025-01-31", "2025-12-31"}) {
      for (var text :
          new String[] {"on 29 february", "in february", "one year ago", "a month ago"}) {
        assertThat(TimeExpressions.find(text, LocalDate.parse(today))).isNotNull();
      }
    }
  }

  @Test
  void a_range_holds_what_happened_in_it_and_half_of_what_was_told_soon_after() {
    var range = TimeExpressions.find("yesterday", TODAY).orElseThrow();
    assertThat(range.holds(range.from())).isEqualTo(1);
    assertThat(range.holds(range.to())).isEqualTo(0.5);
    assertThat(range.holds(range.from().minusSeconds(1))).isZero();
    assertThat(range.holds(range.to().plusSeconds(8 * 86_400))).isZero();
  }
}
