package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.At;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a list of objects shows.
public interface ObjectListingContract extends OpensStorage {

  @Test
  default void objects_are_listed_in_the_order_in_which_they_were_created() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("z")));
      done(storage, Deed.of(ACME, "a2").create(memory("y")).create(ObjectRef.of(SCOUT)));
      done(storage, Deed.of(ACME, "a3").change(memory("z"), colour("red", "big"), NOON));
      done(storage, Deed.of(ACME, "a4").create(memory("x")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, Map.of(), new At(DUSK, at(4)))).containsExactly("z", "y", "x");
      }
    }
  }

  @Test
  default void objects_can_be_listed_newest_first() {
    try (var storage = open()) {
      paint(storage);

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(4));
        assertThat(ids(snapshot, newestFirst(Map.of(), null, 9), now))
            .containsExactly("m4", "m3", "m2", "m1");
        assertThat(ids(snapshot, newestFirst(Map.of(), new Place(at(3), "m3"), 1), now))
            .containsExactly("m2");
        assertThat(ids(snapshot, newestFirst(Map.of(), new Place(at(3), ""), 1), now))
            .containsExactly("m2");
        assertThat(ids(snapshot, newestFirst(Map.of("colour", "red"), null, 9), now))
            .containsExactly("m2", "m1");
        assertThat(ids(snapshot, newestFirst(Map.of(), null, 9), new At(DUSK, at(2))))
            .containsExactly("m2", "m1");
      }
    }
  }

  private static ObjectListing newestFirst(
      Map<String, String> fields, @Nullable Place after, int limit) {
    return new ObjectListing(ObjectType.MEMORY, fields, after, limit, true);
  }

  @Test
  default void objects_of_one_entry_are_listed_by_the_codes_of_their_ids_not_by_an_alphabet() {
    try (var storage = open()) {
      var deed = Deed.of(ACME, "a1");
      for (var id : List.of("b", "a_", "A", "a.", "a", "B", "a-", "10", "9", "a:")) {
        deed = deed.create(memory(id));
      }
      done(storage, deed);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, Map.of(), new At(DUSK, at(1))))
            .containsExactly("10", "9", "A", "B", "a", "a-", "a.", "a:", "a_", "b");
      }
    }
  }

  @Test
  default void a_value_of_any_length_can_be_listed_by() {
    var beginning = "it ".repeat(200);
    var one = noise(3_000);
    var other = noise(3_001);
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1")
              .create(memory("one"), Envelopes.OPEN, colour(beginning + one, "big"), DAWN)
              .create(memory("other"), Envelopes.OPEN, colour(beginning + other, "big"), DAWN));

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(1));
        assertThat(ids(snapshot, Map.of("colour", beginning + one), now)).containsExactly("one");
        assertThat(ids(snapshot, Map.of("colour", beginning + other, "size", "big"), now))
            .containsExactly("other");
        assertThat(ids(snapshot, Map.of("colour", beginning), now)).isEmpty();
      }
    }
  }

  /// A text that cannot be made shorter.
  private static String noise(int length) {
    var text = new StringBuilder();
    new Random(length).ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
    return text.toString();
  }

  @Test
  default void a_list_goes_on_behind_a_place_whether_that_is_still_listed_or_not() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("c")).create(memory("d")),
          Deed.of(ACME, "a2").create(memory("b")).create(memory("a")),
          Deed.of(ACME, "a3").delete(memory("d")));

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(3));
        assertThat(ids(snapshot, listing(Map.of(), null, 2), now)).containsExactly("c", "a");
        assertThat(ids(snapshot, listing(Map.of(), new Place(at(1), "d"), 2), now))
            .containsExactly("a", "b");
        assertThat(ids(snapshot, listing(Map.of(), new Place(at(2), "a"), 2), now))
            .containsExactly("b");
        assertThat(ids(snapshot, listing(Map.of(), new Place(at(2), "b"), 2), now)).isEmpty();
      }
    }
  }

  @Test
  default void only_objects_in_force_at_the_point_are_listed() {
    try (var storage = open()) {
      var later = colour("red", "big");
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("always")).create(memory("deleted")),
          Deed.of(ACME, "a2").create(memory("later"), Envelopes.OPEN, later, NOON),
          Deed.of(ACME, "a3").delete(memory("deleted")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, Map.of(), new At(DUSK, at(3)))).containsExactly("always", "later");
        assertThat(ids(snapshot, Map.of(), new At(DAWN, at(3)))).containsExactly("always");
        assertThat(ids(snapshot, Map.of(), new At(DUSK, at(2))))
            .containsExactly("always", "deleted", "later");
        assertThat(ids(snapshot, Map.of(), new At(DUSK, at(1))))
            .containsExactly("always", "deleted");
      }
    }
  }

  @Test
  default void all_fields_must_hold() {
    try (var storage = open()) {
      paint(storage);

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(4));
        assertThat(ids(snapshot, Map.of("colour", "red"), now)).containsExactly("m1", "m2");
        assertThat(ids(snapshot, Map.of("colour", "red", "size", "big"), now))
            .containsExactly("m1");
        assertThat(ids(snapshot, Map.of("colour", "green"), now)).isEmpty();
        assertThat(ids(snapshot, Map.of("colour", "Red"), now)).isEmpty();
        assertThat(ids(snapshot, Map.of("shape", "red"), now)).isEmpty();
      }
    }
  }

  @Test
  default void a_number_or_boolean_counts_by_its_canonical_text() {
    try (var storage = open()) {
      var body =
          JsonObject.of(
              "rank",
              Json.of(2.50),
              "done",
              Json.of(true),
              "text",
              Json.of("true"),
              "none",
              Json.NULL);
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.OPEN, body, DAWN));

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(1));
        assertThat(ids(snapshot, Map.of("rank", "2.5"), now)).containsExactly("m");
        assertThat(ids(snapshot, Map.of("rank", "2.50"), now)).isEmpty();
        assertThat(ids(snapshot, Map.of("done", "true"), now)).containsExactly("m");
        assertThat(ids(snapshot, Map.of("done", "false"), now)).isEmpty();
        assertThat(ids(snapshot, Map.of("none", "null"), now)).isEmpty();
        assertThat(ids(snapshot, Map.of("text", "true"), now)).containsExactly("m");
        assertThat(ids(snapshot, Map.of("text", "\"true\""), now)).isEmpty();
      }
    }
  }

  @Test
  default void fields_must_hold_in_the_version_that_is_in_force() {
    try (var storage = open()) {
      paint(storage);
      done(storage, Deed.of(ACME, "a5").change(memory("m1"), colour("blue", "big"), NOON));

      try (var snapshot = whole(storage, ACME)) {
        var red = Map.of("colour", "red");
        var blue = Map.of("colour", "blue");
        assertThat(ids(snapshot, red, new At(NOON, at(5)))).containsExactly("m2");
        assertThat(ids(snapshot, blue, new At(NOON, at(5)))).containsExactly("m1", "m3");
        assertThat(ids(snapshot, red, new At(DAWN, at(5)))).containsExactly("m1", "m2");
        assertThat(ids(snapshot, red, new At(NOON, at(4)))).containsExactly("m1", "m2");
      }
    }
  }

  @Test
  default void a_filtered_list_fills_its_page_from_behind_what_does_not_match() {
    try (var storage = open()) {
      var deed = Deed.of(ACME, "a1");
      for (int i = 10; i < 60; i++) {
        deed =
            deed.create(
                memory("m" + i), Envelopes.OPEN, colour(i % 10 == 0 ? "red" : "blue", "big"), DAWN);
      }
      done(storage, deed);

      try (var snapshot = whole(storage, ACME)) {
        var now = new At(DUSK, at(1));
        var seen = new ArrayList<String>();
        @Nullable Place place = null;
        for (int page = 0; page < 3; page++) {
          var found = ids(snapshot, listing(Map.of("colour", "red"), place, 2), now);
          seen.addAll(found);
          place = new Place(at(1), seen.getLast());
        }
        assertThat(seen).containsExactly("m10", "m20", "m30", "m40", "m50");
      }
    }
  }

  private static void paint(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "a1").create(memory("m1"), Envelopes.OPEN, colour("red", "big"), DAWN),
        Deed.of(ACME, "a2").create(memory("m2"), Envelopes.OPEN, colour("red", "small"), DAWN),
        Deed.of(ACME, "a3").create(memory("m3"), Envelopes.OPEN, colour("blue", "big"), DAWN),
        Deed.of(ACME, "a4").create(memory("m4")));
  }

  private static JsonObject colour(String colour, String size) {
    return JsonObject.of("colour", Json.of(colour), "size", Json.of(size));
  }

  private static ObjectListing listing(
      Map<String, String> fields, @Nullable Place after, int limit) {
    return new ObjectListing(ObjectType.MEMORY, fields, after, limit);
  }

  private static List<String> ids(Snapshot snapshot, Map<String, String> fields, At at) {
    return ids(snapshot, listing(fields, null, 100), at);
  }

  private static List<String> ids(Snapshot snapshot, ObjectListing listing, At at) {
    return snapshot.objects(listing, at).stream().map(found -> found.object().ref().id()).toList();
  }
}
