package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.seenBy;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Callers.admin;
import static dev.quipu.testkit.fixture.Callers.sketch;
import static dev.quipu.testkit.fixture.Callers.user;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.ATTIC;
import static dev.quipu.testkit.fixture.Names.AUDITOR;
import static dev.quipu.testkit.fixture.Names.BLUE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.CAROL;
import static dev.quipu.testkit.fixture.Names.CELLAR;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.EDITOR;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.PACT;
import static dev.quipu.testkit.fixture.Names.RED;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.SCRIBE;
import static dev.quipu.testkit.fixture.Names.TREATY;
import static dev.quipu.testkit.fixture.Names.agent;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.fixture.Names.team;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.At;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Step;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// That a limited scope sees exactly what the access rule admits, one line of the rule after the
/// other. [AccessFilterProperties] does the same at random.
public interface AccessContract extends OpensStorage {

  @Test
  default void a_private_object_is_its_owners_alone() {
    try (var storage = open()) {
      keep(storage, Envelopes.privateTo(ALICE));

      assertThat(isSeen(storage, user(ACME, ALICE))).isTrue();
      assertThat(isSeen(storage, user(ACME, BOB))).isFalse();
      assertThat(isSeen(storage, admin(ACME, BOB))).isFalse();
    }
  }

  @Test
  default void an_owner_is_known_by_kind_and_id() {
    try (var storage = open()) {
      keep(storage, Envelopes.privateTo(team(RED)));

      assertThat(isSeen(storage, user(ACME, team(RED)))).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(RED).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, agent(new AgentId(RED.value()))))).isFalse();
    }
  }

  @Test
  default void a_public_object_is_for_everybody_in_the_tenant() {
    try (var storage = open()) {
      keep(storage, Envelopes.forEverybody(ALICE));

      assertThat(isSeen(storage, user(ACME, BOB))).isTrue();
      assertThat(isSeen(storage, user(ACME, agent(SCOUT)))).isTrue();
      assertThat(isSeen(storage, user(GLOBEX, BOB))).isFalse();
      assertThat(isSeen(storage, user(GLOBEX, ALICE))).isFalse();
      assertThat(isSeen(storage, admin(GLOBEX, ALICE))).isFalse();
    }
  }

  @Test
  default void an_object_public_within_a_team_is_for_that_team() {
    try (var storage = open()) {
      keep(storage, Envelopes.forPublicOf(ALICE, RED));

      assertThat(isSeen(storage, sketch(ACME, BOB).in(RED).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(BLUE, RED).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(BLUE).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, BOB))).isFalse();
    }
  }

  @Test
  default void a_confidential_object_is_for_the_agents_it_names() {
    try (var storage = open()) {
      keep(storage, Envelopes.forAgent(ALICE, SCOUT));

      assertThat(isSeen(storage, user(ACME, agent(SCOUT)))).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).through(SCOUT).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).through(SCRIBE).caller())).isFalse();
      assertThat(isSeen(storage, sketch(ACME, agent(SCRIBE)).through(SCOUT).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, BOB))).isFalse();
    }
  }

  @Test
  default void a_confidential_object_is_for_the_teams_it_names() {
    try (var storage = open()) {
      keep(storage, Envelopes.forTeam(ALICE, RED));

      assertThat(isSeen(storage, sketch(ACME, BOB).in(RED).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(BLUE).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, ALICE))).isTrue();
    }
  }

  @Test
  default void a_confidential_object_is_for_the_roles_it_names() {
    try (var storage = open()) {
      keep(storage, Envelopes.forRole(ALICE, EDITOR));

      assertThat(isSeen(storage, sketch(ACME, BOB).as(EDITOR).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).as(AUDITOR).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, BOB))).isFalse();
    }
  }

  @Test
  default void a_confidential_object_that_names_nobody_is_for_its_owner_and_admins() {
    try (var storage = open()) {
      keep(storage, Envelopes.forNobodyNamed(ALICE));

      assertThat(isSeen(storage, user(ACME, ALICE))).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(RED).as(EDITOR).caller())).isFalse();
      assertThat(isSeen(storage, admin(ACME, BOB))).isTrue();
    }
  }

  @Test
  default void an_object_shared_by_contract_is_for_those_it_grants_reading_now() {
    try (var storage = open()) {
      keep(storage, Envelopes.byContract(ALICE, TREATY));

      assertThat(isSeen(storage, sketch(ACME, BOB).under(TREATY).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).under(PACT).caller())).isFalse();
      assertThat(isSeen(storage, user(ACME, BOB))).isFalse();
    }
  }

  @Test
  default void an_object_shared_with_a_team_is_for_that_team() {
    try (var storage = open()) {
      keep(storage, Envelopes.byTeam(ALICE, RED));

      assertThat(isSeen(storage, sketch(ACME, BOB).in(RED).caller())).isTrue();
      assertThat(isSeen(storage, sketch(ACME, BOB).in(BLUE).caller())).isFalse();
    }
  }

  @Test
  default void an_admin_sees_what_is_not_private_and_in_a_search_only_when_asking_so() {
    try (var storage = open()) {
      keep(storage, Envelopes.forTeam(ALICE, RED));
      var admin = admin(ACME, BOB);

      assertThat(isSeen(storage, admin)).isTrue();
      assertThat(isSeen(storage, admin, new Reading(DUSK, true, false, false))).isFalse();
      assertThat(isSeen(storage, admin, new Reading(DUSK, true, true, false))).isTrue();
      assertThat(isSeen(storage, user(ACME, BOB), new Reading(DUSK, true, true, true))).isFalse();
    }
  }

  @Test
  default void an_object_is_absent_from_the_instant_it_expires() {
    try (var storage = open()) {
      keep(storage, Envelopes.until(Envelopes.OPEN, DUSK));
      var alice = user(ACME, ALICE);

      assertThat(isSeen(storage, alice, Reading.plain(DUSK.minusNanos(1000)))).isTrue();
      assertThat(isSeen(storage, alice, Reading.plain(DUSK))).isFalse();
      assertThat(isSeen(storage, alice, Reading.plain(DUSK.plusNanos(1000)))).isFalse();
    }
  }

  @Test
  default void a_caller_bound_to_workspaces_sees_only_those_and_what_has_none() {
    try (var storage = open()) {
      keep(storage, Envelopes.OPEN.in(ATTIC));
      done(storage, Deed.of(ACME, "a2").create(memory("nowhere")));

      assertThat(seen(storage, user(ACME, ALICE))).containsExactly("m", "nowhere");
      assertThat(seen(storage, sketch(ACME, ALICE).boundTo(ATTIC).caller()))
          .containsExactly("m", "nowhere");
      assertThat(seen(storage, sketch(ACME, ALICE).boundTo(CELLAR, ATTIC).caller()))
          .containsExactly("m", "nowhere");
      assertThat(seen(storage, sketch(ACME, ALICE).boundTo(CELLAR).caller()))
          .containsExactly("nowhere");
      assertThat(seen(storage, sketch(ACME, ALICE).boundTo().caller())).containsExactly("nowhere");
      assertThat(seen(storage, sketch(ACME, ALICE).admin().boundTo(CELLAR).caller()))
          .containsExactly("nowhere");
    }
  }

  @Test
  default void what_is_quarantined_is_seen_by_an_admin_who_asks_for_it() {
    try (var storage = open()) {
      keep(storage, Envelopes.OPEN);
      done(storage, Deed.of(ACME, "a2").quarantine(memory("m")));
      var asking = new Reading(DUSK, false, false, true);

      assertThat(isSeen(storage, user(ACME, ALICE))).isFalse();
      assertThat(isSeen(storage, user(ACME, ALICE), asking)).isFalse();
      assertThat(isSeen(storage, admin(ACME, BOB))).isFalse();
      assertThat(isSeen(storage, admin(ACME, BOB), asking)).isTrue();

      done(storage, Deed.of(ACME, "a3").and(new Step.Quarantine(memory("m"), false)));
      assertThat(isSeen(storage, user(ACME, ALICE))).isTrue();
    }
  }

  @Test
  default void what_is_not_indexed_is_absent_from_a_search_and_only_there() {
    try (var storage = open()) {
      keep(storage, Envelopes.notIndexed(Envelopes.OPEN));

      assertThat(isSeen(storage, user(ACME, ALICE))).isTrue();
      assertThat(isSeen(storage, user(ACME, ALICE), new Reading(DUSK, true, false, false)))
          .isFalse();
      assertThat(isSeen(storage, admin(ACME, BOB), new Reading(DUSK, true, true, true))).isFalse();
    }
  }

  @Test
  default void access_is_judged_at_the_head_for_every_version() {
    try (var storage = open()) {
      keep(storage, Envelopes.OPEN);
      done(storage, Deed.of(ACME, "a2"));
      done(
          storage,
          Deed.of(ACME, "a3").and(new Step.Guard(memory("m"), Envelopes.privateTo(ALICE))));

      try (var bob = seenBy(storage, user(ACME, BOB));
          var alice = seenBy(storage, user(ACME, ALICE))) {
        assertThat(bob.object(memory("m"), new At(DUSK, at(2)))).isNull();
        assertThat(alice.object(memory("m"), new At(DUSK, at(2)))).isNotNull();
      }
      done(storage, Deed.of(ACME, "a4").and(new Step.Guard(memory("m"), Envelopes.OPEN)));
      try (var bob = seenBy(storage, user(ACME, BOB))) {
        assertThat(bob.object(memory("m"), new At(DUSK, at(3)))).isNotNull();
      }
    }
  }

  @Test
  default void objects_that_share_an_audience_open_together_and_others_stay_shut() {
    try (var storage = open()) {
      keep(storage, Envelopes.forTeam(ALICE, RED));
      done(
          storage,
          Deed.of(ACME, "a2")
              .create(memory("same"), Envelopes.forTeam(ALICE, RED))
              .create(memory("blue"), Envelopes.forTeam(ALICE, BLUE))
              .create(memory("carols"), Envelopes.forTeam(CAROL, RED)));

      assertThat(seen(storage, sketch(ACME, BOB).in(RED).caller()))
          .containsExactly("m", "carols", "same");
      assertThat(seen(storage, user(ACME, ALICE))).containsExactly("m", "blue", "same");
      assertThat(seen(storage, user(ACME, BOB))).isEmpty();
    }
  }

  @Test
  default void a_list_is_filled_from_what_is_seen() {
    try (var storage = open()) {
      var deed = Deed.of(ACME, "a1");
      for (int i = 10; i < 60; i++) {
        deed =
            deed.create(memory("m" + i), i % 10 == 0 ? Envelopes.OPEN : Envelopes.privateTo(ALICE));
      }
      done(storage, deed);

      try (var bob = seenBy(storage, user(ACME, BOB))) {
        assertThat(
                bob.objects(new ObjectListing(ObjectType.MEMORY, Map.of(), null, 3), latest(bob)))
            .extracting(stored -> stored.object().ref().id())
            .containsExactly("m10", "m20", "m30");
      }
    }
  }

  @Test
  default void the_whole_scope_sees_everything_that_is_there() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1")
              .create(memory("expired"), Envelopes.until(Envelopes.OPEN, DUSK))
              .create(memory("private"), Envelopes.privateTo(ALICE))
              .create(memory("quarantined")),
          Deed.of(ACME, "a2").quarantine(memory("quarantined")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(seen(snapshot)).containsExactly("expired", "private", "quarantined");
      }
    }
  }

  private static void keep(Storage storage, Envelope envelope) {
    done(storage, Deed.of(ACME, "a1").guarded(envelope).create(memory("m"), envelope));
  }

  private static boolean isSeen(Storage storage, Caller caller) {
    return isSeen(storage, caller, Reading.plain(DUSK));
  }

  /// Whether the memory `m` is seen, by every way of reading alike.
  private static boolean isSeen(Storage storage, Caller caller, Reading reading) {
    try (var snapshot = storage.read(ReadScope.of(caller, reading))) {
      boolean seen = snapshot.object(memory("m"), new At(DUSK, at(9))) != null;
      assertThat(seen(snapshot).contains("m")).isEqualTo(seen);
      assertThat(snapshot.history(memory("m"), at(9), new HistoryPage(9, 9)) != null)
          .isEqualTo(seen);
      return seen;
    }
  }

  private static List<String> seen(Storage storage, Caller caller) {
    try (var snapshot = seenBy(storage, caller)) {
      return seen(snapshot);
    }
  }

  private static List<String> seen(Snapshot snapshot) {
    var all = new ObjectListing(ObjectType.MEMORY, Map.of(), null, 100);
    return snapshot.objects(all, new At(DUSK, at(9))).stream()
        .map(stored -> stored.object().ref().id())
        .toList();
  }
}
