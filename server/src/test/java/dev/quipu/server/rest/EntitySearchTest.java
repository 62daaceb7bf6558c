package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntitySearchTest extends DoorTest {

  private final String token = server.newTenant();
  private final EntityWorld world =
      new EntityWorld(server, token, "company", "contact", "person", "gadget");

  private void gadgets() {
    world.tell("gadget", "'name':'Lamp','price':10,'made':'2025-02-01','tags':['red','small']");
    world.tell("gadget", "'name':'Chair','price':25.5,'made':'2024-06-01T00:00:00Z','old':true");
    world.tell("gadget", "'name':'Desk','price':100,'tags':['Red'],'note':'A RED desk'");
    world.tell("gadget", "'name':'Box','price':'cheap'");
  }

  private List<String> where(String filter) {
    return world.names(
        "'entity_types':['gadget'],'sort':[{'by':'name'}],'filters':[" + filter + "]");
  }

  private static String is(String field, String op, String value) {
    return "{'field':'" + field + "','op':'" + op + "','value':" + value + "}";
  }

  @Test
  void every_way_to_compare_a_field() {
    gadgets();

    assertThat(where(is("price", "eq", "10.0"))).containsExactly("Lamp");
    assertThat(where("{'field':'price','value':100}")).containsExactly("Desk");
    assertThat(where(is("price", "ne", "10"))).containsExactly("Box", "Chair", "Desk");
    assertThat(where(is("old", "ne", "true"))).containsExactly("Box", "Desk", "Lamp");
    assertThat(where(is("price", "lt", "25.5"))).containsExactly("Lamp");
    assertThat(where(is("price", "lte", "25.5"))).containsExactly("Chair", "Lamp");
    assertThat(where(is("price", "gt", "25.5"))).containsExactly("Desk");
    assertThat(where(is("price", "gte", "25.5"))).containsExactly("Chair", "Desk");
    assertThat(where(is("price", "gte", "'a'"))).containsExactly("Box");
    assertThat(where(is("made", "lt", "'2025-01-01'"))).containsExactly("Chair");
    assertThat(where(is("made", "gte", "'2025-01-31T23:59:00-05:00'"))).isEmpty();
    assertThat(where(is("note", "contains", "'red'"))).containsExactly("Desk");
    assertThat(where(is("tags", "contains", "'red'"))).containsExactly("Desk", "Lamp");
    assertThat(where(is("tags", "eq", "['red','small']"))).containsExactly("Lamp");
    assertThat(where(is("old", "exists", "true"))).containsExactly("Chair");
    assertThat(where(is("old", "exists", "false"))).containsExactly("Box", "Desk", "Lamp");
    assertThat(where(is("price", "gt", "5") + "," + is("tags", "exists", "true")))
        .containsExactly("Desk", "Lamp");
  }

  @Test
  void a_filter_asks_for_what_holds_now_and_not_for_what_was_once_said() {
    var lamp = world.tell("gadget", "'name':'Lamp','price':10,'colour':'green'");
    server.post(token, "/v1/entities/" + lamp + "/corrections", "{'fields':{'price':11}}");
    world.tell(token, "gadget", "'name':'Lamp','colour':null", "2025-02-01T00:00:00Z", "");

    assertThat(where(is("price", "eq", "10"))).isEmpty();
    assertThat(where(is("price", "eq", "11"))).containsExactly("Lamp");
    assertThat(where(is("colour", "exists", "true"))).isEmpty();
    assertThat(
            world.names(
                "'as_of':'2025-01-15T00:00:00Z','filters':[" + is("colour", "eq", "'green'") + "]"))
        .containsExactly("Lamp");
  }

  @Test
  void a_filter_asks_for_values_as_the_schema_shows_them() {
    var ann = world.tell("contact", "'email':'ann@example.org','phone':5551234");

    assertThat(world.ids("'filters':[" + is("phone", "eq", "'5551234'") + "]"))
        .containsExactly(ann);
    assertThat(
            world.ids(
                "'entity_types':['contact'],'filters':[" + is("phone", "eq", "5551234") + "]"))
        .isEmpty();
  }

  @Test
  void entities_come_in_the_order_that_is_asked_for_and_those_without_a_value_last() {
    gadgets();
    world.tell(token, "gadget", "'name':'Box','more':1", "2025-03-01T00:00:00Z", "");
    var sorted = "'entity_types':['gadget'],'sort':[";

    assertThat(world.names(sorted + "{'by':'name'}]"))
        .containsExactly("Box", "Chair", "Desk", "Lamp");
    assertThat(world.names(sorted + "{'by':'name','order':'desc'}]"))
        .containsExactly("Lamp", "Desk", "Chair", "Box");
    assertThat(world.names(sorted + "{'by':'field','field':'price'}]"))
        .containsExactly("Lamp", "Chair", "Desk", "Box");
    assertThat(world.names(sorted + "{'by':'field','field':'price','order':'desc'}]"))
        .containsExactly("Box", "Desk", "Chair", "Lamp");
    assertThat(world.names(sorted + "{'by':'field','field':'made','order':'desc'},{'by':'name'}]"))
        .containsExactly("Lamp", "Chair", "Box", "Desk");
    assertThat(world.names(sorted + "{'by':'observation_count','order':'desc'},{'by':'name'}]"))
        .containsExactly("Box", "Chair", "Desk", "Lamp");
    assertThat(world.names(sorted + "{'by':'observed_at','order':'desc'},{'by':'name'}]"))
        .containsExactly("Box", "Chair", "Desk", "Lamp");
  }

  @Test
  void without_a_text_the_latest_come_first() {
    gadgets();

    assertThat(world.names("'entity_types':['gadget']"))
        .containsExactly("Box", "Desk", "Chair", "Lamp");
    assertThat(world.names("'entity_types':['company','unheard_of']")).isEmpty();
  }

  @Test
  void a_name_is_looked_up_as_names_of_its_type_are_compared() {
    var acme = world.tell("company", "'name':'Acme Corp'");
    world.tell("company", "'name':'Acme Corp Ukraine'");
    world.tell("person", "'name':'Acme'");
    var found = world.search("'query_text':' ACME  inc. '");

    var first = found.list("entities").getFirst();
    assertThat(first.text("entity_id")).isEqualTo(acme);
    assertThat(first.get("exact_name")).isEqualTo(Json.of(true));
    assertThat(found.list("entities").stream().skip(1).map(each -> each.get("exact_name")))
        .isNotEmpty()
        .containsOnly(Json.of(false));
    assertThat(EntityWorld.names(world.search("'name':'acme'")))
        .containsExactlyInAnyOrder("Acme Corp", "Acme");
    assertThat(EntityWorld.names(world.search("'name':'acme','entity_types':['person']")))
        .containsExactly("Acme");
    assertThat(world.search("'name':'acm'").list("entities")).isEmpty();
  }

  @Test
  void what_was_written_a_moment_ago_is_found_by_its_name() {
    world.tell("person", "'name':'Somebody'");
    world.names("'query_text':'Somebody'");
    for (int i = 0; i < 20; i++) {
      var name = "Moment " + i;
      var id = world.tell("person", "'name':'" + name + "'");
      for (var key : List.of("query_text", "name")) {
        var found =
            server.post(token, "/v1/entities/search", "{'" + key + "':'" + name + "','limit':1}");
        assertThat(found.list("entities").getFirst().text("entity_id")).isEqualTo(id);
      }
    }
  }

  @Test
  void a_merged_entity_is_found_by_either_name_and_told_once() {
    var one = world.tell("person", "'name':'Bob Stone','city':'Kyiv'");
    var other = world.tell("person", "'name':'Robert Stone','hobby':'chess'");
    server.post(token, "/v1/entities/" + one + "/merge", "{'into':'" + other + "'}");

    for (var question :
        List.of(
            "'query_text':'Bob Stone'",
            "'query_text':'stone'",
            "'query_text':'Kyiv','entity_types':['person']",
            "'name':'Bob Stone'",
            "'name':'Robert Stone'",
            "'filters':[" + is("city", "eq", "'Kyiv'") + "," + is("hobby", "eq", "'chess'") + "]",
            "'sort':[{'by':'name'}]")) {
      var found = world.search(question);
      assertThat(found.list("entities").stream().map(each -> each.text("entity_id")))
          .as(question)
          .containsExactly(other);
    }
  }

  @Test
  void what_only_others_may_read_neither_finds_nor_filters_nor_orders_nor_counts() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var at = "2025-01-01T00:00:00Z";
    world.tell(anna, "company", "'name':'Kolo','city':'Lviv','rank':1", at, "");
    world.tell(anna, "company", "'name':'Mara','rank':2", at, "");
    world.tell(boris, "company", "'name':'Kolo','secret':'zircon','rank':9", at, "");
    world.tell(boris, "company", "'name':'Hidden'", at, "");
    world.search(boris, "'query_text':'zircon'");

    assertThat(EntityWorld.names(world.search(boris, "'query_text':'zircon'")))
        .containsExactly("Kolo");
    for (var question :
        List.of(
            "'query_text':'zircon'",
            "'query_text':'Hidden'",
            "'name':'Hidden'",
            "'filters':[" + is("secret", "eq", "'zircon'") + "]",
            "'filters':[" + is("secret", "exists", "true") + "]",
            "'filters':[" + is("rank", "eq", "9") + "]")) {
      assertThat(world.search(anna, question).list("entities")).as(question).isEmpty();
    }
    var sorted = world.search(anna, "'sort':[{'by':'field','field':'rank'}]");
    assertThat(EntityWorld.names(sorted)).containsExactly("Kolo", "Mara");
    assertThat(sorted.object("search").get("eligible")).isEqualTo(Json.of(2));
    var kolo = sorted.list("entities").getFirst();
    assertThat(kolo.get("observation_count")).isEqualTo(Json.of(1));
    assertThat(kolo.toString()).doesNotContain("zircon");
  }

  @Test
  void who_may_read_two_owners_words_finds_an_entity_by_both_and_once() {
    var anna = server.newKey(token, "anna", "read", "write");
    var at = "2025-01-01T00:00:00Z";
    world.tell(anna, "company", "'name':'Kolo','city':'Lviv'", at, EntityWorld.OPEN);
    world.tell(token, "company", "'name':'Kolo','zip':'79000'", at, EntityWorld.OPEN);

    for (var question :
        List.of(
            "'query_text':'Kolo'",
            "'query_text':'Lviv 79000'",
            "'query_text':'Lviv','filters':[" + is("zip", "eq", "'79000'") + "]",
            "'query_text':'Lviv','sort':[{'by':'name'}],'filters':["
                + is("zip", "exists", "true")
                + "]",
            "'filters':[" + is("city", "eq", "'Lviv'") + "," + is("zip", "exists", "true") + "]",
            "'sort':[{'by':'name'}]",
            "")) {
      assertThat(world.search(anna, question).list("entities")).as(question).hasSize(1);
    }
  }

  @Test
  void pages_tell_everything_once_whatever_is_written_meanwhile() {
    var bodies = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      bodies.add("'name':'Comet " + i + "','size':" + (i % 5));
    }
    world.tellAll("gadget", bodies);
    var expected = IntStream.range(0, 40).mapToObj(i -> "Comet " + i).toList();
    var count = new int[1];
    Runnable writing =
        () -> {
          int i = count[0]++;
          world.tell("gadget", "'name':'Comet new " + i + "','size':2");
          world.tell(
              token,
              "gadget",
              "'name':'Comet " + (39 - i) + "','size':" + (i % 3),
              "2025-02-0" + (1 + i % 9) + "T00:00:00Z",
              "");
        };
    for (var question :
        List.of(
            "'query_text':'comet'",
            "'entity_types':['gadget'],'filters':[" + is("size", "gte", "0") + "]",
            "'sort':[{'by':'field','field':'size'}]",
            "'query_text':'comet','sort':[{'by':'name','order':'desc'}]")) {
      var told =
          world.pages(question + ",'limit':7", writing).stream()
              .map(each -> each.text("name"))
              .toList();
      assertThat(told).as(question).doesNotHaveDuplicates().containsAll(expected);
    }
    var first = world.search("'query_text':'comet','limit':7");
    var forged = ",'cursor':'" + first.text("next_cursor") + "'";
    assertThat(world.search("'query_text':'planet','limit':7" + forged).faults())
        .containsExactly("cursor.invalid@/cursor");
  }

  @Test
  void all_faults_of_a_question_are_told_at_once() {
    var answer =
        world.search(
            "'query_text':'x','name':'y','entity_types':['No Type'],'colour':1,'limit':0,"
                + "'filters':[{'op':'lt','field':'a','value':true},{'field':'b'},"
                + "{'field':'c','op':'exists','value':1}],"
                + "'sort':[{'by':'field'},{'by':'name','field':'x'},{'by':'relevance','order':'asc'}]");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.faults())
        .contains(
            "search.either@/name",
            "id.format@/entity_types/0",
            "field.unknown@/colour",
            "number.range@/limit",
            "filter.value@/filters/0/value",
            "filter.value@/filters/1/value",
            "filter.value@/filters/2/value",
            "sort.field@/sort/0/field",
            "sort.field@/sort/1/field",
            "sort.order@/sort/2/order");
    assertThat(world.search("'sort':[{'by':'relevance'},{'by':'name'}]").faults())
        .containsExactly("sort.relevance@/sort");
    assertThat(
            world
                .search("'query_text':'x','sort':[{'by':'name'}],'search':{'by':['vectors']}")
                .faults())
        .containsExactly("sort.vectors@/sort");
  }

  @Test
  void a_question_can_be_narrowed_to_entities_of_a_type() {
    gadgets();
    var makers = world.tell("company", "'name':'Lamp Makers'");
    var answer =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'lamp','entity_types':['company'],'after':"
                + server.get(token, "/v1/log/head").number("position")
                + "}");

    assertThat(answer.list("objects").stream().map(each -> each.text("object_id")))
        .containsExactly("mem_" + makers);
  }
}
