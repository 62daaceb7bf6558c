package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Deed;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// By what others notice that something happened to a tenant.
public interface TouchedContract extends OpensStorage {

  @Test
  default void every_commit_that_changes_anything_of_a_tenant_touches_it() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(GLOBEX, "g1"));

      assertTouches(storage, Deed.of(ACME, "a2"));
      var space = asked(storage, ACME, Transaction::openSpace);
      assertTouches(storage, unit(ACME, tx -> tx.activate(space)));
      assertTouches(storage, unit(ACME, tx -> tx.erase(LogPosition.START, 1)));
      assertTouches(storage, unit(ACME, Transaction::end));
    }
  }

  private static void assertTouches(Storage storage, Unit unit) {
    var before = storage.touched(List.of(ACME, GLOBEX));
    done(storage, unit);
    var after = storage.touched(List.of(ACME, GLOBEX));
    assertThat(after.get(ACME)).isNotEqualTo(before.get(ACME));
    assertThat(after.get(GLOBEX)).as("nobody else").isEqualTo(before.get(GLOBEX));
  }

  @Test
  default void looking_and_failing_touch_nobody() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var before = storage.touched(List.of(ACME));

      head(storage, ACME);
      asked(storage, ACME, Transaction::head);
      failure(storage, Deed.of(ACME, "a1"));

      assertThat(storage.touched(List.of(ACME))).isEqualTo(before);
    }
  }

  @Test
  default void one_question_is_about_any_number_of_tenants_also_those_that_have_not_begun() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(GLOBEX, "g1"));
      var many = IntStream.range(0, 3_000).mapToObj(i -> new TenantId("t_never" + i));

      assertThat(storage.touched(Stream.concat(many, Stream.of(GLOBEX)).toList()))
          .containsOnlyKeys(GLOBEX);
      assertThat(storage.touched(List.of())).isEmpty();
    }
  }
}
