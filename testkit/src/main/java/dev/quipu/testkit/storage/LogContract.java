package dev.quipu.testkit.storage;

import static dev.quipu.model.id.TenantId.PLATFORM;
import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.fixture.Names.visibleAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Changes;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.EntryForge;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.fixture.Told;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `Storage` promises about the log.
public interface LogContract extends OpensStorage {

  @Test
  default void the_log_of_a_tenant_that_nobody_has_written_to_is_empty() {
    try (var storage = open();
        var snapshot = whole(storage, ACME)) {
      assertThat(snapshot.head()).isEqualTo(Head.EMPTY);
      assertThat(snapshot.log(LogPosition.START, 10)).isEmpty();
    }
  }

  @Test
  default void
      the_platforms_log_begins_with_the_storage_and_a_tenants_when_the_platform_makes_it() {
    try (var storage = open()) {
      assertThat(storage.tenants()).containsExactly(PLATFORM);

      done(storage, Deed.of(PLATFORM, "p1").create(new ObjectRef(ObjectType.TENANT, "globex")));
      done(storage, Deed.of(ACME, "a1"));

      assertThat(storage.tenants()).containsExactly(ACME, GLOBEX, PLATFORM);
      try (var snapshot = whole(storage, GLOBEX)) {
        assertThat(snapshot.activeSpace()).isNotNull();
        assertThat(snapshot.head()).isEqualTo(Head.EMPTY);
      }
    }
  }

  @Test
  default void a_tenant_can_be_made_and_written_to_in_one_group() {
    try (var storage = open()) {
      done(
          storage,
          unit(GLOBEX, tx -> assertThat(tx.head()).isEqualTo(Head.EMPTY)),
          Deed.of(PLATFORM, "p1").create(new ObjectRef(ObjectType.TENANT, "globex")),
          Deed.of(GLOBEX, "g1"));

      assertThat(positionsAndNames(storage, GLOBEX)).containsExactly("1 g1");
    }
  }

