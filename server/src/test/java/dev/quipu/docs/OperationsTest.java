package dev.quipu.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.config.Setting;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Holds `docs/operations.md`, its dashboard and its alerts to what there is to set and to watch.
class OperationsTest {

  private static final Path FOLDER = Guide.root().resolve("docs/operations");
  private static final Pattern METRIC = Pattern.compile("\\b((?:quipu|jvm)_[a-z_]+)\\b");
  private static final Pattern LISTED = Pattern.compile("(?m)^\\| `((?:quipu|jvm)_[a-z_]+)` \\|");

  @Test
  void the_page_lists_every_setting_as_the_program_knows_it() throws IOException {
    var table =
        Arrays.stream(Setting.values())
            .map(
                setting ->
                    "| `%s` | `%s` | %s | %s |"
                        .formatted(
                            setting.key(),
                            setting.variable(),
                            shown(setting.fallback()),
                            setting.purpose()))
            .collect(
                Collectors.joining(
                    "\n",
                    "| key and flag | variable | default | what |\n| --- | --- | --- | --- |\n",
                    "\n"));

    assertThat(between("<!-- settings -->\n", "<!-- /settings -->")).isEqualTo(table);
  }

  @Test
  void the_page_lists_every_figure_that_there_is_to_watch() throws IOException {
    assertThat(find(LISTED, page())).isEqualTo(figures());
  }

  @Test
  void dashboard_and_alerts_look_at_figures_that_exist() throws IOException {
    var dashboard = Files.readString(FOLDER.resolve("grafana.json"));
    assertThat(
            new JsonReader()
                .readObject(dashboard.getBytes(StandardCharsets.UTF_8))
                .array("panels")
                .items())
        .isNotEmpty();
    for (var file : Set.of("grafana.json", "alerts.yml")) {
      var used =
          find(METRIC, Files.readString(FOLDER.resolve(file))).stream()
              .map(name -> name.replaceAll("_(bucket|sum|count)$", ""))
              .collect(Collectors.toCollection(TreeSet::new));

      assertThat(used).as(file).isNotEmpty();
      assertThat(figures()).as(file).containsAll(used);
    }
  }

  private static String shown(String fallback) {
    return fallback == null || fallback.isEmpty() ? "–" : "`" + fallback + "`";
  }

  private static Set<String> figures() throws IOException {
    return find(
        METRIC,
        Files.readString(
            Guide.root().resolve("server/src/main/java/dev/quipu/server/metrics/Metrics.java")));
  }

  private static String page() throws IOException {
    return Files.readString(Guide.root().resolve("docs/operations.md"));
  }

  private static String between(String begin, String end) throws IOException {
    var page = page();
    return page.substring(page.indexOf(begin) + begin.length(), page.indexOf(end));
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
