package dev.quipu.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each technology has one place that knows it.
class BoundariesTest {

  /// The faces users knock at. Each translates its own wire and decides nothing.
  private static final List<String> DOORS = List.of("rest", "mcp", "points", "inspector");

  @Test
  void only_the_sql_module_speaks_sql() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.sql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..")
        .because(
            "a statement elsewhere would bypass the scope, the dialects and the contract tests")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_doors_and_the_wiring_know_the_http_library() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.concat(
                    // The root package opens and closes the listener; `http` is what doors share.
                    Stream.of("dev.quipu.server", "dev.quipu.server.http.."),
                    DOORS.stream().map(door -> "dev.quipu.server." + door + ".."))
                .toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.helidon..")
        .because("a decision that can see a request will sooner or later depend on one")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_wire_module_knows_jackson() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.wire..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..")
        .because("JSON is parsed into a type at the door; a tree of nodes further in is unchecked")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_s3_module_knows_the_s3_client() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.s3..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon..", "dev.quipu.s3..")
        .because("they are not on the class path of a server; one that needs them loads them")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_tika_module_knows_tika_and_nobody_knows_that_module() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.tika..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.tika..",
            "org.apache.poi..",
            "org.apache.pdfbox..",
            "org.jsoup..",
            "dev.quipu.tika..")
        .because("a document is opened in a process of its own, where it can do no harm")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_lucene_module_knows_lucene() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.lucene..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.lucene..", "morfologik..", "com.ibm.icu..")
        .because("a search elsewhere would bypass the scope and its statistics")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void only_the_embedding_module_knows_the_onnx_runtime() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.quipu.embedding..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("ai.onnxruntime..", "ai.djl..", "dev.langchain4j..")
        .because("a run elsewhere would not be one text by itself, and a closed model is a crash")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  static Stream<String> doors() {
    return DOORS.stream();
  }

  @ParameterizedTest
  @MethodSource("doors")
  void a_door_does_not_know_another_door(String door) {
    noClasses()
        .that()
        .resideInAPackage("dev.quipu.server." + door + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            DOORS.stream()
                .filter(other -> !other.equals(door))
                .map(other -> "dev.quipu.server." + other + "..")
                .toArray(String[]::new))
        .because("faces share the engine; what one borrows from another breaks when that one moves")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }
}
