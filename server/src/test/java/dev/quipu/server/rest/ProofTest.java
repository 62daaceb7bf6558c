package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProofTest extends DoorTest {

  private static final HexFormat HEX = HexFormat.of();

  private final String token = server.newTenant();

  @Test
  void a_proof_leads_from_an_object_to_the_head_of_the_log() throws Exception {
    server.post(token, "/v1/events", "{'event_type':'note','event_id':'evt_0'}");
    var made =
        server.post(
            token,
            "/v1/events",
            "{'event_id':'evt_1','event_type':'note','agent_id':'agt_1','payload':{'text':'tee ü','n':1.50}}");
    server.post(token, "/v1/events", "{'event_type':'note','visibility':'private'}");
    server.post(token, "/v1/events", "{'event_type':'note'}");

    for (var object : made.list("objects")) {
      var path =
          "/v1/objects/" + object.text("object_type") + "/" + object.text("object_id") + "/proof";
      check(server.get(token, path), "evt_1", 2);
    }
    check(server.get(token, "/v1/objects/event/evt_0/proof"), "evt_0", 3);
    check(server.get(token, "/v1/objects/event/evt_1/proof"), "evt_1", 2);
    var memory =
        made.list("objects").stream()
            .filter(object -> object.text("object_type").equals("memory"))
            .findFirst()
            .orElseThrow()
            .text("object_id");
    var shown = server.get(token, "/v1/objects/memory/" + memory).object("object");
    check(server.get(token, shown.text("provenance_ref")), "evt_1", 2);
    check(
        server.get(token, "/v1/objects/embedding/" + shown.text("content") + "/proof"), "evt_1", 2);
  }

  @Test
  void a_proof_leads_to_the_next_checkpoint_which_is_signed() throws Exception {
    var batch = new StringBuilder("{'events':[");
    for (int i = 1; i <= 1000; i++) {
      batch.append(i == 1 ? "" : ",").append("{'event_type':'note','event_id':'evt_" + i + "'}");
    }
    assertThat(server.post(token, "/v1/events", batch + "]}").status()).isEqualTo(200);
    for (int i = 1001; i <= 1030; i++) {
      server.post(token, "/v1/events", "{'event_type':'note','event_id':'evt_" + i + "'}");
    }

    for (int i : List.of(1, 1000, 1023, 1024)) {
      var proof = server.get(token, "/v1/objects/event/evt_" + i + "/proof");
      check(proof, "evt_" + i, 1024 - i);
      var checkpoint = proof.object("checkpoint");
      assertThat(checkpoint.get("position").toString()).isEqualTo("1024");
      var links = proof.list("links");
      var last = links.isEmpty() ? proof.body() : links.getLast();
      assertThat(checkpoint.text("hash")).isEqualTo(last.text("hash"));
      assertThat(isSigned(checkpoint)).isTrue();
      assertThat(isSigned(checkpoint.with("hash", checkpoint.get("log_id")))).isFalse();
    }
    var behind = server.get(token, "/v1/objects/event/evt_1025/proof");
    check(behind, "evt_1025", 5);
    assertThat(behind.body().get("checkpoint").toString()).isEqualTo("null");
    assertThat(behind.object("head").text("hash"))
        .isEqualTo(behind.list("links").getLast().text("hash"));
  }

  @Test
  void a_proof_shows_nothing_of_the_neighbours_but_their_hashes() {
    server.post(
        token,
        "/v1/events",
        "{'event_type':'note','event_id':'evt_1','visibility':'public','access':{'team_id':null}}");
    server.post(
        token,
        "/v1/events",
        "{'event_type':'note','event_id':'evt_secret','visibility':'private','payload':{'text':'hush'}}");
    var bob = server.newKey(token, "user_bob", "read");

    var proof = server.get(bob, "/v1/objects/event/evt_1/proof");
    assertThat(proof.status()).isEqualTo(200);
    assertThat(proof.bodyText()).doesNotContain("evt_secret", "hush");
    assertThat(proof.list("links").getFirst().names())
        .containsExactly("header_hash", "payload_hash", "hash");
    var hidden = server.get(bob, "/v1/objects/event/evt_secret/proof");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.bodyText())
        .isEqualTo(server.get(bob, "/v1/objects/event/evt_none/proof").bodyText());
  }

  /// A header names whatever its entry has made. Whether some of it is hidden from a reader must
  /// not be told, so that the header is for the owner alone.
  @Test
  void a_header_is_for_whom_the_event_belongs_to() throws Exception {
    var open = "'visibility':'public','access':{'team_id':null}";
    var bob = server.newKey(token, "user_bob", "read");
    for (var session : List.of("{'session_id':'ses_0'", "{'session_id':'ses_1','budget_token':9")) {
      server.post(token, "/v1/objects/session", session + "}");
    }
    for (int i = 0; i < 2; i++) {
      server.post(
          token,
          "/v1/events",
          "{'event_id':'evt_%d','event_type':'note','session_id':'ses_%d',".formatted(i, i)
              + "'payload':{'text':'Tea.','usage':{'tokens':1}},"
              + open
              + "}");
      var path = "/v1/objects/event/evt_" + i + "/proof";
      var mine = server.get(token, path);
      assertThat(mine.object("header").text("event_id")).isEqualTo("evt_" + i);
      var proof = server.get(bob, path);
      assertThat(proof.body().get("header")).isEqualTo(JsonNull.NULL);
      assertThat(proof.body().get("header_salt")).isEqualTo(JsonNull.NULL);
      assertThat(proof.bodyText()).doesNotContain("state_", "ses_");
      // The payload is bound to the log all the same.
      var payload = hash(HEX.parseHex(proof.text("payload_salt")), bytes(proof.object("payload")));
      var chained =
          hash(
              HEX.parseHex(proof.text("previous_hash")),
              HEX.parseHex(proof.text("header_hash")),
              payload);
      assertThat(HEX.formatHex(chained)).isEqualTo(proof.text("hash"));
    }
  }

  @Test
  void an_older_version_is_proven_by_its_own_entry() throws Exception {
    server.post(token, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    server.patch(token, "/v1/objects/agent/agt_1", "{'agent_type':'cook'}");
    var now = server.get(token, "/v1/objects/agent/agt_1/proof");
    var then = server.get(token, "/v1/objects/agent/agt_1/proof?as_known_at=1");
    assertThat(now.number("position")).isEqualTo(2);
    assertThat(then.number("position")).isEqualTo(1);
    assertThat(then.list("links").getFirst().text("hash")).isEqualTo(now.text("hash"));
    assertThat(now.text("previous_hash")).isEqualTo(then.text("hash"));
    assertThat(now.object("payload").object("body").text("agent_type")).isEqualTo("cook");
  }

  /// Computes every hash again, from nothing but the answer.
  private static void check(TestServer.Answer proof, String event, int links) throws Exception {
    assertThat(proof.status()).as(proof.bodyText()).isEqualTo(200);
    var header = hash(HEX.parseHex(proof.text("header_salt")), bytes(proof.object("header")));
    var payload = hash(HEX.parseHex(proof.text("payload_salt")), bytes(proof.object("payload")));
    assertThat(HEX.formatHex(header)).isEqualTo(proof.text("header_hash"));
    assertThat(HEX.formatHex(payload)).isEqualTo(proof.text("payload_hash"));
    var chained = hash(HEX.parseHex(proof.text("previous_hash")), header, payload);
    assertThat(HEX.formatHex(chained)).isEqualTo(proof.text("hash"));
    assertThat(proof.object("header").text("event_id")).isEqualTo(event);
    assertThat(proof.list("links")).hasSize(links);
    for (var link : proof.list("links")) {
      chained =
          hash(
              chained,
              HEX.parseHex(link.text("header_hash")),
              HEX.parseHex(link.text("payload_hash")));
      assertThat(HEX.formatHex(chained)).isEqualTo(link.text("hash"));
    }
    var head = proof.object("head");
    if (head.get("position").toString().equals(Long.toString(proof.number("position") + links))) {
      assertThat(HEX.formatHex(chained)).isEqualTo(head.text("hash"));
    }
  }

  private static byte[] bytes(JsonObject json) {
    return Canonical.text(json).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hash(byte[]... parts) throws GeneralSecurityException {
    var digest = MessageDigest.getInstance("SHA-256");
    for (var part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  private static boolean isSigned(JsonObject checkpoint) throws GeneralSecurityException {
    var key = Base64.getDecoder().decode(server.get("", "/v1/log/key").text("public_key"));
    var verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(key)));
    verifier.update(bytes(checkpoint.without("signature")));
    return verifier.verify(Base64.getDecoder().decode(checkpoint.text("signature")));
  }
}
