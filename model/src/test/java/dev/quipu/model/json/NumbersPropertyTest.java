package dev.quipu.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.erdtman.jcs.NumberToJSON;

class NumbersPropertyTest {

  /// Without subnormals, of which the other implementation prints some wrongly (1e-320 among them).
  @Property(tries = 20_000)
  void the_text_of_a_number_is_that_of_another_implementation(@ForAll("doubles") double value)
      throws IOException {
    Assume.that(value == 0 || Math.abs(value) >= Double.MIN_NORMAL);
    assertThat(Json.of(value)).hasToString(NumberToJSON.serializeNumber(value));
  }

  @Property(tries = 5_000)
  void the_text_of_a_number_is_taken_and_gives_the_same_number(@ForAll("doubles") double value) {
    var number = Json.of(value);

    assertThat(JsonNumber.exactly(number.toString())).isEqualTo(number);
  }

  @Property(tries = 20_000)
  void a_text_is_taken_exactly_when_its_canonical_text_is_the_same_number(
      @ForAll("texts") String text) {
    double nearest = Double.parseDouble(text);
    boolean same =
        Double.isFinite(nearest)
            && new BigDecimal(text).compareTo(new BigDecimal(Json.of(nearest).toString())) == 0;

    assertThat(JsonNumber.exactly(text) != null).isEqualTo(same);
  }

  /// Every bit pattern is as likely, and besides the subnormals, where the JDK's text is not the
  /// shortest, and numbers near to powers of ten, where the notation changes.
  @Provide
  Arbitrary<Double> doubles() {
    var patterns = Arbitraries.longs().map(Double::longBitsToDouble);
    var subnormals = Arbitraries.longs().between(0, 2_000).map(Double::longBitsToDouble);
    var nearPowers =
        Combinators.combine(
                Arbitraries.integers().between(-30, 30), Arbitraries.longs().between(-3, 3))
            .as((exponent, step) -> neighbour(Double.parseDouble("1e" + exponent), step));
    return Arbitraries.oneOf(patterns, subnormals, nearPowers).filter(Double::isFinite);
  }

  private static double neighbour(double value, long step) {
    return Double.longBitsToDouble(Double.doubleToLongBits(value) + step);
  }

  @Provide
  Arbitrary<String> texts() {
    var whole = Arbitraries.longs().map(String::valueOf);
    var fraction = Arbitraries.strings().numeric().ofMaxLength(20);
    var exponent = Arbitraries.integers().between(-350, 350);
    return Arbitraries.oneOf(
        whole,
        Combinators.combine(whole, fraction).as((a, b) -> b.isEmpty() ? a : a + "." + b),
        Combinators.combine(Arbitraries.integers().between(-999, 999), exponent)
            .as((a, e) -> a + "e" + e),
        Combinators.combine(Arbitraries.integers().between(-9, 9), fraction, exponent)
            .as((a, b, e) -> a + (b.isEmpty() ? "" : "." + b) + "E" + e));
  }
}
