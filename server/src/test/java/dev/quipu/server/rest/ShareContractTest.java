package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonArray;
import org.junit.jupiter.api.Test;

class ShareContractTest extends DoorTest {

  private final String token = server.newTenant();

  private static final String PATH = "/v1/objects/share_contract";

  @Test
  void a_contract_has_the_fields_of_the_seed() {
    var made =
        server.post(
            token,
            PATH,
            "{'contract_id':'con_1','scope':'team_x','read_acl':['agent:agt_1'],"
                + "'merge_policy':'newest'}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.object("object").names())
        .containsExactly(
            "contract_id",
            "scope",
            "read_acl",
            "write_acl",
            "derive_acl",
            "ttl_policy",
            "consistency_level",
            "merge_policy",
            "quarantine_policy",
            "audit_policy");
    assertThat(made.object("object").get("write_acl")).isEqualTo(JsonArray.EMPTY);
  }

  @Test
  void a_contract_has_a_scope() {
    assertThat(server.post(token, PATH, "{}").faults()).containsExactly("field.required@/scope");
    assertThat(server.post(token, PATH, "{'scope':'s','read_acl':'all'}").faults())
        .containsExactly("field.type@/read_acl");
  }

  @Test
  void a_change_of_its_lists_is_a_version() {
    server.post(token, PATH, "{'contract_id':'con_1','scope':'team_x'}");
    var path = PATH + "/con_1";
    assertThat(server.patch(token, path, "{'read_acl':['user:user_bob']}").header("ETag"))
        .isEqualTo("\"2\"");
    assertThat(server.get(token, path + "?as_known_at=1").object("object").get("read_acl"))
        .isEqualTo(JsonArray.EMPTY);
    assertThat(
            server.get(token, path + "/diff?from=1&to=2").list("changes").stream()
                .map(change -> change.text("path")))
        .containsExactly("/read_acl");
  }

  @Test
  void contracts_are_found_by_scope() {
    server.post(token, PATH, "{'contract_id':'con_1','scope':'team_x'}");
    server.post(token, PATH, "{'contract_id':'con_2','scope':'team_y'}");
    assertThat(server.get(token, PATH + "?scope=team_y").list("objects")).hasSize(1);
  }

  @Test
  void a_memory_is_shared_by_a_contract_that_its_writer_sees() {
    server.post(token, PATH, "{'contract_id':'con_1','scope':'team_x'}");
    var memory = "{'content':'tea','owner_type':'partial','scope':'con_1'}";
    var made = server.post(token, "/v1/objects/memory", memory);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.object("object").text("owner_type")).isEqualTo("partial");
    assertThat(made.object("object").text("scope")).isEqualTo("con_1");
    assertThat(made.object("access").text("contract_id")).isEqualTo("con_1");
    var alice = server.newKey(token, "user_alice", "read", "write");
    assertThat(server.post(alice, "/v1/objects/memory", memory).faults())
        .containsExactly("reference.unknown@/scope");
  }
}
