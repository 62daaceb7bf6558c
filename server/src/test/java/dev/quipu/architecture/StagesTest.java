package dev.quipu.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The way the data goes, as a table, and the arrows that may not be drawn.
class StagesTest {

  private static final String ENGINE = "dev.quipu.engine";

  /// What each stage may know beside itself and the model.
  ///
  /// A stage that wants another arrow changes this table first, and ARCHITECTURE.md with it; a test
  /// compares the two.
  private static final Map<String, List<String>> MAY_KNOW =
      Map.ofEntries(
          entry("access", List.of()),
          entry("compile", List.of()),
          entry("storage", List.of("access")),
          entry("blob", List.of()),
          entry("index", List.of("access", "embedding")),
          entry("embedding", List.of()),
          // A long text is cut by the same knife for whoever reads it.
          entry("files", List.of("embedding")),
          entry("coordinate", List.of("storage")),
          entry("ingest", List.of("access", "compile", "storage", "coordinate")),
          // There is one writer, so a rebuild writes through the same group commit.
          // The index is made from the log as the views are, and vectors for it.
          entry(
              "materialize",
              List.of(
                  "access", "compile", "storage", "coordinate", "ingest", "embedding", "index")),
          // Filling a storage is replaying, and a deleted tenant is carried as its erasure leaves
          // it.
          entry(
              "archive", List.of("access", "compile", "storage", "blob", "tenancy", "materialize")),
          // What was found is read and judged as everything is; a question may wait for the index.
          entry(
              "query",
              List.of("access", "storage", "embedding", "index", "inspect", "materialize")),
          entry("inspect", List.of("access", "storage", "coordinate")),
          // What objects hold beyond their fields is read and written like them, and blobs beside.
          entry("content", List.of("compile", "storage", "blob", "ingest", "inspect")),
          entry("upload", List.of("compile", "storage", "blob", "files", "ingest", "inspect")),
          // Tenants and keys are events too: written through ingest, audited through inspect.
          entry(
              "tenancy",
              List.of(
                  "access",
                  "compile",
                  "storage",
                  "blob",
                  "materialize",
                  "coordinate",
                  "ingest",
                  "inspect")));

  /// A line of the table in ARCHITECTURE.md: the stage first, what it may know last.
  private static final Pattern ROW =
      Pattern.compile("\\| `(?<stage>\\w+)` \\|.*\\| (?<known>[^|]+?) \\|");

  static Stream<String> stages() {
    return MAY_KNOW.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void a_stage_knows_only_its_row_of_the_table(String stage) {
    var known =
        Stream.of(
                Stream.of(
                    "java..", "javax.crypto..", "org.jspecify.annotations", "dev.quipu.model.."),
                Stream.of(ENGINE + "." + stage + ".."),
                MAY_KNOW.get(stage).stream().map(other -> ENGINE + "." + other + ".."))
            .flatMap(packages -> packages)
            .toArray(String[]::new);

    classes()
        .that()
        .resideInAPackage(ENGINE + "." + stage + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(known)
        .because(
            "a reader who knows the way of the data must be able to tell from a package's name what"
                + " it can be broken by")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  /// Rules over no classes pass, so make sure that there are some from every module.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "model",
        "engine",
        "wire",
        "sql",
        "blob",
        "s3",
        "files",
        "tika",
        "lucene",
        "embedding",
        "server"
      })
  void the_rules_have_classes_to_look_at(String module) {
    assertThat(Program.CLASSES)
        .anyMatch(type -> type.getPackageName().startsWith("dev.quipu." + module));
  }

  @Test
  void every_package_of_the_engine_is_a_stage_of_the_table() {
    assertThat(MAY_KNOW.keySet())
        .as("a package outside the table would have no rule at all")
        .containsAll(stagesInTheCode());
  }

  @Test
  void the_architecture_document_draws_the_same_arrows() throws IOException {
    var drawn = new TreeMap<String, Set<String>>();
    for (var line : Files.readAllLines(Program.root().resolve("ARCHITECTURE.md"))) {
      var row = ROW.matcher(line);
      if (row.matches() && MAY_KNOW.containsKey(row.group("stage"))) {
        var known = new TreeSet<>(List.of(row.group("known").split(",\\s*")));
        known.remove("model");
        drawn.put(row.group("stage"), known);
      }
    }

    var allowed = new TreeMap<String, Set<String>>();
    for (var stage : stagesInTheCode()) {
      allowed.put(stage, new TreeSet<>(MAY_KNOW.get(stage)));
    }
    assertThat(drawn).containsAllEntriesOf(allowed);
  }

  private static Set<String> stagesInTheCode() {
    var found = new TreeSet<String>();
    for (var type : Program.CLASSES) {
      if (type.getPackageName().startsWith(ENGINE + ".")) {
        found.add(type.getPackageName().substring(ENGINE.length() + 1).replaceFirst("\\..*", ""));
      }
    }
    return found;
  }

  @Test
  void packages_form_no_cycle() {
    slices()
        .matching("dev.quipu.(**)")
        .should()
        .beFreeOfCycles()
        .because("two packages that need each other are one package with two names")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void the_model_depends_on_the_jdk_alone() {
    classes()
        .that()
        .resideInAPackage("dev.quipu.model..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "javax.crypto..", "org.jspecify.annotations", "dev.quipu.model..")
        .because("what is replayed for years must not change with a library's release")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void the_engine_depends_on_the_model_and_the_jdk_alone() {
    classes()
        .that()
        .resideInAPackage("dev.quipu.engine..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.crypto..",
            "org.jspecify.annotations",
            "dev.quipu.model..",
            "dev.quipu.engine..")
        .because("technology comes in through ports; the rules can then be tested without any")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }
}
