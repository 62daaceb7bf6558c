package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/policy";
  private static final String POLICY = PATH + "/pol_1";

  @Test
  void a_policy_has_the_fields_of_the_seed_and_its_publisher() {
    var made = make();
    assertThat(made.status()).isEqualTo(201);
    var policy = made.object("object");
    assertThat(policy.names())
        .containsExactly(
            "policy_id",
            "policy_version",
            "policy_start_time",
            "policy_end_time",
            "publisher_type",
            "publisher_id",
            "policy_type");
    assertThat(policy.get("policy_version")).isEqualTo(Json.of(1));
    assertThat(policy.text("publisher_type")).isEqualTo("user");
    assertThat(policy.text("publisher_id")).isEqualTo("user_admin");
    assertThat(policy.text("policy_start_time")).isEqualTo(made.text("valid_from"));
  }

  @Test
  void a_change_is_the_next_policy_version() {
    make();
    var changed = server.patch(token, POLICY, "{'policy_type':'ttl'}");
    assertThat(changed.object("object").get("policy_version")).isEqualTo(Json.of(2));
    assertThat(server.get(token, POLICY).object("object").get("policy_version"))
        .isEqualTo(Json.of(2));
  }

  @Test
  void every_version_of_a_policy_is_read_by_its_name() {
    make();
    server.patch(token, POLICY, "{'policy_type':'ttl'}");

    var first = server.get(token, POLICY + "@1");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("object_id")).isEqualTo("pol_1");
    assertThat(first.object("object").text("policy_type")).isEqualTo("salience");
    assertThat(first.object("object").get("policy_version")).isEqualTo(Json.of(1));
    assertThat(server.get(token, POLICY + "@2").object("object").text("policy_type"))
        .isEqualTo("ttl");
    assertThat(server.get(token, POLICY + "@2?as_known_at=1").status()).isEqualTo(404);
    for (var odd : List.of("@3", "@0", "@x", "@", "@1@1")) {
      assertThat(server.get(token, POLICY + odd).status()).as(odd).isEqualTo(404);
    }
    var bob = server.newKey(token, "user_bob", "read");
    assertThat(server.get(bob, POLICY + "@1").status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/objects/agent/agt_1@1").status()).isEqualTo(404);
  }

  @Test
  void a_policy_does_not_end_before_it_begins() {
    make();
    var head = server.head(token);
    var times =
        "'policy_start_time':'2026-02-01T00:00:00Z','policy_end_time':'2026-01-01T00:00:00Z'}";
    assertThat(server.post(token, PATH, "{" + times).faults())
        .containsExactly("time.order@/policy_end_time");
    assertThat(server.patch(token, POLICY, "{'policy_end_time':'2020-01-01T00:00:00Z'}").faults())
        .containsExactly("time.order@/policy_end_time");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void nobody_publishes_in_anothers_name_and_no_version_is_chosen() {
    var alice = server.newKey(token, "user_alice", "read", "write");
    assertThat(
            server
                .post(alice, PATH, "{'publisher_type':'user','publisher_id':'user_bob'}")
                .faults())
        .containsExactly("publisher.foreign@/publisher_id");
    assertThat(server.post(alice, PATH, "{'policy_version':7}").faults())
        .containsExactly("field.computed@/policy_version");
  }

  @Test
  void an_agent_names_a_policy_or_a_version_of_it() {
    make();
    for (var there : List.of("pol_1", "pol_1@1")) {
      var agent = server.post(token, "/v1/objects/agent", "{'policy_ref':'" + there + "'}");
      assertThat(agent.status()).as(there).isEqualTo(201);
    }
    for (var absent : List.of("pol_2", "pol_1@2", "pol_1@x", "@")) {
      var agent = server.post(token, "/v1/objects/agent", "{'policy_ref':'" + absent + "'}");
      assertThat(agent.faults()).as(absent).containsExactly("reference.unknown@/policy_ref");
    }
  }

  @Test
  void policies_are_found_by_type_and_publisher() {
    make();
    server.post(token, PATH, "{'policy_id':'pol_2','policy_type':'ttl'}");
    assertThat(ids("?policy_type=ttl")).containsExactly("pol_2");
    assertThat(ids("?publisher_id=user_admin&publisher_type=user"))
        .containsExactly("pol_1", "pol_2");
    assertThat(ids("?publisher_type=agent")).isEmpty();
  }

  private TestServer.Answer make() {
    return server.post(token, PATH, "{'policy_id':'pol_1','policy_type':'salience'}");
  }

  private List<String> ids(String query) {
    return server.get(token, PATH + query).list("objects").stream()
        .map(view -> view.text("object_id"))
        .toList();
  }
}
