package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyRecordTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/policy_record";

  @Test
  void a_record_is_named_by_its_event_and_has_the_fields_of_the_seed() {
    Kind.prepare(server, token);
    var made = make("'salience_weight':2,'ttl':60,'policy_reason':'noise'");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var record = made.object("object");
    assertThat(record.names())
        .containsExactly(
            "policy_id",
            "policy_version",
            "context",
            "object_id",
            "object_type",
            "salience_weight",
            "ttl",
            "confidence_override",
            "verified_state",
            "quarantine_flag",
            "visibility_policy",
            "policy_reason",
            "policy_source",
            "policy_event_id");
    var event = record.text("policy_event_id");
    assertThat(made.text("object_id")).isEqualTo("prc_" + event);
    assertThat(server.get(token, "/v1/events/" + event).text("event_type"))
        .isEqualTo("quipu.object_created");
    assertThat(server.get(token, PATH + "/prc_" + event).body()).isEqualTo(made.body());
  }

  @Test
  void a_record_is_about_a_policy_version_and_an_object_that_are_there() {
    Kind.prepare(server, token);
    var head = server.head(token);
    assertThat(
            server
                .post(
                    token,
                    PATH,
                    "{'policy_id':'pol_none','policy_version':1,'object_type':'agent',"
                        + "'object_id':'agt_none'}")
                .faults())
        .containsExactly("reference.unknown@/policy_id", "reference.unknown@/object_id");
    assertThat(
            server
                .post(
                    token,
                    PATH,
                    "{'policy_id':'pol_base','policy_version':2,'object_type':'agent',"
                        + "'object_id':'agt_base'}")
                .faults())
        .containsExactly("reference.unknown@/policy_version");
    assertThat(server.post(token, PATH, "{'verified_state':'maybe'}").faults())
        .contains("field.required@/policy_id", "field.required@/object_id")
        .contains("enum.unknown@/verified_state");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void only_who_may_write_an_object_governs_it() {
    var bob = server.newKey(token, "user_bob", "read", "write");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_open'" + open);
    server.post(bob, "/v1/objects/policy", "{'policy_id':'pol_bob'}");
    assertThat(
            server
                .post(
                    bob,
                    PATH,
                    "{'policy_id':'pol_bob','policy_version':1,'object_type':'agent',"
                        + "'object_id':'agt_open'}")
                .faults())
        .containsExactly("object.not_yours@/object_id");
  }

  @Test
  void what_a_record_is_about_stays_and_what_it_says_changes() {
    Kind.prepare(server, token);
    var path = PATH + "/" + make("'context':'a'").text("object_id");
    var changed = server.patch(token, path, "{'verified_state':'verified'}");
    assertThat(changed.object("object").text("verified_state")).isEqualTo("verified");
    assertThat(server.patch(token, path, "{'object_id':'agt_2','policy_version':2}").faults())
        .containsExactlyInAnyOrder("field.fixed@/policy_version", "field.fixed@/object_id");
  }

  @Test
  void records_are_found_by_policy_and_by_object() {
    Kind.prepare(server, token);
    var id = make("'quarantine_flag':false").text("object_id");
    for (var query : List.of("policy_id=pol_base", "object_id=agt_base&object_type=agent")) {
      assertThat(
              server.get(token, PATH + "?" + query).list("objects").stream()
                  .map(view -> view.text("object_id")))
          .as(query)
          .containsExactly(id);
    }
    assertThat(server.get(token, PATH + "?object_id=agt_none").list("objects")).isEmpty();
  }

  private TestServer.Answer make(String more) {
    return server.post(
        token,
        PATH,
        "{'policy_id':'pol_base','policy_version':1,'object_type':'agent',"
            + "'object_id':'agt_base',"
            + more
            + "}");
  }
}
