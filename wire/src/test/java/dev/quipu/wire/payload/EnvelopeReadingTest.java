package dev.quipu.wire.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeReadingTest {

  private static final String PROVENANCE =
      "{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z','extractor_version':'x:v1'}";

  @Test
  void an_envelope_is_shown_as_it_was_sent() {
    var sent =
        "{'capability_id':'neotoma:store_note:v1','body':{'title':'x'},'provenance':{"
            + "'source_refs':['pay_1','anything'],'extracted_at':'2025-01-15T11:00:00.5+01:00',"
            + "'extractor_version':'x:v1','agent_id':'claude'},'client_request_id':'req-1'}";

    var envelope = Said.read(Said.ENVELOPE, sent);

    assertThat(envelope.toJson()).isEqualTo(Said.object(sent));
    assertThat(envelope.provenance().extractedAt())
        .isEqualTo(Instant.parse("2025-01-15T10:00:00.5Z"));
  }

  @Test
  void an_empty_body_and_no_agent_will_do() {
    assertThat(faults("'body':{}", PROVENANCE)).isEmpty();
  }

  @Test
  void all_that_is_missing_is_told_at_once() {
    assertThat(Said.faults(Said.ENVELOPE, "{}"))
        .containsExactlyInAnyOrder(
            "field.required@/capability_id", "field.required@/body", "field.required@/provenance");
    assertThat(faults("'body':{}", "{}"))
        .containsExactlyInAnyOrder(
            "field.required@/provenance/source_refs",
            "field.required@/provenance/extracted_at",
            "field.required@/provenance/extractor_version");
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    var sent =
        "{'capability_id':'','body':[],'provenance':{'source_refs':['',' '],"
            + "'extracted_at':'2025-13-01T00:00:00Z','extractor_version':'\\t','agent_id':'',"
            + "'colour':1},'client_request_id':' ','extra':true}";

    assertThat(Said.faults(Said.ENVELOPE, sent))
        .containsExactlyInAnyOrder(
            "text.length@/capability_id",
            "field.type@/body",
            "text.length@/provenance/source_refs/0",
            "text.blank@/provenance/source_refs/1",
            "time.format@/provenance/extracted_at",
            "text.blank@/provenance/extractor_version",
            "text.length@/provenance/agent_id",
            "field.unknown@/provenance/colour",
            "text.blank@/client_request_id",
            "field.unknown@/extra");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2025-01-15T10:00:00Z",
        "2025-01-15T10:00:00.123Z",
        "2025-01-15T10:00:00+01:00",
        "2025-01-15T10:00:00.123456-11:30",
        "2024-02-29T00:00:00Z"
      })
  void a_time_with_any_zone_is_taken(String time) {
    assertThat(faults("'body':{}", PROVENANCE.replace("2025-01-15T10:00:00Z", time))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2025-01-15",
        "2025-01-15T10:00:00",
        "2025-13-15T10:00:00Z",
        "2025-02-29T10:00:00Z",
        "2025-01-15T24:00:01Z",
        "15.01.2025",
        "yesterday",
        ""
      })
  void a_time_without_zone_or_sense_is_a_fault(String time) {
    assertThat(faults("'body':{}", PROVENANCE.replace("2025-01-15T10:00:00Z", time)))
        .containsExactly("time.format@/provenance/extracted_at");
  }

  @Test
  void a_capability_that_nobody_could_register_is_left_for_those_who_look_it_up() {
    var sent = "{'capability_id':'No Such Thing','body':{},'provenance':" + PROVENANCE + "}";

    assertThat(Said.read(Said.ENVELOPE, sent).capabilityId()).isEqualTo("No Such Thing");
  }

  @Test
  void references_have_a_limit_in_number_and_in_length() {
    assertThat(faults("'body':{}", refs(1_000, "x"))).isEmpty();
    assertThat(faults("'body':{}", refs(1_001, "x")))
        .containsExactly("list.length@/provenance/source_refs");
    assertThat(faults("'body':{}", refs(1, "x".repeat(200)))).isEmpty();
    assertThat(faults("'body':{}", refs(1, "x".repeat(201))))
        .containsExactly("text.length@/provenance/source_refs/0");
  }

  @Test
  void whoever_has_the_fields_may_read_more_of_them() {
    var sent =
        "{'capability_id':'a:b:v1','body':{},'visibility':'private','provenance':"
            + PROVENANCE
            + "}";

    assertThat(Said.envelope(sent).capabilityId()).isEqualTo("a:b:v1");
  }

  private static String refs(int count, String ref) {
    var refs =
        IntStream.range(0, count).mapToObj(_ -> "'" + ref + "'").collect(Collectors.joining(","));
    return PROVENANCE.replace("[]", "[" + refs + "]");
  }

  private static List<String> faults(String body, String provenance) {
    return Said.faults(
        Said.ENVELOPE, "{'capability_id':'a:b:v1'," + body + ",'provenance':" + provenance + "}");
  }
}
