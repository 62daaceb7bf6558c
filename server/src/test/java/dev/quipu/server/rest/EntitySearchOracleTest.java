package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.RepeatedTest;

/// Several owners tell, correct, merge and delete at random; whatever anybody looks for is what
/// looking through the list of all entities gives.
///
/// `-Dquipu.entities.seed=…` tells a history again.
class EntitySearchOracleTest extends DoorTest {

  private static final List<String> TYPES = List.of("company", "gadget");
  private static final List<String> FIELDS = List.of("size", "city", "tags");
  private static final List<String> CITIES = List.of("Lviv", "lviv", "Kyiv", "New Lviv");
  private static final int DEEDS = 120;
  private static final int QUESTIONS = 60;

  private final long seed = Long.getLong("quipu.entities.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final String token = server.newTenant();
  private final EntityWorld world = new EntityWorld(server, token, "company", "gadget");
  private final List<String> owners =
      List.of(
          server.newKey(token, "anna", "read", "write"),
          server.newKey(token, "boris", "read", "write"),
          server.newKey(token, "clara", "read", "write"));
  private final List<String> known = new ArrayList<>();

  @RepeatedTest(3)
  void whatever_is_looked_for_is_what_looking_through_all_gives() {
    for (int i = 0; i < DEEDS; i++) {
      deed(i);
    }
    for (int i = 0; i < QUESTIONS; i++) {
      ask(i);
    }
  }

  private <T> T one(List<T> pool) {
    return pool.get(random.nextInt(pool.size()));
  }

  private String value(String field) {
    return switch (field) {
      case "size" -> Integer.toString(random.nextInt(4));
      case "city" -> "'" + one(CITIES) + "'";
      default -> "['" + one(List.of("red", "blue")) + "']";
    };
  }

  private void deed(int number) {
    var who = one(owners);
    var entity = known.isEmpty() ? "" : "/v1/entities/" + one(known);
    switch (entity.isEmpty() ? 9 : random.nextInt(14)) {
      case 0 -> server.delete(who, entity);
      case 1 -> server.post(who, entity + "/merge", "{'into':'" + one(known) + "'}");
      case 2 -> {
        var field = one(FIELDS);
        server.post(
            who, entity + "/corrections", "{'fields':{'" + field + "':" + value(field) + "}}");
      }
      default -> {
        var body = new StringBuilder("'name':'Thing " + random.nextInt(12) + "'");
        for (var field : FIELDS) {
          if (random.nextInt(3) > 0) {
            var said = random.nextInt(8) == 0 ? "null" : value(field);
            body.append(",'").append(field).append("':").append(said);
          }
        }
        var at = "2025-0%d-01T00:00:00Z".formatted(1 + random.nextInt(9));
        // so that no two are the same payload
        body.append(",'nth':").append(number);
        known.add(world.tell(who, one(TYPES), body.toString(), at, access()));
      }
    }
  }

  private String access() {
    return random.nextInt(3) == 0 ? EntityWorld.OPEN : "";
  }

  private record Condition(String said, Predicate<JsonObject> holds) {}

  private Condition condition() {
    var field = one(FIELDS);
    if (random.nextInt(4) == 0) {
      boolean wanted = random.nextBoolean();
      return new Condition(
          said(field, "exists", Boolean.toString(wanted)), seen -> seen.has(field) == wanted);
    }
    if (field.equals("tags")) {
      var item = Json.of(one(List.of("red", "blue")));
      return new Condition(
          said(field, "contains", item.toString()),
          seen -> seen.get("tags") instanceof JsonArray(var items) && items.contains(item));
    }
    if (field.equals("city")) {
      var city = one(CITIES);
      return random.nextBoolean()
          ? new Condition(
              said(field, "eq", "'" + city + "'"), seen -> Json.of(city).equals(seen.get("city")))
          : new Condition(
              said(field, "contains", "'lviv'"),
              seen -> seen.get("city") instanceof JsonString(var text) && !text.equals("Kyiv"));
    }
    int size = random.nextInt(4);
    return switch (random.nextInt(3)) {
      case 0 ->
          new Condition(
              said(field, "ne", "" + size), seen -> !Json.of(size).equals(seen.get("size")));
      case 1 -> new Condition(said(field, "lt", "" + size), seen -> size(seen) < size);
      default ->
          new Condition(said(field, "gte", "" + size), seen -> has(seen) && size(seen) >= size);
    };
  }

  private static boolean has(JsonObject seen) {
    return seen.get("size") instanceof JsonNumber;
  }

  private static double size(JsonObject seen) {
    return seen.get("size") instanceof JsonNumber(var value) ? value : Double.MAX_VALUE;
  }

  private static String said(String field, String op, String value) {
    return "{'field':'" + field + "','op':'" + op + "','value':" + value + "}";
  }

  private void ask(int number) {
    var who = one(owners);
    var about = "seed " + seed + ", question " + number;
    var conditions = new ArrayList<Condition>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      conditions.add(condition());
    }
    var type = random.nextBoolean() ? one(TYPES) : null;
    var expected =
        server.get(who, "/v1/entities?limit=1000").list("entities").stream()
            .filter(each -> type == null || type.equals(each.text("entity_type")))
            .filter(
                each ->
                    conditions.stream().allMatch(one -> one.holds().test(each.object("snapshot"))))
            .toList();
    var asked =
        "'limit':"
            + (1 + random.nextInt(5))
            + (type == null ? "" : ",'entity_types':['" + type + "']")
            + ",'filters':["
            + String.join(",", conditions.stream().map(Condition::said).toList())
            + "]";
    assertThat(ids(world.pages(who, asked, null)))
        .as(about + ": " + asked)
        .containsExactlyInAnyOrderElementsOf(ids(expected));
    // every one has this word
    assertThat(ids(world.pages(who, asked + ",'query_text':'thing'", null)))
        .as(about + " with a text: " + asked)
        .containsExactlyInAnyOrderElementsOf(ids(expected));
    var bySize =
        expected.stream()
            .sorted(
                Comparator.<JsonObject>comparingDouble(each -> size(each.object("snapshot")))
                    .thenComparing(each -> each.text("entity_id")))
            .toList();
    assertThat(ids(world.pages(who, asked + ",'sort':[{'by':'field','field':'size'}]", null)))
        .as(about + " sorted: " + asked)
        .containsExactlyElementsOf(ids(bySize));
  }

  private static List<String> ids(List<JsonObject> entities) {
    return entities.stream().map(each -> each.text("entity_id")).toList();
  }
}
