package dev.quipu.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds `docs/problems.md` and the codes in the sources equal.
class ProblemsTest {

  private static final List<String> MODULES =
      List.of(
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
          "server");
  private static final Pattern LITERAL = Pattern.compile("\"([a-z_]+\\.[a-z_]+)\"");
  private static final Pattern LISTED = Pattern.compile("`([a-z_]+\\.[a-z_]+)`");

  /// Texts that look like codes and are names of files, settings or libraries.
  private static final Set<String> NOT_CODES =
      Set.of(
          "quipu.db",
          "quipu.lock",
          "vectors.db",
          "server.json",
          "manifest.json",
          "keys.json",
          "io.helidon",
          "java.home",
          "os.arch",
          "os.name");

  @Test
  void every_code_is_on_the_page_and_every_code_on_the_page_exists() throws IOException {
    var page = Files.readString(Guide.root().resolve("docs/problems.md"));

    assertThat(find(LISTED, page)).isEqualTo(codesInSources());
  }

  private static Set<String> codesInSources() throws IOException {
    var codes = new TreeSet<String>();
    for (var module : MODULES) {
      try (var files = Files.walk(Guide.root().resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          codes.addAll(find(LITERAL, Files.readString(file)));
        }
      }
    }
    codes.removeAll(NOT_CODES);
    return codes;
  }

  private static Set<String> find(Pattern pattern, String text) {
    var found = new TreeSet<String>();
    var matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
