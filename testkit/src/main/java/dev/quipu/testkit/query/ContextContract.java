package dev.quipu.testkit.query;

import static dev.quipu.testkit.query.AskingWorld.ids;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.query.ContextBlock;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.VectorUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What who asks is promised of what says the same, where vectors answer too, over any index.
public interface ContextContract {

  SearchIndex openIndex();

  @Test
  default void what_says_the_same_is_folded_however_it_was_found() {
    try (var world = new AskingWorld(openIndex())) {
      world.memory("mem_1", "green tea in the morning");
      world.memory("mem_2", "Green tea in the morning.");
      world.memory("mem_3", "the car needs new tyres");
      world.memory(world.bob, "mem_4", "green tea in the morning");
      world.means("beverage", "green tea");
      for (var question : List.of("beverage", "tea")) {
        var found = world.ask(question);
        assertThat(found.search().vectors()).isEqualTo(VectorUse.USED);
        assertThat(ids(found)).contains("mem_1").doesNotContain("mem_2", "mem_4");
        var first = found.objects().getFirst();
        assertThat(first.duplicates())
            .extracting(duplicate -> duplicate.node().ref().id())
            .containsExactly("mem_2");
      }
    }
  }

  @Test
  default void five_ways_to_say_one_thing_do_not_take_the_place_of_others() {
    try (var world = new AskingWorld(openIndex())) {
      world.memory("say_1", "falcon launch comes early in spring");
      world.memory("say_2", "early in spring comes falcon launch");
      world.memory("say_3", "comes early falcon launch in spring");
      world.memory("say_4", "in spring falcon launch comes early");
      world.memory("say_5", "spring comes early in falcon launch");
      world.memory("lead", "olena leads falcon launch with pride");
      world.memory("cost", "sponsors from norway pay falcon launch");
      var whole = world.packed("falcon launch", 1_000);
      assertThat(whole.search().vectors()).isEqualTo(VectorUse.USED);
      assertThat(cited(whole)).isEqualTo(ids(whole)).hasSize(7);
      assertThat(cited(world.packed("falcon launch", 78)))
          .hasSize(4)
          .startsWith(ids(whole).getFirst())
          .contains("lead", "cost");
    }
  }

  private static List<String> cited(Evidence evidence) {
    return requireNonNull(evidence.context()).citations().stream()
        .map(ContextBlock.Citation::ref)
        .map(ref -> ref.id())
        .toList();
  }
}
