package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import dev.quipu.wire.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is sent: a 4xx problem that names every fault, and a log that has not moved.
class BadInputTest {

  private static TestServer server;
  private static String token;
  private static String head;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
    token = server.newTenant();
    head = server.head(token);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        bad("nothing", "", "json.empty@"),
        bad("half a document", "{\"event_type\":\"n\"", "json.malformed@"),
        bad("a comma too many", "{\"event_type\":\"n\",}", "json.malformed@"),
        bad("two documents", "{\"event_type\":\"n\"} {}", "json.malformed@"),
        bad("a comment", "{\"event_type\":\"n\" /* hi */}", "json.malformed@"),
        bad("NaN", "{\"event_type\":\"n\",\"importance\":NaN}", "json.malformed@"),
        bad("a list", "[]", "field.type@"),
        bad("a number", "7", "field.type@"),
        bad("null", "null", "field.type@"),
        bad("no type", "{}", "field.required@/event_type"),
        bad(
            "wrong types",
            "{'event_type':1,'payload':[],'causal_refs':{},'importance':'high','version':'one',"
                + "'indexed':'yes','tags':'a'}",
            "field.type@/event_type",
            "field.type@/causal_refs",
            "field.type@/payload",
            "field.type@/importance",
            "field.type@/version",
            "field.type@/tags",
            "field.type@/indexed"),
        bad(
            "values out of range",
            "{'event_type':'n','importance':1.5,'version':0,'logical_ts':-1,'ttl_days':0,"
                + "'visibility':'secret'}",
            "number.range@/logical_ts",
            "number.range@/importance",
            "number.range@/version",
            "enum.unknown@/visibility",
            "number.range@/ttl_days"),
        bad(
            "unknown fields",
            "{'event_type':'n','kind':1,'a/b':2}",
            "field.unknown@/kind",
            "field.unknown@/a~1b"),
        bad(
            "a name twice",
            "{'event_type':'n','event_type':'m'}",
            "json.duplicate_key@/event_type"),
        bad(
            "inexact numbers",
            "{'event_type':'n','payload':{'a':9007199254740993,'b':[1e400,0.1]}}",
            "number.inexact@/payload/a",
            "number.inexact@/payload/b/0"),
        bad(
            "NUL and half a pair",
            "{'event_type':'n','source':'a\\u0000b','payload':{'x':'\\ud800'}}",
            "text.nul@/source",
            "text.surrogate@/payload/x"),
        bad(
            "ids that are none",
            "{'event_type':'n','event_id':'evt 1','agent_id':'','session_id':'../x',"
                + "'workspace_id':'ws_\\n','parent_event_id':'a\\u0301','causal_refs':['ok','no no']}",
            "id.format@/event_id",
            "id.format@/workspace_id",
            "id.format@/agent_id",
            "id.format@/session_id",
            "id.format@/parent_event_id",
            "id.format@/causal_refs/1"),
        bad(
            "a tenant with a line break",
            "{'event_type':'n','tenant_id':'t_x\\n'}",
            "id.format@/tenant_id"),
        bad(
            "a foreign tenant",
            "{'event_type':'n','tenant_id':'t_default'}",
            "tenant.foreign@/tenant_id"),
        bad(
            "a time without zone",
            "{'event_type':'n','event_time':'2026-01-01T00:00:00'}",
            "time.format@/event_time"),
        bad(
            "a bare date",
            "{'event_type':'n','event_time':'2026-01-01'}",
            "time.format@/event_time"),
        bad(
            "epoch seconds",
            "{'event_type':'n','event_time':1767225600}",
            "field.type@/event_time"),
        bad(
            "the far future",
            "{'event_type':'n','event_time':'9999-12-31T23:59:59Z'}",
            "time.future@/event_time"),
        bad(
            "beyond all years",
            "{'event_type':'n','event_time':'+999999999-01-01T00:00:00Z'}",
            "time.range@/event_time"),
        bad(
            "odd times that we stamp",
            "{'event_type':'n','ingest_time':'x','visible_time':3}",
            "time.format@/ingest_time",
            "field.type@/visible_time"),
        bad(
            "a type of ours",
            "{'event_type':'quipu.object_created'}",
            "event_type.reserved@/event_type"),
        bad(
            "faults of the form and of what it says",
            "{'event_type':'quipu.x','event_id':'evt_1','event_time':'9999-01-01T00:00:00Z',"
                + "'parent_event_id':'evt_1','importance':2,'source':'a\\u0000b','kind':1}",
            "text.nul@/source",
            "number.range@/importance",
            "field.unknown@/kind",
            "event_type.reserved@/event_type",
            "time.future@/event_time",
            "reference.loop@/parent_event_id"),
        bad(
            "public without a team",
            "{'event_type':'n','visibility':'public'}",
            "access.team_required@/access/team_id"),
        bad(
            "access that is not used",
            "{'event_type':'n','visibility':'private','access':{'team_id':'team_a','acl':{}}}",
            "access.unused@/access/team_id",
            "access.unused@/access/acl"),
        bad(
            "an access list without a word",
            "{'event_type':'n','access':{'acl':{'read_team_ids':['team_a']}}}",
            "access.unused@/access/acl"),
        bad(
            "half an owner",
            "{'event_type':'n','access':{'owner_kind':'user'}}",
            "field.required@/access/owner_id"),
        bad(
            "the other half",
            "{'event_type':'n','access':{'owner_id':'user_x'}}",
            "field.required@/access/owner_kind"),
        bad(
            "an unknown reader list",
            "{'event_type':'n','visibility':'confidential','access':{'acl':{'read_user_ids':[]},'x':1}}",
            "field.unknown@/access/acl/read_user_ids",
            "field.unknown@/access/x"),
        bad(
            "a source too long",
            "{'event_type':'n','source':'" + "x".repeat(201) + "'}",
            "text.length@/source"));
  }

  private static Arguments bad(String name, String body, String... faults) {
    return Arguments.of(name, body.replace('\'', '"'), List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void is_refused_with_every_fault(String name, String body, List<String> faults) {
    var answer = server.send("POST", token, "/v1/events", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo(Problem.MEDIA_TYPE);
    assertThat(answer.faults()).containsExactlyElementsOf(faults);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void the_faults_of_parameters_headers_and_body_are_told_together() {
    var event =
        server.post(
            token,
            "/v1/events?atomic=perhaps",
            "{'event_type':'quipu.x','importance':2}",
            "Idempotency-Key",
            "two words");
    assertThat(event.faults())
        .containsExactly(
            "enum.unknown@/atomic",
            "idempotency.key_format@/Idempotency-Key",
            "number.range@/importance",
            "event_type.reserved@/event_type");
    var object =
        server.post(
            token,
            "/v1/objects/edge?nope=1",
            "{'edge_type':'hates','weight':1e400,'colour':'red','created_ts':'2026-01-01T00:00:00Z',"
                + "'tags':7,'dst_type':'agent','dst_object_id':'a','src_type':'agent'}");
    assertThat(object.faults())
        .containsExactly(
            "parameter.unknown@/nope",
            "number.inexact@/weight",
            "field.type@/tags",
            "field.required@/src_object_id",
            "enum.unknown@/edge_type",
            "field.stamped@/created_ts",
            "field.unknown@/colour");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void the_faults_of_a_change_are_told_together() {
    var own = server.newTenant();
    server.post(own, "/v1/objects/agent", "{'agent_id':'agt_1'}");
    var before = server.head(own);
    var answer =
        server.patch(
            own,
            "/v1/objects/agent/agt_1?effective_at=9999-01-01T00:00:00Z&nope=1",
            "{'status':'asleep','role_profile':'\\ud800','colour':1}",
            "If-Match",
            "1");
    assertThat(answer.faults())
        .containsExactly(
            "parameter.unknown@/nope",
            "etag.format@/If-Match",
            "text.surrogate@/role_profile",
            "time.future@/effective_at",
            "enum.unknown@/status",
            "field.unknown@/colour");
    assertThat(server.head(own)).isEqualTo(before);
  }

  @Test
  void an_atomic_batch_is_refused_with_the_faults_of_all_its_events() {
    var events =
        "{'atomic':true,'events':[{'event_type':'quipu.x'},{'event_type':'n'},"
            + "{'event_type':'n','event_time':'9999-01-01T00:00:00Z'}%s]}";
    assertThat(server.post(token, "/v1/events", events.formatted("")).faults())
        .containsExactly(
            "event_type.reserved@/events/0/event_type", "time.future@/events/2/event_time");
    assertThat(server.post(token, "/v1/events", events.formatted(",{'event_type':7}")).faults())
        .containsExactly(
            "field.type@/events/3/event_type",
            "event_type.reserved@/events/0/event_type",
            "time.future@/events/2/event_time");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_line_is_refused_with_all_its_faults() {
    var line = "{\"event_type\":\"quipu.x\",\"source\":\"\\u0000\",\"kind\":1}\n";
    var receipt =
        server
            .send("POST", token, "/v1/events", line, "Content-Type", "application/x-ndjson")
            .list("receipts")
            .getFirst();
    assertThat(TestServer.faults(receipt.object("problem")))
        .containsExactly(
            "text.nul@/source", "field.unknown@/kind", "event_type.reserved@/event_type");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void json_twenty_thousand_deep_is_refused() {
    var deep = "{\"event_type\":\"n\",\"payload\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}";
    var answer = server.send("POST", token, "/v1/events", deep);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.faults()).containsExactly("json.depth@");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void bytes_that_are_no_utf_8_are_refused() {
    var raw =
        server.raw(
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Length: 20\r\nConnection: close\r\n\r\n{\"event_type\":\"\u00e9\u00e9x\"}");
    assertThat(raw).startsWith("HTTP/1.1 400").contains("json.encoding");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_hundred_megabytes_are_refused_by_their_length_alone() {
    var raw =
        server.raw(
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Length: 104857600\r\n\r\n{");
    assertThat(raw).startsWith("HTTP/1.1 413").contains("body.too_large", "Connection: close");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_hundred_megabytes_in_chunks_are_refused_at_the_limit() throws Exception {
    var sent = new AtomicInteger();
    Thread sender;
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      sender = Thread.ofVirtual().start(() -> sendChunks(socket, sent));
      var answer = new String(socket.getInputStream().readNBytes(600), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 413").contains("body.too_large");
    }
    sender.join();
    assertThat(sent.get()).isLessThan(100);
    assertThat(server.head(token)).isEqualTo(head);
  }

  /// Sends a hundred chunks of a megabyte, or until it is cut off.
  private static void sendChunks(Socket socket, AtomicInteger sent) {
    try {
      var out = socket.getOutputStream();
      out.write(
          ("POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                  + token
                  + "\r\nTransfer-Encoding: chunked\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      var chunk = ("100000\r\n" + " ".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      while (sent.get() < 100) {
        out.write(chunk);
        sent.incrementAndGet();
      }
    } catch (IOException e) {
      // cut off, as it should be
    }
  }

  @Test
  void a_line_too_long_is_refused_and_the_next_one_taken() {
    var own = server.newTenant();
    var lines =
        "{\"event_type\":\"n\",\"payload\":{\"t\":\""
            + "x".repeat(Limits.DEFAULT.maxLineBytes())
            + "\"}}\n{\"event_type\":\"n\"}\n";
    var answer =
        server.send("POST", own, "/v1/events", lines, "Content-Type", "application/x-ndjson");
    assertThat(answer.list("receipts").stream().map(receipt -> receipt.text("status")))
        .containsExactly("rejected", "accepted");
    assertThat(answer.list("receipts").getFirst().object("problem").text("code"))
        .isEqualTo("line.too_large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/events?agent=x",
        "/v1/events?limit=0",
        "/v1/events?limit=1001",
        "/v1/events?limit=-1",
        "/v1/events?limit=1e2",
        "/v1/events?limit=",
        "/v1/events?limit=1&limit=1",
        "/v1/events?order=up",
        "/v1/events?from=yesterday",
        "/v1/events?as_of=2026",
        "/v1/events?as_known_at=-1",
        "/v1/events?as_known_at=99999999999999999999",
        "/v1/events?as_known_at=1000",
        "/v1/events?cursor=AAAA",
        "/v1/events?agent_id=%zz",
        "/v1/events?agent_id=%c0%ae",
        "/v1/events?agent_id=%00",
        "/v1/events?agent_id=a%20b",
        "/v1/events?%61gent=x",
        "/v1/events?=",
        "/v1/events?&",
      })
  void parameters_are_held_to_their_word(String path) {
    var answer = answerTo(path);
    assertThat(answer).startsWith("HTTP/1.1 400").contains(Problem.MEDIA_TYPE, "\"code\"");
  }

  @Test
  void all_faults_of_the_parameters_are_named() {
    var answer = server.get(token, "/v1/events?nope=1&limit=x&order=up&as_of=never");
    assertThat(answer.faults())
        .containsExactly(
            "parameter.unknown@/nope",
            "enum.unknown@/order",
            "time.format@/as_of",
            "number.range@/limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/../v1/events",
        "/v1/events/..",
        "/v1/events/%2e%2e",
        "/v1/events/%2e%2e/events",
        "/v1/events/..%2f..%2fetc",
        "/v1/events/a%2fb",
        "//v1/events",
        "/v1//events",
        "/v1/events/",
        "/v1/events;x=1",
        "/v1/events/evt;x",
        "/v1/events/%00",
        "/v1/events/a%00b",
        "/v1/events/%c0%ae%c0%ae",
        "/v1/events/%ff",
        "/v1/events/%e2%82",
        "/v1/events/%zz",
        "/v1/events/%2",
        "/v1/events/%",
        "/V1/EVENTS",
        "/v1/objects",
        "/v1/objects/AGENT",
        "/",
        "*",
      })
  void paths_with_tricks_lead_nowhere(String path) {
    var answer = answerTo(path);
    assertThat(answer).containsPattern("^HTTP/1.1 40[04]").contains(Problem.MEDIA_TYPE);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void an_endless_path_is_refused() {
    assertThat(answerTo("/v1/events/" + "a".repeat(3000))).startsWith("HTTP/1.1 404");
    assertThat(answerTo("/v1/events/" + "a".repeat(100_000)))
        .containsPattern("^HTTP/1.1 4(00|14)")
        .contains(Problem.MEDIA_TYPE);
  }

  private static String answerTo(String path) {
    return server.raw(
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n");
  }
}
