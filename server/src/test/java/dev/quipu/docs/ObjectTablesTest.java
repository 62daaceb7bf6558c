package dev.quipu.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.compile.EventRule;
import dev.quipu.model.object.Lifecycle;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Holds the tables of `docs/objects.md` to those that run.
class ObjectTablesTest {

  @Test
  void the_page_shows_the_rules_that_run() throws IOException {
    assertThat(table("rules")).isEqualTo(EventRule.asMarkdown());
  }

  @Test
  void the_page_shows_the_steps_of_a_life_that_are_legal() throws IOException {
    assertThat(table("lifecycle")).isEqualTo(Lifecycle.asMarkdown());
  }

  private static String table(String name) throws IOException {
    var page = Files.readString(Guide.root().resolve("docs/objects.md"));
    var begin = "<!-- " + name + " -->\n";
    return page.substring(
        page.indexOf(begin) + begin.length(), page.indexOf("<!-- /" + name + " -->"));
  }
}