  @Test
  default void positions_start_at_1_and_have_no_gaps_across_groups_and_tenants() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(GLOBEX, "g1"), Deed.of(ACME, "a2"));
      done(storage, Deed.of(GLOBEX, "g2"));
      done(storage, Deed.of(ACME, "a3"), Deed.of(ACME, "a4"), Deed.of(GLOBEX, "g3"));

      assertThat(positionsAndNames(storage, ACME)).containsExactly("1 a1", "2 a2", "3 a3", "4 a4");
      assertThat(positionsAndNames(storage, GLOBEX)).containsExactly("1 g1", "2 g2", "3 g3");
    }
  }

  @Test
  default void a_failed_unit_leaves_no_gap() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      failure(storage, new Poisoned(Deed.of(ACME, "a2")));
      storage.commit(
          List.of(Deed.of(ACME, "a3"), new Poisoned(Deed.of(ACME, "a4")), Deed.of(ACME, "a5")));

      assertThat(positionsAndNames(storage, ACME)).containsExactly("1 a1", "2 a3", "3 a5");
    }
  }

  @Test
  default void a_unit_may_append_several_entries() {
    try (var storage = open()) {
      done(
          storage,
          unit(
              ACME,
              tx -> {
                Deed.of(ACME, "a1").create(memory("m")).run(tx);
                Deed.of(ACME, "a2").delete(memory("m")).run(tx);
              }));

      assertThat(positionsAndNames(storage, ACME)).containsExactly("1 a1", "2 a2");
    }
  }

  @Test
  default void an_entry_comes_back_as_it_was_appended() {
    try (var storage = open()) {
      var appended = new ArrayList<LogLine>();
      var deed = Deed.of(ACME, "a1").create(memory("m"));
      done(
          storage,
          unit(
              ACME,
              tx -> {
                var entry = new EntryForge(7).seal(tx.head(), deed, List.of());
                appended.clear();
                appended.add(entry);
                tx.append(entry, NO_CHANGES);
              }));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(Told.all(snapshot.log(LogPosition.START, 10))).isEqualTo(Told.all(appended));
      }
    }
  }

  @Test
  default void the_chain_can_be_walked_from_the_first_entry_to_the_head() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"), Deed.of(ACME, "a3"));

      try (var snapshot = whole(storage, ACME)) {
        var previous = Hash.ZERO;
        for (var line : snapshot.log(LogPosition.START, 10)) {
          assertThat(line.seal().follows(previous)).isTrue();
          assertThat(line.seal().covers(((LogEntry) line).content())).isTrue();
          previous = line.seal().hash();
        }
        assertThat(snapshot.head()).isEqualTo(new Head(at(3), previous, visibleAt(3)));
      }
    }
  }

  @Test
  default void the_log_is_read_in_pages_oldest_first() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"), Deed.of(ACME, "a3"));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(names(snapshot.log(LogPosition.START, 2))).containsExactly("1 a1", "2 a2");
        assertThat(names(snapshot.log(at(2), 2))).containsExactly("3 a3");
        assertThat(names(snapshot.log(at(3), 2))).isEmpty();
      }
      List<String> page = asked(storage, ACME, tx -> names(tx.log(at(1), 1)));
      assertThat(page).containsExactly("2 a2");
    }
  }

  @Test
  default void an_entry_that_does_not_follow_the_head_is_an_illegal_argument() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var first = head(storage, ACME);
      done(storage, Deed.of(ACME, "a2"));
      var head = head(storage, ACME);

      var gap = new Head(head.position().next(), head.hash(), head.visibleTime());
      var broken = new Head(head.position(), Hash.of(new byte[] {1}), head.visibleTime());
      for (var wrong : List.of(Head.EMPTY, first, gap, broken)) {
        assertThat(failure(storage, after(wrong, Deed.of(ACME, "a3"))))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(head(storage, ACME)).isEqualTo(head);
    }
  }

  @Test
  default void an_entry_that_is_not_later_than_the_head_is_an_illegal_argument() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var head = head(storage, ACME);
      var entry = new EntryForge(1).sealAt(head, Deed.of(ACME, "a2"), head.visibleTime());

      assertThat(failure(storage, unit(ACME, tx -> tx.append(entry, NO_CHANGES))))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  default void an_entry_of_another_tenant_is_an_illegal_argument() {
    try (var storage = open()) {
      assertThat(failure(storage, unit(ACME, tx -> Deed.of(GLOBEX, "g1").run(tx))))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(head(storage, GLOBEX)).isEqualTo(Head.EMPTY);
    }
  }

  @Test
  default void an_event_id_is_in_a_tenants_log_at_most_once() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "same"));

      failure(storage, bare(Deed.of(ACME, "same")));
      storage.commit(List.of(bare(Deed.of(ACME, "twice")), bare(Deed.of(ACME, "twice"))));
      done(storage, Deed.of(GLOBEX, "same"));

      assertThat(positionsAndNames(storage, ACME)).containsExactly("1 same", "2 twice");
      assertThat(positionsAndNames(storage, GLOBEX)).containsExactly("1 same");
    }
  }

  @Test
  default void the_time_of_a_position_is_when_its_entry_became_visible() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.visibleTimeOf(at(1))).isEqualTo(visibleAt(1));
        assertThat(snapshot.visibleTimeOf(at(2))).isEqualTo(visibleAt(2));
        assertThat(snapshot.visibleTimeOf(at(3))).isNull();
        assertThat(snapshot.visibleTimeOf(LogPosition.START)).isNull();
      }
    }
  }

  @Test
  default void the_position_at_a_time_is_the_last_one_visible_by_then() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.positionAt(visibleAt(1).minusNanos(1000))).isEqualTo(LogPosition.START);
        assertThat(snapshot.positionAt(visibleAt(1))).isEqualTo(at(1));
        assertThat(snapshot.positionAt(visibleAt(2).minusNanos(1000))).isEqualTo(at(1));
        assertThat(snapshot.positionAt(visibleAt(2))).isEqualTo(at(2));
        assertThat(snapshot.positionAt(visibleAt(9))).isEqualTo(at(2));
      }
    }
  }

  @Test
  default void times_keep_their_microseconds() {
    try (var storage = open()) {
      var time = visibleAt(1).plusNanos(123_456_000);
      var entry = new EntryForge(1).sealAt(Head.EMPTY, Deed.of(ACME, "a1"), time);
      done(storage, unit(ACME, tx -> tx.append(entry, NO_CHANGES)));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.head().visibleTime()).isEqualTo(time);
        assertThat(snapshot.visibleTimeOf(at(1))).isEqualTo(time);
        assertThat(snapshot.positionAt(time.minusNanos(1000))).isEqualTo(LogPosition.START);
        assertThat(snapshot.positionAt(time)).isEqualTo(at(1));
      }
    }
  }

  Changes NO_CHANGES = new Changes(List.of(), List.of());

  /// Appends the deed's event and no rows, so that nothing but its name is in the way.
  private static Unit bare(Deed deed) {
    return unit(
        deed.tenant(),
        tx -> tx.append(new EntryForge(1).seal(tx.head(), deed, List.of()), NO_CHANGES));
  }

  private static Unit after(Head head, Deed deed) {
    return unit(
        deed.tenant(), tx -> tx.append(new EntryForge(1).seal(head, deed, List.of()), NO_CHANGES));
  }

  private static List<String> positionsAndNames(Storage storage, TenantId tenant) {
    try (var snapshot = Acts.whole(storage, tenant)) {
      return names(snapshot.log(LogPosition.START, 100));
    }
  }

  private static List<String> names(List<LogLine> lines) {
    return lines.stream().map(line -> line.position() + " " + line.eventId()).toList();
  }
}
