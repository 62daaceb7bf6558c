package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Deed;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What it means that a log has ended.
public interface EndContract extends OpensStorage {

  @Test
  default void nothing_is_appended_to_an_ended_log_also_after_a_restart() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(GLOBEX, "g1"));
      assertThat(asked(storage, ACME, Transaction::isEnded)).isFalse();

      done(storage, unit(ACME, Transaction::end));

      assertThat(failure(storage, Deed.of(ACME, "a2"))).isInstanceOf(IllegalStateException.class);
      done(storage, Deed.of(GLOBEX, "g2"));
    }
    try (var storage = open()) {
      assertThat(asked(storage, ACME, Transaction::isEnded)).isTrue();
      assertThat(asked(storage, GLOBEX, Transaction::isEnded)).isFalse();
      failure(storage, Deed.of(ACME, "a3"));
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  default void a_log_that_never_began_can_be_ended_too() {
    try (var storage = open()) {
      done(storage, unit(ACME, Transaction::end));

      failure(storage, Deed.of(ACME, "a1"));
      assertThat(head(storage, ACME).position()).isEqualTo(LogPosition.START);
    }
  }

  @Test
  default void the_units_behind_the_end_in_its_group_are_refused_and_those_before_it_stay() {
    try (var storage = open()) {
      var fates =
          storage.commit(
              List.of(Deed.of(ACME, "a1"), unit(ACME, Transaction::end), Deed.of(ACME, "a2")));

      assertThat(fates)
          .extracting(fate -> fate instanceof Fate.Done)
          .containsExactly(true, true, false);
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  default void an_end_that_is_undone_was_none() {
    try (var storage = open()) {
      failure(
          storage,
          unit(
              ACME,
              tx -> {
                tx.end();
                throw new IllegalStateException("poisoned");
              }));

      done(storage, Deed.of(ACME, "a1"));
    }
  }

  @Test
  default void maintenance_of_an_ended_log_goes_on() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), unit(ACME, Transaction::end));

      done(storage, unit(ACME, tx -> tx.erase(LogPosition.START, 1)));
      done(storage, unit(ACME, tx -> tx.drop(tx.activate(tx.openSpace()), 100)));

      assertThat(asked(storage, ACME, Transaction::isEnded)).isTrue();
    }
  }
}
