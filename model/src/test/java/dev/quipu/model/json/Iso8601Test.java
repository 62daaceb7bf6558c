package dev.quipu.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class Iso8601Test {

  /// Most of them nearly times: a month, day or hour too many, signs that do not belong there.
  @Provide
  Arbitrary<String> nearlyTimes() {
    var numbers = Arbitraries.integers().between(0, 75);
    var years = Arbitraries.of("2026", "2024", "0000", "1900", "9999", "20x6", "12026", "-001");
    var fractions = Arbitraries.of("", ".", ".5", ".123456", ".123456789", ".1234567891", ",5");
    var zones = Arbitraries.of("Z", "z", "+02:00", "-23:59", "", "ZZ", "[UTC]");
    var times =
        Combinators.combine(years, numbers, numbers, numbers, numbers, numbers, fractions, zones)
            .as(
                (year, month, day, hour, minute, second, fraction, zone) ->
                    String.format(
                        "%s-%02d-%02dT%02d:%02d:%02d%s%s",
                        year, month % 15, day % 34, hour % 26, minute, second, fraction, zone));
    return Arbitraries.oneOf(
        times,
        Arbitraries.longs()
            .between(-60_000_000_000_000L, 250_000_000_000_000L)
            .map(millis -> Instant.ofEpochMilli(millis).toString()),
        Arbitraries.strings().ofMaxLength(30));
  }

  @Property
  void reads_what_the_platform_reads_and_nothing_else(@ForAll("nearlyTimes") String text) {
    assertThat(Iso8601.parse(text)).isEqualTo(readByThePlatform(text));
  }

  private static @Nullable Instant readByThePlatform(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
