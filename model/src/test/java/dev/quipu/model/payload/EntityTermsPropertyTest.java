package dev.quipu.model.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class EntityTermsPropertyTest {

  private static final EntityId ENTITY = EntityId.of("thing", "x");

  @Provide
  Arbitrary<List<Step>> histories() {
    return Step.histories();
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("abcdef ").ofMinLength(1).ofMaxLength(40);
  }

  private static Aspect aspect(Cells cells) {
    return Aspect.of(ENTITY, "thing").with(cells);
  }

  /// Whatever the policies are by the time that somebody asks.
  @Property
  void whatever_holds_of_an_entity_has_a_term_in_one_of_its_aspects(
      @ForAll("histories") List<Step> history, @ForAll long seed) {
    var random = new Random(seed);
    var thirds = List.of(new ArrayList<Step>(), new ArrayList<Step>(), new ArrayList<Step>());
    history.forEach(step -> thirds.get(random.nextInt(3)).add(step));
    var terms = new HashSet<String>();
    thirds.forEach(steps -> terms.addAll(EntityTerms.of(aspect(Step.joined(steps)))));
    var whole = Step.joined(history);

    for (var schema : List.of(Step.SCHEMA, EntitySchema.undeclared("thing"))) {
      whole
          .snapshot(schema)
          .members()
          .forEach(
              (field, value) -> {
                assertThat(terms).contains(EntityTerms.has(field));
                var term = EntityTerms.holds(field, value);
                if (term != null) {
                  assertThat(terms).contains(term);
                }
              });
    }
  }

  @Property
  void whatever_is_spelt_like_a_name_lies_near_it(@ForAll("names") String name, @ForAll long seed) {
    var random = new Random(seed);
    var other = new StringBuilder(name);
    int slips = 1 + random.nextInt(3);
    for (int i = 0; i < slips; i++) {
      int at = random.nextInt(other.length() + 1);
      char letter = "abcdef ".charAt(random.nextInt(7));
      switch (random.nextInt(4)) {
        case 0 -> other.insert(at, letter);
        case 1 -> other.replace(at, Math.min(at + 1, other.length()), String.valueOf(letter));
        case 2 -> other.delete(at, Math.min(at + 1, other.length()));
        default -> {
          if (at > 0 && at < other.length()) {
            other.insert(at - 1, other.charAt(at)).deleteCharAt(at + 1);
          }
        }
      }
    }
    assertNear(name, other.toString());
  }

  @Property
  void two_letters_that_were_swapped_make_a_name_that_lies_near(
      @ForAll("names") String name, @ForAll long seed) {
    int at = new Random(seed).nextInt(name.length());
    if (at > 0) {
      var letters = name.toCharArray();
      letters[at] = name.charAt(at - 1);
      letters[at - 1] = name.charAt(at);
      assertNear(name, new String(letters));
    }
  }

  @Test
  void letters_swapped_where_a_name_is_cut_and_one_more_that_is_wrong_leave_it_near() {
    assertNear("aaaaaaebeaaa", "aacaaaabeeaaa");
  }

  private static void assertNear(String one, String other) {
    if (Likeness.between("thing", one, other) == null) {
      return;
    }
    Stream.of(List.of(one, other), List.of(other, one))
        .forEach(
            pair ->
                assertThat(Likeness.near("thing", pair.getFirst()))
                    .as("%s, %s", one, other)
                    .containsAnyElementsOf(Likeness.places("thing", pair.getLast())));
  }

  @Test
  void a_name_has_few_terms_and_what_is_far_has_none_of_them() {
    var places = Likeness.places("person", "Katherine Johnson");

    assertThat(places).hasSizeLessThan(6);
    assertThat(Likeness.near("person", "Margaret Hamilton")).doesNotContainAnyElementsOf(places);
    assertThat(Likeness.near("person", "Dr. Catherine Jonson")).containsAnyElementsOf(places);
  }
}
