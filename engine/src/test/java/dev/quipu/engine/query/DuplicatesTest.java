package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.NOW;
import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.Lifecycle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuplicatesTest {

  private final List<WeighedHit> hits = new ArrayList<>();
  private final Map<ObjectRef, String> texts = new HashMap<>();
  private final List<ObjectRef> read = new ArrayList<>();

  @Test
  void what_says_the_same_is_put_together_in_the_order_of_the_ranking() {
    say(message("a", 1), "The office is in Lviv", 2, 1);
    say(message("b", 2), "The office has a desk", 1, 1);
    say(message("c", 3), "the office is in Lviv.", 2, 1);
    say(message("d", 4), "The office is in Lviv!", 2, 1.05);
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "c", "d"));
  }

  @Test
  void what_matches_otherwise_or_is_much_longer_is_not_even_read() {
    say(message("a", 1), "tea", 2, 1);
    say(message("b", 2), "tea", 2, 0.5);
    say(message("c", 3).saying("tea").longHit(2, 1), "tea");
    assertThat(groups(10, Set.of())).isEmpty();
    assertThat(read).isEmpty();
  }

  @Test
  void what_has_other_words_is_not_even_read() {
    say(message("a", 1), "The office is in Lviv", 1);
    say(message("b", 2), "The office is in Kyiv", 1);
    say(message("c", 3), "The office has a desk", 1);
    assertThat(groups(10, Set.of())).isEmpty();
    assertThat(read).isEmpty();
  }

  @Test
  void two_who_speak_do_not_say_the_same() {
    say(message("a", 1).by(Filed.Role.USER, "Anna"), "I like tea", 1);
    say(message("b", 2).by(Filed.Role.USER, "Ben"), "I like tea", 1);
    say(message("c", 3).by(Filed.Role.ASSISTANT, "Anna"), "I like tea", 1);
    assertThat(groups(10, Set.of())).isEmpty();
  }

  @Test
  void tomorrow_is_another_day_tomorrow() {
    say(message("a", 1).at(NOW), "The dentist is tomorrow", 1);
    say(message("b", 2).at(NOW.plus(Duration.ofHours(2))), "the dentist is tomorrow", 1);
    say(message("c", 3).at(NOW.plus(Duration.ofDays(9))), "the dentist is tomorrow", 1);
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "b"));
  }

  @Test
  void what_is_stale_or_called_by_its_id_or_not_for_the_caller_stands_for_itself() {
    say(message("a", 1), "tea", 1);
    say(message("b", 2).standing(Lifecycle.STALE), "tea", 1);
    say(message("c", 3), "tea", 1);
    say(message("d", 4), "", 1);
    assertThat(groups(10, Set.of(new ObjectRef(ObjectType.MEMORY, "c")))).isEmpty();
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "c"));
  }

  @Test
  void behind_the_window_nobody_looks() {
    say(message("a", 1), "tea", 1);
    say(message("b", 2), "tea", 1);
    say(message("c", 3), "tea", 1);
    assertThat(groups(2, Set.of())).containsExactly(List.of("a", "b"));
  }

  @Test
  void the_first_stays_whatever_was_raised_above_it() {
    say(message("a", 1), "tea", 1);
    say(message("b", 2), "tea", 1);
    var ranked = ranked();
    var same = duplicates(Set.of()).of(ranked, 10);
    var folding = Folding.of(ranked.reversed(), same);
    assertThat(folding.isAway(ranked.getFirst())).isTrue();
    assertThat(folding.under(ranked.getLast())).containsExactly(ranked.getFirst());
    assertThat(Folding.of(ranked, List.of())).isEqualTo(Folding.NONE);
  }

  private void say(FiledSketch said, String text, double... weights) {
    say(said.saying(text).hit(weights), text);
  }

  private void say(WeighedHit hit, String text) {
    hits.add(hit);
    texts.put(hit.filed().ref(), text);
  }

  private List<Candidate> ranked() {
    return hits.stream().map(hit -> new Candidate(hit.filed(), hit.sum(), Parts.NONE)).toList();
  }

  private Duplicates duplicates(Set<ObjectRef> called) {
    return new Duplicates(hits, read::addAll, filed -> texts.getOrDefault(filed.ref(), ""), called);
  }

  private List<List<String>> groups(int among, Set<ObjectRef> called) {
    return duplicates(called).of(ranked(), among).stream()
        .map(group -> group.stream().map(filed -> filed.ref().id()).toList())
        .toList();
  }
}
