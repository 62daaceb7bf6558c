package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.seenBy;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.edge;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static dev.quipu.testkit.storage.FactsContract.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EdgeListing.Place;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the edges of a node show.
public interface EdgeListingContract extends OpensStorage {

  EdgeListing ALL = new EdgeListing(Set.of(Direction.OUT, Direction.IN), Set.of(), null, 100);

  @Test
  default void edges_of_one_direction_come_by_type_and_then_by_id() {
    try (var storage = open()) {
      weave(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "hub", out(null, 100))).containsExactly("e3", "E4", "e1", "e2");
      }
    }
  }

  @Test
  default void edges_of_both_directions_come_by_the_word_of_the_direction_first() {
    try (var storage = open()) {
      weave(storage);
      done(storage, Deed.of(ACME, "a9").link("e9", "likes", memory("a"), memory("hub")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "hub", ALL)).containsExactly("e9", "e3", "E4", "e1", "e2");
      }
    }
  }

  @Test
  default void edges_are_seen_from_both_of_their_nodes() {
    try (var storage = open()) {
      weave(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "b", ALL)).containsExactlyInAnyOrder("E4", "e2", "e5");
        var seen = snapshot.edges(memory("c"), ALL, latest(snapshot)).getFirst();
        assertThat(seen.adjacent())
            .isEqualTo(
                new AdjacentRow(memory("c"), Direction.IN, "knows", edge("e3"), memory("hub")));
        assertThat(seen.edge().object().ref()).isEqualTo(edge("e3"));
      }
    }
  }

  @Test
  default void edges_can_be_asked_for_by_direction_and_type() {
    try (var storage = open()) {
      weave(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "b", listing(Set.of(Direction.IN), Set.of())))
            .containsExactly("E4", "e2");
        assertThat(ids(snapshot, "b", listing(Set.of(Direction.OUT), Set.of())))
            .containsExactly("e5");
        assertThat(ids(snapshot, "hub", listing(Set.of(Direction.OUT), Set.of("knows"))))
            .containsExactly("e3");
        assertThat(ids(snapshot, "hub", listing(Set.of(Direction.OUT), Set.of("knows", "likes"))))
            .containsExactly("e3", "E4", "e1", "e2");
        assertThat(ids(snapshot, "hub", listing(Set.of(Direction.OUT), Set.of("hates")))).isEmpty();
      }
    }
  }

  @Test
  default void an_edge_from_a_node_to_itself_is_seen_in_both_directions() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("m")),
          Deed.of(ACME, "a2").link("self", "likes", memory("m"), memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "m", ALL)).containsExactly("self", "self");
      }
    }
  }

  @Test
  default void edges_go_on_behind_a_place() {
    try (var storage = open()) {
      weave(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, "hub", out(null, 2))).containsExactly("e3", "E4");
        assertThat(ids(snapshot, "hub", out(new Place(Direction.OUT, "likes", "E4"), 2)))
            .containsExactly("e1", "e2");
        assertThat(ids(snapshot, "hub", out(new Place(Direction.OUT, "likes", "e2"), 2))).isEmpty();
      }
    }
  }

  @Test
  default void pages_through_both_directions_show_each_edge_once() {
    try (var storage = open()) {
      weave(storage);
      done(storage, Deed.of(ACME, "a9").link("e9", "likes", memory("a"), memory("hub")));

      try (var snapshot = whole(storage, ACME)) {
        var seen = new ArrayList<String>();
        @Nullable Place place = null;
        for (int page = 0; page < 5; page++) {
          var one = new EdgeListing(ALL.directions(), Set.of(), place, 1);
          var found = snapshot.edges(memory("hub"), one, latest(snapshot)).getFirst().adjacent();
          seen.add(found.edge().id());
          place = new Place(found.direction(), found.edgeType(), found.edge().id());
        }
        assertThat(seen).containsExactlyInAnyOrder("E4", "e1", "e2", "e3", "e9");
        var rest = new EdgeListing(ALL.directions(), Set.of(), place, 1);
        assertThat(snapshot.edges(memory("hub"), rest, latest(snapshot))).isEmpty();
      }
    }
  }

  @Test
  default void edges_hold_on_both_clocks_like_every_object() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("a")).create(memory("b")));
      done(storage, Deed.of(ACME, "a2").link("e", "likes", memory("a"), memory("b")));
      done(storage, Deed.of(ACME, "a3").and(new Step.End(edge("e"), NOON)));
      done(storage, Deed.of(ACME, "a4").delete(edge("e")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.edges(memory("a"), ALL, new At(DUSK, at(1)))).isEmpty();
        assertThat(snapshot.edges(memory("a"), ALL, new At(DUSK, at(2)))).hasSize(1);
        assertThat(snapshot.edges(memory("a"), ALL, new At(NOON, at(3)))).isEmpty();
        assertThat(snapshot.edges(memory("a"), ALL, new At(DAWN, at(3)))).hasSize(1);
        assertThat(snapshot.edges(memory("a"), ALL, new At(DAWN, at(4)))).isEmpty();
      }
    }
  }

  @Test
  default void an_edge_is_absent_where_one_of_its_ends_is() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1")
              .create(memory("a"))
              .create(memory("late"), Envelopes.OPEN, named("late"), NOON)
              .link("e1", "likes", memory("a"), memory("late"))
              .link("e2", "likes", memory("a"), memory("missing")));
      done(storage, Deed.of(ACME, "a2").delete(memory("late")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.edges(memory("a"), ALL, new At(NOON, at(1)))).hasSize(1);
        assertThat(snapshot.edges(memory("a"), ALL, new At(DAWN, at(1)))).isEmpty();
        assertThat(snapshot.edges(memory("late"), ALL, new At(DAWN, at(1)))).isEmpty();
        assertThat(snapshot.edges(memory("a"), ALL, new At(NOON, at(2)))).isEmpty();
        assertThat(snapshot.edges(memory("late"), ALL, new At(NOON, at(2)))).isEmpty();
        assertThat(snapshot.edges(memory("missing"), ALL, new At(NOON, at(1)))).isEmpty();
      }
    }
  }

  @Test
  default void an_event_at_the_end_of_an_edge_is_in_force_from_its_position_on() {
    try (var storage = open()) {
      var event = ObjectRef.of(event("a2"));
      done(storage, Deed.of(ACME, "a1").create(memory("a")).link("e", "from", memory("a"), event));
      done(storage, Deed.of(ACME, "a2"));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.edges(memory("a"), ALL, new At(DUSK, at(1)))).isEmpty();
        assertThat(snapshot.edges(memory("a"), ALL, new At(DAWN, at(2)))).hasSize(1);
        assertThat(snapshot.edges(event, ALL, new At(DAWN, at(2)))).hasSize(1);
        assertThat(snapshot.edges(event, ALL, new At(DUSK, at(1)))).isEmpty();
      }
    }
  }

  @Test
  default void an_edge_to_an_event_is_seen_by_those_who_see_the_event() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").guarded(Envelopes.privateTo(ALICE)),
          Deed.of(ACME, "a2")
              .create(memory("a"))
              .link("e", "from", memory("a"), ObjectRef.of(event("a1"))));

      try (var alice = seenBy(storage, Callers.user(ACME, ALICE));
          var bob = seenBy(storage, Callers.user(ACME, BOB))) {
        assertThat(ids(alice, "a", ALL)).containsExactly("e");
        assertThat(ids(bob, "a", ALL)).isEmpty();
      }
    }
  }

  @Test
  default void an_edge_is_seen_by_those_who_see_it_and_both_of_its_ends() {
    try (var storage = open()) {
      var secret = Envelopes.privateTo(ALICE);
      done(
          storage,
          Deed.of(ACME, "a1")
              .create(memory("a"))
              .create(memory("b"))
              .create(memory("secret"), secret)
              .link("open", "likes", memory("a"), memory("b"))
              .link("toSecret", "likes", memory("a"), memory("secret"))
              .and(new Step.Link(edge("hidden"), "likes", memory("a"), memory("b"), secret, DAWN)));

      try (var alice = seenBy(storage, Callers.user(ACME, ALICE));
          var bob = seenBy(storage, Callers.user(ACME, BOB))) {
        assertThat(ids(alice, "a", ALL)).containsExactlyInAnyOrder("hidden", "open", "toSecret");
        assertThat(ids(bob, "a", ALL)).containsExactly("open");
        assertThat(ids(alice, "secret", ALL)).containsExactly("toSecret");
        assertThat(ids(bob, "secret", ALL)).isEmpty();
      }
    }
  }

  @Test
  default void it_is_told_which_of_some_nodes_have_ever_had_an_edge_for_those_who_see_both() {
    try (var storage = open()) {
      var secret = Envelopes.privateTo(ALICE);
      var all = List.of(memory("a"), memory("b"), memory("secret"), memory("alone"), memory("no"));
      done(
          storage,
          Deed.of(ACME, "a1")
              .create(memory("a"))
              .create(memory("b"))
              .create(memory("alone"))
              .create(memory("secret"), secret)
              .link("toSecret", "likes", memory("a"), memory("secret"))
              .and(new Step.Link(edge("hidden"), "likes", memory("b"), memory("a"), secret, DAWN)));
      done(storage, Deed.of(ACME, "a2").delete(edge("toSecret")).delete(memory("secret")));

      try (var alice = seenBy(storage, Callers.user(ACME, ALICE));
          var bob = seenBy(storage, Callers.user(ACME, BOB))) {
        assertThat(alice.withEdges(all))
            .containsExactlyInAnyOrder(memory("a"), memory("b"), memory("secret"));
        assertThat(bob.withEdges(all)).containsExactly(memory("a"));
        assertThat(alice.withEdges(List.of())).isEmpty();
      }
    }
  }

  @Test
  default void events_have_edges_too() {
    try (var storage = open()) {
      var event = ObjectRef.of(event("a1"));
      done(storage, Deed.of(ACME, "a1").create(memory("a")).link("e", "from", memory("a"), event));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.withEdges(List.of(event, memory("a"))))
            .containsExactlyInAnyOrder(event, memory("a"));
      }
    }
  }

  private static void weave(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "a1")
            .create(memory("hub"))
            .create(memory("a"))
            .create(memory("b"))
            .create(memory("c")),
        Deed.of(ACME, "a2")
            .link("e2", "likes", memory("hub"), memory("b"))
            .link("e1", "likes", memory("hub"), memory("a"))
            .link("e5", "likes", memory("b"), memory("a")),
        Deed.of(ACME, "a3")
            .link("e3", "knows", memory("hub"), memory("c"))
            .link("E4", "likes", memory("hub"), memory("b")));
  }

  private static EdgeListing out(@Nullable Place after, int limit) {
    return new EdgeListing(Set.of(Direction.OUT), Set.of(), after, limit);
  }

  private static EdgeListing listing(Set<Direction> directions, Set<String> edgeTypes) {
    return new EdgeListing(directions, edgeTypes, null, 100);
  }

  private static List<String> ids(Snapshot snapshot, String node, EdgeListing listing) {
    return snapshot.edges(memory(node), listing, latest(snapshot)).stream()
        .map(found -> found.edge().object().ref().id())
        .toList();
  }
}
