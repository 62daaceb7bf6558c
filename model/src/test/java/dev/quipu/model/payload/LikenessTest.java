package dev.quipu.model.payload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikenessTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "person; Dr. Jane Doe; Jane Doe; HONORIFIC",
        "contact; Herr Jan Doe; Prof. Jan Doe; HONORIFIC",
        "person; Jane Doe Jr.; Jane Doe; GENERATION",
        "person; Doe, Jane; Jane Doe; ORDER",
        "person; Jane-Marie Doe; Jane Marie Doe; PUNCTUATION",
        "person; O’Neill; O'Neill; PUNCTUATION",
        "company; Acme, Inc.; Acme; LEGAL_FORM",
        "company; Acme GmbH; Acme Ltd; LEGAL_FORM",
        "company; A.C.M.E.; Acme; PUNCTUATION",
        "company; Cafe Roma; Café Roma; PUNCTUATION",
        "person; Jane Deo; Jane Doe; SPELLING",
        "company; Mircosoft; Microsoft Corp; SPELLING",
        "person; Katherine Johnson; Catherine Johnson; SPELLING"
      })
  void names_that_may_be_one_are_told_with_the_reason(
      String type, String one, String other, Likeness.Reason reason) {
    var likeness = Likeness.between(type, one, other);

    assertThat(likeness).isNotNull();
    assertThat(likeness.reason()).isEqualTo(reason);
    assertThat(likeness.score()).isBetween(0.7, 0.99);
    assertThat(Likeness.between(type, other, one)).isEqualTo(likeness);
    assertThat(EntityId.of(type, EntityName.normal(type, one)))
        .isNotEqualTo(EntityId.of(type, EntityName.normal(type, other)));
    if (reason != Likeness.Reason.SPELLING) {
      assertThat(Likeness.key(type, one)).isEqualTo(Likeness.key(type, other));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "person; Jane Doe Jr.; Jane Doe Sr.",
        "person; Jane Doe; John Smith",
        "person; Ann; Anne Marie",
        "task; Sprint 11; Sprint 12",
        "invoice; INV-001; INV-007",
        "company; Acme; Apex",
        "company; IBM; IBN",
        "note; Dr. Who; Who"
      })
  void names_that_are_hardly_one_are_not_told(String type, String one, String other) {
    assertThat(Likeness.between(type, one, other)).isNull();
    assertThat(Likeness.between(type, other, one)).isNull();
  }

  @Test
  void the_same_name_is_no_suggestion() {
    assertThat(Likeness.between("company", "Acme Corp", " ACME  corp. ")).isNull();
  }

  @Test
  void a_name_of_nothing_but_a_title_or_a_form_is_still_a_name() {
    assertThat(Likeness.key("person", "Dr.")).isEqualTo("dr");
    assertThat(Likeness.key("company", "Company Ltd")).isEqualTo("company ltd");
  }

  @Test
  void more_slips_make_names_less_alike() {
    var one = Likeness.between("company", "International Paper Works", "Internatonal Paper Works");
    var two = Likeness.between("company", "International Paper Works", "Internatonal Paper Worms");

    assertThat(one).isNotNull();
    assertThat(two).isNotNull();
    assertThat(one.score()).isGreaterThan(two.score());
  }

  @ParameterizedTest
  @CsvSource({
    "abc,abc,0",
    "abc,acb,1",
    "abc,abd,1",
    "abc,abcd,1",
    "abcd,acd,1",
    "kitten,sitting,3"
  })
  void slips_are_counted(String one, String other, int slips) {
    assertThat(EditDistance.between(one, other, 3)).isEqualTo(slips);
    assertThat(EditDistance.between(other, one, 3)).isEqualTo(slips);
    assertThat(EditDistance.between(one, other, 0)).isEqualTo(Math.min(slips, 1));
  }
}
