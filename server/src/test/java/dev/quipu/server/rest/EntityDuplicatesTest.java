package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntityDuplicatesTest extends DoorTest {

  private final String token = server.newTenant();
  private final EntityWorld world = new EntityWorld(server, token, "company", "person");

  private TestServer.Answer duplicates(String who, String rest) {
    var answer =
        server.get(
            who,
            "/v1/entities/" + rest + "after=" + server.get(who, "/v1/log/head").number("position"));
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  /// `reason: one | other`.
  private static List<String> told(TestServer.Answer answer) {
    return answer.list("duplicates").stream().map(EntityDuplicatesTest::told).toList();
  }

  private static String told(JsonObject pair) {
    return pair.text("reason")
        + ": "
        + String.join(
            " | ",
            TestServer.objects(pair.array("entities")).stream()
                .map(each -> each.text("name"))
                .sorted()
                .toList());
  }

  @Test
  void what_may_be_one_is_suggested_with_the_reason_and_nothing_is_merged() {
    for (var name :
        List.of(
            "Olena Bondar", "Dr. Olena Bondar", "Bondar Olena", "Olena Bondra", "Ivan Bondar")) {
      world.tell("person", "'name':'" + name + "'");
    }
    for (var name : List.of("Quillworks", "Quillworks GmbH", "Quill-Works Ltd", "Quarry")) {
      world.tell("company", "'name':'" + name + "'");
    }
    world.tell("person", "'name':'Peter Moss'");
    world.tell("person", "'name':'Peter Moss Jr.'");

    assertThat(told(duplicates(token, "duplicates?entity_type=person&")))
        .contains(
            "honorific: Dr. Olena Bondar | Olena Bondar",
            "order: Bondar Olena | Olena Bondar",
            "spelling: Olena Bondar | Olena Bondra",
            "generation: Peter Moss | Peter Moss Jr.")
        .doesNotHaveDuplicates()
        .noneMatch(each -> each.contains("Ivan"));
    assertThat(told(duplicates(token, "duplicates?entity_type=company&")))
        .contains("legal_form: Quillworks | Quillworks GmbH")
        .noneMatch(each -> each.contains("Quarry"));
    assertThat(server.get(token, "/v1/entities?entity_type=person").list("entities")).hasSize(7);
  }

  @Test
  void one_entity_is_compared_with_all_others_of_its_type() {
    var anna = world.tell("person", "'name':'Annalise Weber'");
    world.tell("person", "'name':'Anneliese Weber'");
    world.tell("person", "'name':'Weber, Annalise'");
    world.tell("company", "'name':'Annalise Weber'");
    var answer = duplicates(token, anna + "/duplicates?");

    assertThat(told(answer))
        .containsExactly(
            "order: Annalise Weber | Weber, Annalise",
            "spelling: Annalise Weber | Anneliese Weber");
    var first = answer.list("duplicates").getFirst();
    assertThat(TestServer.objects(first.array("entities")).getFirst().text("entity_id"))
        .isEqualTo(anna);
    assertThat(first.array("names").texts()).containsExactly("Annalise Weber", "Weber, Annalise");
    assertThat(answer.body().get("complete")).isEqualTo(Json.of(true));
  }

  @Test
  void what_was_merged_or_deleted_is_suggested_no_more() {
    var one = world.tell("person", "'name':'Jon Appleseed'");
    var other = world.tell("person", "'name':'John Appleseed'");
    var third = world.tell("person", "'name':'Johhn Appleseed'");
    assertThat(duplicates(token, one + "/duplicates?").list("duplicates")).hasSize(2);

    server.post(token, "/v1/entities/" + one + "/merge", "{'into':'" + other + "'}");
    server.delete(token, "/v1/entities/" + third);

    assertThat(duplicates(token, "duplicates?").list("duplicates")).isEmpty();
    assertThat(duplicates(token, one + "/duplicates?").list("duplicates")).isEmpty();
  }

  @Test
  void what_somebody_else_keeps_private_is_not_suggested() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var at = "2025-01-01T00:00:00Z";
    var mine = world.tell(anna, "person", "'name':'Klara Nowak'", at, "");
    world.tell(boris, "person", "'name':'Clara Nowak'", at, "");

    assertThat(duplicates(anna, "duplicates?").list("duplicates")).isEmpty();
    assertThat(duplicates(anna, mine + "/duplicates?").list("duplicates")).isEmpty();
    assertThat(duplicates(boris, "duplicates?").list("duplicates")).isEmpty();
    assertThat(server.get(boris, "/v1/entities/" + mine + "/duplicates").status()).isEqualTo(404);
    world.tell(token, "person", "'name':'Clara Nowak'", at, EntityWorld.OPEN);
    assertThat(told(duplicates(anna, "duplicates?")))
        .containsExactly("spelling: Clara Nowak | Klara Nowak");
  }

  @Test
  void pages_tell_each_two_once() {
    for (int i = 0; i < 6; i++) {
      world.tell("person", "'name':'Twin" + "abcdef".charAt(i) + " Sample Person'");
    }
    var all = told(duplicates(token, "duplicates?"));
    assertThat(all).hasSize(15).doesNotHaveDuplicates();

    var paged = new ArrayList<String>();
    var cursor = "";
    do {
      var page = duplicates(token, "duplicates?limit=4&" + cursor);
      paged.addAll(told(page));
      assertThat(page.list("duplicates")).hasSizeLessThanOrEqualTo(4);
      var next = page.text("next_cursor");
      cursor = next == null ? "" : "cursor=" + next + "&";
      world.tell("person", "'name':'Twinx Sample Person'");
    } while (!cursor.isEmpty());
    assertThat(paged).containsExactlyElementsOf(all);
  }
}
