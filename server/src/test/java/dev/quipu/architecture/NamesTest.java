package dev.quipu.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names that say nothing, and so attract everything.
class NamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Impl",
        "Util",
        "Utils",
        "Helper",
        "Helpers",
        "Manager",
        "Processor",
        "Dto",
        "DTO",
        "Data",
        "Info",
        "Base"
      })
  void no_class_ends_in_a_word_that_says_nothing(String suffix) {
    noClasses()
        .should()
        .haveSimpleNameEndingWith(suffix)
        .because(
            "a name tells the technology or the rule; behaviour goes to the type it asks about")
        .check(Program.CLASSES);
  }

  @Test
  void no_class_is_called_abstract() {
    noClasses()
        .should()
        .haveSimpleNameStartingWith("Abstract")
        .because(
            "alternatives are sealed interfaces over records; shared code is a thing of its own")
        .check(Program.CLASSES);
  }

  @Test
  void no_package_is_an_attic() {
    noClasses()
        .should()
        .resideInAnyPackage(
            "..util..",
            "..utils..",
            "..common..",
            "..helper..",
            "..helpers..",
            "..impl..",
            "..misc..")
        .because("whatever has no place elsewhere would be put there, and never be found again")
        .check(Program.CLASSES);
  }
}
