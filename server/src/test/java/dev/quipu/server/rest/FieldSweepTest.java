package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.FieldKind;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.TestServer.Answer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a field of whatever type is given: an answer, never a fault of ours, and a log that
/// moves for nothing that was refused.
class FieldSweepTest extends DoorTest {

  private static final List<Json> ODD =
      List.of(
          Json.of("0000-01-01T00:00:00Z"),
          Json.of("-0001-01-01T00:00:00Z"),
          Json.of("+10000-01-01T00:00:00Z"),
          Json.of("+999999999-12-31T23:59:59Z"),
          Json.of("9999-12-31T23:59:59-18:00"),
          Json.of("0001-01-01T00:00:00+18:00"),
          Json.of("0001-01-01T00:00:00Z"),
          Json.of("9999-12-31T23:59:59.999999Z"),
          Json.of(""),
          Json.of(" "),
          Json.of("@"),
          Json.of("a@1"),
          Json.of("\uD83D\uDE00"),
          Json.of(1),
          Json.of(-1),
          Json.of(1.5),
          Json.of(1L << 53),
          Json.of(-(1L << 53)),
          new JsonNumber(1e308),
          new JsonNumber(-1e308),
          new JsonNumber(Double.MIN_VALUE),
          Json.of(true),
          JsonNull.NULL,
          JsonArray.EMPTY,
          JsonArray.of(JsonNull.NULL),
          JsonArray.of(Json.of(1)),
          JsonArray.of(Json.of("")),
          JsonArray.of(JsonArray.EMPTY),
          JsonArray.of(JsonObject.EMPTY),
          JsonObject.EMPTY,
          JsonObject.of("a", JsonNull.NULL));

  private final String token = server.newTenant();

  static Stream<ObjectType> types() {
    return ObjectSchemas.all().stream().map(ObjectSchema::type);
  }

  @ParameterizedTest
  @MethodSource("types")
  void no_value_of_any_field_is_a_fault_of_ours(ObjectType type) {
    var whole = whole().get(type);
    var path = "/v1/objects/" + type.wireName();
    var made = server.post(token, path, whole.toString());
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var one = made.header("Location");
    var schema = ObjectSchemas.of(type);
    for (var field : schema.fields()) {
      for (var value : ODD) {
        var given = JsonObject.of(field.name(), value).toString();
        hold("POST", path, whole.with(field.name(), value).toString());
        hold("PATCH", one, given);
        hold("POST", one + "/correct", given);
      }
    }
  }

  @Test
  void times_that_cannot_be_written_are_refused_where_they_are() {
    server.post(token, "/v1/objects/session", "{'session_id':'ses_1'}");
    var head = server.head(token);
    for (var year : List.of("0000", "+10000", "-0001")) {
      var time = "'" + year + "-01-01T00:00:00Z'";
      for (var schema : ObjectSchemas.all()) {
        for (var field : schema.fields()) {
          if (field.kind() instanceof FieldKind.Time) {
            var path = "/v1/objects/" + schema.type().wireName();
            var answer = server.post(token, path, "{'" + field.name() + "':" + time + "}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.faults()).contains("time.range@/" + field.name());
          }
        }
      }
      assertThat(
              server.patch(token, "/v1/objects/session/ses_1", "{'end_ts':" + time + "}").faults())
          .containsExactly("time.range@/end_ts");
    }
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void numbers_and_lists_of_a_memory_are_what_they_have_to_be() {
    var head = server.head(token);
    for (var number : List.of("1.5", "1e308", "5e-324", "-1")) {
      for (var field : List.of("level", "ttl")) {
        var answer = memory("'" + field + "':" + number);
        assertThat(answer.faults()).containsExactly("number.range@/" + field);
      }
    }
    for (var item : List.of("null", "1", "[]", "{}")) {
      var answer = memory("'source_event_ids':[" + item + "]");
      assertThat(answer.faults()).containsExactly("field.type@/source_event_ids/0");
    }
    assertThat(server.head(token)).isEqualTo(head);
  }

  private Answer memory(String field) {
    return server.post(token, "/v1/objects/memory", "{'content':'tea'," + field + "}");
  }

  private void hold(String method, String path, String body) {
    var head = server.head(token);
    var answer = server.send(method, token, path, body);
    assertThat(answer.status()).as(method + " " + path + " " + body).isLessThan(500);
    if (answer.status() >= 400) {
      assertThat(server.head(token)).isEqualTo(head);
    }
  }

  /// A body of each type that is accepted.
  private Map<ObjectType, JsonObject> whole() {
    server.post(token, "/v1/objects/policy", "{'policy_id':'pol_0'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_0'}");
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    var whole = new EnumMap<ObjectType, JsonObject>(ObjectType.class);
    types().forEach(type -> whole.put(type, JsonObject.EMPTY));
    whole.put(ObjectType.MEMORY, JsonObject.of("content", Json.of("tea")));
    whole.put(
        ObjectType.STATE,
        JsonObject.of("state_type", Json.of("blackboard"), "state_key", Json.of("k")));
    whole.put(
        ObjectType.EDGE,
        JsonObject.of("src_type", Json.of("agent"), "src_object_id", Json.of("agt_0"))
            .with("edge_type", Json.of("supports"))
            .with("dst_type", Json.of("agent"))
            .with("dst_object_id", Json.of("agt_1")));
    whole.put(
        ObjectType.POLICY_RECORD,
        JsonObject.of("policy_id", Json.of("pol_0"), "policy_version", Json.of(1))
            .with("object_type", Json.of("agent"))
            .with("object_id", Json.of("agt_0")));
    whole.put(ObjectType.SHARE_CONTRACT, JsonObject.of("scope", Json.of("team_0")));
    return whole;
  }
}
