package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.NOW;
import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.engine.query.Duplicates.Told;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.object.Lifecycle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuplicatesTest {

  private static final Envelope MINE =
      Envelope.of(new Principal(Principal.Kind.USER, "alice"), new Visibility.OwnerOnly());

  private final List<Candidate> ranked = new ArrayList<>();
  private final Map<ObjectRef, Told> told = new HashMap<>();
  private final List<ObjectRef> read = new ArrayList<>();

  @Test
  void what_says_the_same_is_put_together_in_the_order_of_the_ranking() {
    say(message("a", 1), "The office is in Lviv");
    say(message("b", 2), "The office has a desk");
    say(message("c", 3), "the office is in Lviv.");
    say(message("d", 4), "The office is in Lviv!");
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "c", "d"));
  }

  @Test
  void what_has_other_words_is_not_even_read() {
    say(message("a", 1), "The office is in Lviv");
    say(message("b", 2), "The office is in Kyiv");
    say(message("c", 3), "The office has a desk");
    assertThat(groups(10, Set.of())).isEmpty();
    assertThat(read).isEmpty();
  }

  @Test
  void two_who_speak_do_not_say_the_same() {
    say(message("a", 1).by(Filed.Role.USER, "Anna"), "I like tea");
    say(message("b", 2).by(Filed.Role.USER, "Ben"), "I like tea");
    say(message("c", 3).by(Filed.Role.ASSISTANT, "Anna"), "I like tea");
    assertThat(groups(10, Set.of())).isEmpty();
  }

  @Test
  void two_owners_workspaces_or_tags_do_not_say_the_same() {
    var bobs = Envelope.of(new Principal(Principal.Kind.USER, "bob"), MINE.visibility());
    say(message("a", 1), "The release was approved");
    say(message("b", 2), "The release was approved", bobs);
    say(message("c", 3), "The release was approved", MINE.in(new WorkspaceId("ws_1")));
    assertThat(groups(10, Set.of())).isEmpty();
  }

  @Test
  void whom_he_means_is_known_in_one_conversation_only() {
    say(message("a", 1).in("ses_1"), "He agreed to the price");
    say(message("b", 2).in("ses_2"), "He agreed to the price");
    say(message("c", 3).in("ses_1"), "He agreed to the price!");
    say(message("d", 4).in("ses_1"), "Olena agreed to the price");
    say(message("e", 5).in("ses_2"), "Olena agreed to the price");
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "c"), List.of("d", "e"));
  }

  @Test
  void tomorrow_is_another_day_tomorrow() {
    say(message("a", 1).at(NOW), "The dentist is tomorrow");
    say(message("b", 2).at(NOW.plus(Duration.ofHours(2))), "the dentist is tomorrow");
    say(message("c", 3).at(NOW.plus(Duration.ofDays(9))), "the dentist is tomorrow");
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "b"));
  }

  @Test
  void what_is_stale_or_called_by_its_id_or_not_for_the_caller_stands_for_itself() {
    say(message("a", 1), "tea");
    say(message("b", 2).standing(Lifecycle.STALE), "tea");
    say(message("c", 3), "tea");
    say(message("d", 4), "");
    assertThat(groups(10, Set.of(new ObjectRef(ObjectType.MEMORY, "c")))).isEmpty();
    assertThat(groups(10, Set.of())).containsExactly(List.of("a", "c"));
  }

  @Test
  void behind_the_window_nobody_looks() {
    say(message("a", 1), "tea");
    say(message("b", 2), "tea");
    say(message("c", 3), "tea");
    assertThat(groups(2, Set.of())).containsExactly(List.of("a", "b"));
  }

  @Test
  void the_first_stays_whatever_was_raised_above_it() {
    say(message("a", 1), "tea");
    say(message("b", 2), "tea");
    var same = duplicates(Set.of()).of(ranked, 10);
    var folding = Folding.of(ranked.reversed(), same);
    assertThat(folding.isAway(ranked.getFirst())).isTrue();
    assertThat(folding.under(ranked.getLast())).containsExactly(ranked.getFirst());
    assertThat(Folding.of(ranked, List.of())).isEqualTo(Folding.NONE);
  }

  private void say(FiledSketch said, String text) {
    say(said, text, MINE);
  }

  private void say(FiledSketch said, String text, Envelope envelope) {
    var filed = said.saying(text).filed();
    ranked.add(new Candidate(filed, 1, Parts.NONE));
    told.put(filed.ref(), new Told(text, envelope));
  }

  private Duplicates duplicates(Set<ObjectRef> called) {
    return new Duplicates(read::addAll, filed -> told.get(filed.ref()), called);
  }

  private List<List<String>> groups(int among, Set<ObjectRef> called) {
    return duplicates(called).of(ranked, among).stream()
        .map(group -> group.stream().map(filed -> filed.ref().id()).toList())
        .toList();
  }
}
