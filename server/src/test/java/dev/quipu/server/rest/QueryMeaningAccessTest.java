package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.FilterField;
import dev.quipu.server.rest.AccessWorld.Asker;
import dev.quipu.server.rest.AccessWorld.Point;
import dev.quipu.server.rest.AccessWorld.Thing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// The same, where things are found by their meaning too; and by that alone all is found that the
/// rule admits, and nothing else.
final class QueryMeaningAccessTest extends QueryAccessTest {

  @Override
  Finding finding() {
    return Finding.BY_MEANING;
  }

  /// The question has no word in common with anything.
  @Override
  void askFurther(Asker asker, Point point, List<Thing> things) {
    for (int i = 0; i < QUESTIONS; i++) {
      var fields = new LinkedHashMap<>(i == 0 ? EVERYTHING : world.drawFilters(asker));
      fields.put(FilterField.OBJECT_TYPES, Set.of("memory")); // events have no vectors
      var shown = all(asker, point, fields, null, "a quokka", ",'search':{'by':['vectors']}");
      assertThat(shown.found())
          .as("seed %s: %s at %s by %s", SEED, asker, point, fields)
          .isEqualTo(world.expected(things, asker, fields, null).refs());
      assertThat(shown.vectors()).isEqualTo("used");
    }
  }
}
