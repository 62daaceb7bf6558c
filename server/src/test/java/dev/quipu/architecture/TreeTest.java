package dev.quipu.architecture;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What lies in the tree, as opposed to what the classes say.
class TreeTest {

  private static final Set<String> ROOT_FILES =
      Set.of(
          "ARCHITECTURE.md",
          "CONTRIBUTING.md",
          "GLOSSARY.md",
          "LICENSE",
          "README.md",
          "STYLE.md",
          "pom.xml",
          "quipu");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

  private static final List<String> MOCKING =
      List.of("mockito", "easymock", "powermock", "jmock", "jmockit", "mockk", "spock");

  /// Reports on how well things went belong to the history of the repository, not to its root.
  @Test
  void the_root_holds_only_what_a_newcomer_needs() throws IOException {
    try (var entries = Files.list(Program.root())) {
      var files =
          entries
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.startsWith("."))
              .collect(Collectors.toSet());

      assertThat(ROOT_FILES).containsAll(files);
    }
  }

  @Test
  void every_package_says_what_it_is_and_that_null_is_marked() throws IOException {
    var silent = new ArrayList<Path>();
    for (var sources : mainSources()) {
      try (var paths = Files.walk(sources)) {
        var packages =
            paths
                .filter(path -> path.toString().endsWith(".java"))
                .map(Path::getParent)
                .distinct()
                .filter(not(TreeTest::isNullMarked))
                .toList();
        silent.addAll(packages);
      }
    }

    assertThat(silent).as("packages without a package-info that says @NullMarked").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.mockito.Mockito",
        "org.easymock.EasyMock",
        "org.powermock.api.mockito.PowerMockito",
        "org.jmock.Mockery",
        "mockit.Expectations",
        "io.mockk.MockK",
      })
  void no_mocking_library_is_within_reach(String name) {
    assertThat(isPresent(name))
        .as("a mock repeats what its author believes; a fake that passes the contract is tested")
        .isFalse();
  }

  @Test
  void no_pom_asks_for_a_mocking_library() throws IOException {
    for (var module : modules()) {
      var pom = Files.readString(Program.root().resolve(module).resolve("pom.xml"));

      assertThat(ARTIFACT.matcher(pom).results().map(found -> found.group(1)))
          .as(module)
          .noneMatch(artifact -> MOCKING.stream().anyMatch(artifact::contains));
    }
  }

  private static List<String> modules() throws IOException {
    var modules = new ArrayList<>(List.of("."));
    MODULE
        .matcher(Files.readString(Program.root().resolve("pom.xml")))
        .results()
        .forEach(module -> modules.add(module.group(1)));
    return modules;
  }

  private static List<Path> mainSources() throws IOException {
    return modules().stream()
        .map(module -> Program.root().resolve(module).resolve("src/main/java"))
        .filter(Files::isDirectory)
        .toList();
  }

  private static boolean isNullMarked(Path folder) {
    var info = folder.resolve("package-info.java");
    try {
      return Files.exists(info) && Files.readString(info).contains("@NullMarked\npackage ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPresent(String name) {
    try {
      Class.forName(name, false, TreeTest.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
