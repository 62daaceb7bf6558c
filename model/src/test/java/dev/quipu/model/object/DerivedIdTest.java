package dev.quipu.model.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.EventId;
import org.junit.jupiter.api.Test;

class DerivedIdTest {

  private static final String EARLY = "evt_01M7G0000012345678ABCDEFGH";
  private static final String LATE = "evt_01M7G0100012345678ABCDEFGH";

  @Test
  void what_follows_from_events_in_order_is_in_order() {
    assertThat(memory(EARLY)).isLessThan(memory(LATE));
    assertThat(DerivedId.edgeOf(new EventId(EARLY), 9).id())
        .isLessThan(DerivedId.edgeOf(new EventId(LATE), 0).id());
  }

  @Test
  void equal_times_do_not_make_equal_ids() {
    assertThat(memory(EARLY)).isNotEqualTo(memory(EARLY.substring(0, 29) + "Z"));
  }

  @Test
  void every_derived_id_has_the_form_that_nobody_can_choose() {
    for (var event : new String[] {EARLY, EARLY.substring(4), "evt_x", "anything"}) {
      assertThat(memory(event)).matches("mem_[0-9a-f]{24}");
      assertThat(DerivedId.hasForm(memory(event))).isTrue();
    }
  }

  @Test
  void nobody_can_choose_the_id_of_an_entity_or_of_an_aspect() {
    assertThat(DerivedId.hasForm("mem_ent_af939bedafbd1838b259772a")).isTrue();
    assertThat(DerivedId.hasForm("mem_ent_af939bedafbd1838b259772a.0123456789abcdef")).isTrue();
    assertThat(DerivedId.hasForm("mem_ent_acme")).isFalse();
  }

  private static String memory(String event) {
    return DerivedId.memoryOf(new EventId(event)).id();
  }
}
