package dev.quipu.wire.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.Identity;
import dev.quipu.model.payload.MergeStrategy;
import dev.quipu.model.payload.SchemaChange;
import dev.quipu.model.payload.SchemaVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaReadingTest {

  private static final String ORDER =
      "{'entity_type':'order','schema_version':'1.0','fields':{"
          + "'number':{'type':'string'},'shop':{'type':'string'},"
          + "'total':{'type':'number','converters':['text_to_number'],'merge':'highest_priority'},"
          + "'due':{'type':'date','converters':['seconds_to_time']},"
          + "'tags':{'type':'array','merge':'merge_array'}},"
          + "'identity':[['number','shop'],['total']],"
          + "'temporal_fields':[{'field':'due','event_type':'OrderDue'}],"
          + "'reference_fields':[{'field':'shop','target_entity_type':'company',"
          + "'relationship_type':'ISSUED_BY'}]}";

  private final EntitySchema order = Said.read(EntitySchema.SHAPE, ORDER);

  @Test
  void a_schema_is_read_back_from_what_it_is_shown_as() {
    assertThat(Said.read(EntitySchema.SHAPE, order.toJson().toString())).isEqualTo(order);
    assertThat(order.mergeOf("total")).isEqualTo(MergeStrategy.HIGHEST_PRIORITY);
    assertThat(order.mergeOf("never heard of")).isEqualTo(MergeStrategy.LAST_WRITE);
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    var sent =
        "{'entity_type':'','schema_version':'1','fields':{'a':{'type':'text'},"
            + "'b':{'type':'string','converters':['text_to_number'],'merge':'merge_array'},"
            + "'c':{},' ':{'type':'string'}},'identity':[[],['a','a'],['z']],"
            + "'temporal_fields':[{'field':'b','event_type':'-'},{'field':'y'}],"
            + "'reference_fields':[{'field':'x','target_entity_type':'Company',"
            + "'relationship_type':'KNOWS'}],'colour':1}";

    assertThat(Said.faults(EntitySchema.SHAPE, sent))
        .containsExactlyInAnyOrder(
            "id.format@/entity_type",
            "id.format@/schema_version",
            "enum.unknown@/fields/a/type",
            "schema.converter@/fields/b/converters",
            "schema.merge@/fields/b/merge",
            "field.required@/fields/c/type",
            "text.length@/fields",
            "list.length@/identity/0",
            "list.repeated@/identity",
            "schema.undeclared@/identity",
            "id.format@/temporal_fields/0/event_type",
            "field.required@/temporal_fields/1/event_type",
            "id.format@/reference_fields/0/target_entity_type",
            "enum.unknown@/reference_fields/0/relationship_type",
            "field.unknown@/colour");
  }

  @Test
  void what_happens_at_a_time_needs_a_date() {
    assertThat(Said.faults(EntitySchema.SHAPE, ORDER.replace("'field':'due'", "'field':'number'")))
        .containsExactly("schema.temporal@/temporal_fields");
  }

  @Test
  void the_first_rule_that_holds_names_an_entity() {
    assertThat(name("{'number':'O-1','shop':'Acme Corp','total':5}")).isEqualTo("o-1|acme");
    assertThat(name("{'number':'O-1','shop':'  ACME   corp. '}")).isEqualTo("o-1|acme");
    assertThat(name("{'number':1001,'shop':'Acme'}"))
        .isEqualTo(name("{'number':'1001','shop':'Acme'}"));
    assertThat(name("{'number':'O-1','total':5}")).isEqualTo("5");
  }

  @Test
  void values_with_a_bar_are_not_mistaken_for_two() {
    assertThat(name("{'number':'a|b','shop':'c'}"))
        .isNotEqualTo(name("{'number':'a','shop':'b|c'}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{}",
        "{'number':'O-1'}",
        "{'number':'O-1','shop':''}",
        "{'number':'O-1','shop':'  '}",
        "{'number':'O-1','shop':null}",
        "{'number':'O-1','shop':'Unknown'}",
        "{'number':'O-1','shop':'N/A'}",
        "{'number':'O-1','shop':'none'}",
        "{'number':'-','shop':'Acme'}",
        "{'number':'null','shop':'Acme'}",
        "{'number':'TBD','shop':'Acme'}",
        "{'number':'???','shop':'Acme'}",
        "{'number':true,'shop':'Acme'}",
        "{'number':['O-1'],'shop':'Acme'}",
        "{'name':'Bob','customer':'Bob'}"
      })
  void what_no_rule_names_has_no_name(String told) {
    assertThat(order.identityOf(Said.object(told))).isInstanceOf(Identity.Unnamed.class);
  }

  @Test
  void fields_converters_and_later_rules_are_added_without_breaking() {
    var next =
        ORDER
            .replace("'tags':", "'colour':{'type':'string'},'tags':")
            .replace("['seconds_to_time']", "['seconds_to_time','milliseconds_to_time']")
            .replace("['total']]", "['total'],['colour']]");

    var change = change(next);

    assertThat(change.isAdditive()).isTrue();
    assertThat(change.additions())
        .containsExactlyInAnyOrder(
            "field colour", "field due: converters", "identity: what had no name may get one");
    assertThat(change(ORDER)).isEqualTo(new SchemaChange(List.of(), List.of()));
  }

  @Test
  void what_shows_or_names_anything_otherwise_breaks_and_is_told_in_words() {
    var next =
        ORDER
            .replace("'shop':{'type':'string'}", "'shop':{'type':'object'}")
            .replace("'merge':'highest_priority'", "'merge':'last_write'")
            .replace("['text_to_number']", "[]")
            .replace("[['number','shop'],['total']]", "[['total'],['number','shop']]")
            .replace("OrderDue", "OrderLate")
            .replace("ISSUED_BY", "PAID_TO");

    assertThat(change(next).breaks())
        .containsExactlyInAnyOrder(
            "field shop: string becomes object",
            "field total: highest_priority becomes last_write",
            "field total: converters are gone or tried in another order",
            "identity: entities get other names",
            "temporal field due has another meaning",
            "reference field shop has another meaning");
    assertThat(
            change("{'entity_type':'order','schema_version':'2.0','fields':{},'identity':[]}")
                .breaks())
        .contains("field number is gone", "temporal field due is gone");
    assertThat(order.isAdditive(Said.read(EntitySchema.SHAPE, next))).isFalse();
  }

  @Test
  void a_value_of_another_type_is_shown_converted_or_else_as_it_is() {
    assertThat(shown("total", "'12.50'")).isEqualTo("12.5");
    assertThat(shown("total", "'about 12'")).isEqualTo("\"about 12\"");
    assertThat(shown("total", "'12,50'")).isEqualTo("\"12,50\"");
    assertThat(shown("total", "'9007199254740993'")).isEqualTo("\"9007199254740993\"");
    assertThat(shown("due", "1736935200")).isEqualTo("\"2025-01-15T10:00:00Z\"");
    assertThat(shown("due", "-1.5")).isEqualTo("\"1969-12-31T23:59:58.500Z\"");
    assertThat(shown("due", "1e300")).isEqualTo("1e+300");
    assertThat(shown("due", "'2025-01-15'")).isEqualTo("\"2025-01-15\"");
    assertThat(shown("due", "'15.01.2024'")).isEqualTo("\"15.01.2024\"");
    assertThat(shown("never heard of", "{'a':1}")).isEqualTo("{\"a\":1}");
  }

  @Test
  void versions_are_in_the_order_of_their_numbers() {
    assertThat(List.of("1.10", "2.0", "1.9", "0.1").stream().sorted(SchemaVersion.ORDER))
        .containsExactly("0.1", "1.9", "1.10", "2.0");
  }

  private SchemaChange change(String next) {
    return order.changeTo(Said.read(EntitySchema.SHAPE, next));
  }

  private String shown(String field, String raw) {
    return order.shown(field, Said.json(raw)).toString();
  }

  private String name(String told) {
    return ((Identity.Named) order.identityOf(Said.object(told))).normalName();
  }
}
