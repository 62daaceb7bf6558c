package dev.quipu.wire.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityReadingTest {

  private static final String SELF = "{'entity_type':'order','extraction_type':'payload_self'}";
  private static final String BUYER =
      "{'entity_type':'person','extraction_type':'field_value','source_field':'buyer'}";

  @Test
  void what_the_id_says_need_not_be_repeated() {
    var capability = Said.read(Capability.SHAPE, order(SELF, ""));

    assertThat(capability.id()).isEqualTo(new CapabilityId("acme:store_order:v12"));
    assertThat(capability.id().domain()).isEqualTo("acme");
    assertThat(capability.id().intent()).isEqualTo("store_order");
    assertThat(capability.id().version()).isEqualTo("v12");
    assertThat(capability.id().number()).isEqualTo(12);
    assertThat(Said.read(Capability.SHAPE, capability.toJson().toString())).isEqualTo(capability);
  }

  @Test
  void what_contradicts_the_id_is_refused() {
    assertThat(faults(SELF, ",'intent':'store_invoice','version':'v1'"))
        .containsExactly("capability.disagrees@/intent", "capability.disagrees@/version");
    assertThat(faults(SELF, ",'intent':'store_order','version':'v12'")).isEmpty();
  }

  @Test
  void every_capability_makes_an_entity_of_the_payload_itself() {
    assertThat(faults("", "")).containsExactly("capability.no_self@/entity_extraction_rules");
    assertThat(faults(BUYER, "")).containsExactly("capability.no_self@/entity_extraction_rules");
    assertThat(faults(SELF + "," + SELF, ""))
        .containsExactly("capability.selves@/entity_extraction_rules");
    assertThat(faults(SELF.replace("order", "invoice"), ""))
        .containsExactly("capability.disagrees@/primary_entity_type");
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    var sent =
        "{'id':'acme:Store:1','primary_entity_type':'Order','schema_version':'one',"
            + "'canonicalization_rules':{'included_fields':['a','a'],'sort_arrays':'yes'},"
            + "'entity_extraction_rules':[{'extraction_type':'payload_self','entity_type':'order',"
            + "'source_field':'x'},{'extraction_type':'guess','entity_type':'order'},"
            + "{'extraction_type':'array_items','entity_type':'item'},"
            + "{'extraction_type':'array_items','entity_type':'item','source_field':'items',"
            + "'fields':{'name':1},'relationship':{'type':'supersedes','direction':'up'}}],"
            + "'colour':'red'}";

    assertThat(Said.faults(Capability.SHAPE, sent))
        .containsExactlyInAnyOrder(
            "id.format@/id",
            "id.format@/primary_entity_type",
            "id.format@/schema_version",
            "list.repeated@/canonicalization_rules/included_fields",
            "field.type@/canonicalization_rules/sort_arrays",
            "field.unused@/entity_extraction_rules/0/source_field",
            "enum.unknown@/entity_extraction_rules/1/extraction_type",
            "field.required@/entity_extraction_rules/2/source_field",
            "field.type@/entity_extraction_rules/3/fields/name",
            "enum.unknown@/entity_extraction_rules/3/relationship/type",
            "enum.unknown@/entity_extraction_rules/3/relationship/direction",
            "field.unknown@/colour");
  }

  @Test
  void something_has_to_be_hashed() {
    assertThat(
            Said.faults(
                Capability.SHAPE, order(SELF, "").replace("['order_number','total']", "[]")))
        .containsExactly("list.length@/canonicalization_rules/included_fields");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b:v1", "neotoma:store_note:v1", "a-b:c_d:v0", "0:1:v999999999"})
  void these_are_ids_of_capabilities(String id) {
    assertThat(CapabilityId.parse(id)).isEqualTo(new CapabilityId(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a:b",
        "a:b:1",
        "a:b:v",
        "a:b:v01",
        "A:b:v1",
        "a:b c:v1",
        "a:b:v1:c",
        "_a:b:v1"
      })
  void these_are_none(String id) {
    assertThat(CapabilityId.parse(id)).isNull();
  }

  private static List<String> faults(String rules, String more) {
    return Said.faults(Capability.SHAPE, order(rules, more));
  }

  private static String order(String rules, String more) {
    return "{'id':'acme:store_order:v12','primary_entity_type':'order','schema_version':'1.0',"
        + "'canonicalization_rules':{'included_fields':['order_number','total']},"
        + "'entity_extraction_rules':["
        + rules
        + "]"
        + more
        + "}";
  }
}
