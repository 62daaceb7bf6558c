package dev.quipu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the library refuses by itself must look like everything else that is refused.
class TransportTest {

  private static final String PROBLEM = "application/problem+json";

  private static TestServer server;
  private static String token;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
    token = server.newTenant();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("no request at all", "hello\r\n\r\n", 400),
        Arguments.of("no version", "GET /\r\n\r\n", 400),
        Arguments.of("an old version", "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", 505),
        Arguments.of("another protocol", "GET / FTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Arguments.of("no host", "GET /health/live HTTP/1.1\r\n\r\n", 400),
        Arguments.of(
            "two hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        Arguments.of(
            "a header without a colon", "GET / HTTP/1.1\r\nHost: localhost\r\nabc\r\n\r\n", 400),
        Arguments.of(
            "a header with an odd name",
            "GET / HTTP/1.1\r\nHost: localhost\r\na b: c\r\n\r\n",
            400),
        Arguments.of(
            "a header with a NUL", "GET / HTTP/1.1\r\nHost: localhost\r\na: b\u0000c\r\n\r\n", 400),
        Arguments.of(
            "a header without end",
            "GET / HTTP/1.1\r\nHost: localhost\r\na: " + "b".repeat(70_000) + "\r\n\r\n",
            431),
        Arguments.of("an odd escape", "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Arguments.of("an odd character", "GET /<> HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Arguments.of(
            "a length that is none",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n",
            400),
        Arguments.of(
            "a negative length",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
            400),
        Arguments.of(
            "two lengths",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
            400),
        Arguments.of(
            "a length and chunks",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Arguments.of(
            "an unknown transfer encoding",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            400),
        Arguments.of(
            "chunks twice",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Arguments.of(
            "chunks of chunks",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked, Chunked\r\n\r\n0\r\n\r\n",
            400),
        Arguments.of(
            "a length and chunks in capitals",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n",
            400),
        Arguments.of(
            "an encoded body",
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
            415));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void is_answered_with_a_problem(String name, String request, int status) {
    var answer = server.raw(request);
    assertThat(answer).startsWith("HTTP/1.1 " + status).contains(PROBLEM, "\"code\"");
    assertThat(answer).doesNotContain("Exception", "helidon", "\tat ");
  }

  @Test
  void broken_chunks_are_a_fault_of_the_body() {
    var answer = server.raw(chunked("zz\r\n{}\r\n0\r\n\r\n"));
    assertThat(answer).startsWith("HTTP/1.1 400").contains(PROBLEM);
    assertThat(server.raw(chunked("2\n{}\n0\n\n"))).startsWith("HTTP/1.1 400").contains(PROBLEM);
    assertThat(server.raw(chunked("5\r\n{\"a\""))).startsWith("HTTP/1.1 400").contains("body.cut");
  }

  static Stream<Arguments> legalChunks() {
    return Stream.of(
        Arguments.of("as the library knows it", "chunked", "12\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("in capitals", "CHUNKED", "12\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("leading zeros", "chunked", "000012\r\n", "\r\n000\r\n\r\n"),
        Arguments.of("a bare extension", "chunked", "12;a\r\n", "\r\n0;z\r\n\r\n"),
        Arguments.of(
            "extensions with values",
            "Chunked",
            "12 ; a=b;\tc = \"d;\\\"e\"\r\n",
            "\r\n0;f=\"\"\r\n\r\n"),
        Arguments.of("trailers", "chunked", "12\r\n", "\r\n0\r\nDigest: x\r\nX-Empty:\r\n\r\n"),
        Arguments.of(
            "a trailer that would frame a body",
            "chunked",
            "12;x=y\r\n",
            "\r\n0\r\nContent-Length: 400\r\n\r\n"));
  }

  /// And the request behind it is found where it begins.
  @ParameterizedTest(name = "{0}")
  @MethodSource("legalChunks")
  void chunks_may_carry_what_the_standard_lets_them(
      String name, String coding, String before, String behind) {
    var answers =
        server.raw(
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nTransfer-Encoding: "
                + coding
                + "\r\n\r\n"
                + before
                + "{\"event_type\":\"n\"}"
                + behind
                + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(answers).containsPattern("(?s)^HTTP/1.1 201.*HTTP/1.1 200.*\"ok\"");
  }

  static Stream<Arguments> illegalChunks() {
    return Stream.of(
        Arguments.of("a line feed in an extension", "12;a\nb\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a return in an extension", "12;a\rb\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("an open quote", "12;a=\"b\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("an extension without a name", "12;=b\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("an extension without an end", "12;" + "a".repeat(9000), ""),
        Arguments.of("a prefix", "0x12\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a sign", "+12\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a space before", " 12\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a space behind", "12 \r\n", "\r\n0\r\n\r\n"),
        Arguments.of("no length", "\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a chunk longer than it says", "11\r\n", "\r\n0\r\n\r\n"),
        Arguments.of("a chunk that ends in anything", "12\r\n", "xx0\r\n\r\n"),
        Arguments.of("a trailer without a colon", "12\r\n", "\r\n0\r\nabc\r\n\r\n"),
        Arguments.of("a folded trailer", "12\r\n", "\r\n0\r\na: b\r\n c: d\r\n\r\n"),
        Arguments.of("a trailer with a line feed", "12\r\n", "\r\n0\r\na: b\nc: d\r\n\r\n"),
        Arguments.of("trailers without end", "12\r\n", "\r\n0\r\n" + "a: b\r\n".repeat(9000)));
  }

  /// Nothing is written, and what follows is not taken for a request.
  @ParameterizedTest(name = "{0}")
  @MethodSource("illegalChunks")
  void chunks_that_two_readers_could_read_differently_are_refused(
      String name, String before, String behind) {
    var head = server.head(token);
    var answers =
        server.raw(
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                + before
                + "{\"event_type\":\"n\"}"
                + behind
                + "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(answers)
        .startsWith("HTTP/1.1 400")
        .contains("body.malformed", "Connection: close")
        .doesNotContain("\"ok\"");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_chunk_larger_than_any_request_is_not_waited_for() {
    assertThat(server.raw(chunked("7fffffff\r\n{}"))).startsWith("HTTP/1.1 413").contains(PROBLEM);
  }

  @Test
  void a_body_cut_short_is_a_fault() {
    var answer = server.raw(head("Content-Length: 100\r\n") + "{\"event_type\":");
    assertThat(answer).startsWith("HTTP/1.1 400").contains("body.cut");
  }

  @Test
  void what_is_left_of_a_refused_request_is_never_taken_for_another() {
    var inner = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    var body = inner + "x".repeat(100_000);
    var answer =
        server.raw(
            "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body);
    assertThat(answer).startsWith("HTTP/1.1 401").contains("Connection: close");
    assertThat(answer).doesNotContain("\"status\":\"ok\"");
  }

  @Test
  void requests_that_follow_each_other_are_answered_in_turn() {
    var answers =
        server.raw(
            "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
                + "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(answers).containsPattern("(?s)HTTP/1.1 200.*HTTP/1.1 401.*HTTP/1.1 200");
  }

  static Stream<Arguments> addresses() {
    return Stream.of(
        Arguments.of("Host: localhost\r\n", 200, ""),
        Arguments.of("Host: LOCALHOST:99\r\n", 200, ""),
        Arguments.of("Host: 127.0.0.1:8484\r\n", 200, ""),
        Arguments.of("Host: [::1]:8484\r\n", 200, ""),
        Arguments.of("Host: quipu.example\r\n", 200, ""),
        Arguments.of("Host: evil.example\r\n", 403, "host.foreign"),
        Arguments.of("Host: localhost.evil.example\r\n", 403, "host.foreign"),
        Arguments.of("Host: 127.0.0.2\r\n", 403, "host.foreign"),
        Arguments.of("Host: localhost\r\nOrigin: http://localhost\r\n", 200, ""),
        Arguments.of("Host: localhost:1\r\nOrigin: http://localhost:1\r\n", 200, ""),
        Arguments.of("Host: localhost\r\nOrigin: https://app.example\r\n", 200, ""),
        Arguments.of("Host: localhost\r\nOrigin: https://evil.example\r\n", 403, "origin.foreign"),
        Arguments.of("Host: localhost:1\r\nOrigin: http://localhost:2\r\n", 403, "origin.foreign"),
        Arguments.of("Host: localhost\r\nOrigin: null\r\n", 403, "origin.foreign"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("addresses")
  void only_friends_are_let_in(String headers, int status, String code) {
    var answer =
        server.raw("GET /health/live HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
    assertThat(answer).startsWith("HTTP/1.1 " + status).contains(code);
  }

  @Test
  void methods_and_types_that_are_not_taken_are_named() {
    var put = server.send("PUT", token, "/v1/events", "{}");
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.header("Allow")).isEqualTo("GET, POST");
    assertThat(server.send("BREW", token, "/v1/events", "{}").status()).isEqualTo(405);
    var form =
        server.send(
            "POST",
            token,
            "/v1/events",
            "a=b",
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(form.status()).isEqualTo(415);
    assertThat(form.text("detail")).contains("application/json", "application/x-ndjson");
    var image = server.get(token, "/v1/events", "Accept", "image/png, application/json;q=0");
    assertThat(image.status()).isEqualTo(406);
    assertThat(server.get(token, "/v1/events", "Accept", "text/html, */*;q=0.1").status())
        .isEqualTo(200);
  }

  @Test
  void a_body_without_a_type_is_taken_for_json() {
    var answer = server.raw(head("Content-Length: 18\r\n") + "{\"event_type\":\"n\"}");
    assertThat(answer).startsWith("HTTP/1.1 201");
  }

  @Test
  void a_body_in_another_charset_is_refused() {
    for (var type :
        List.of("application/json; charset=utf-16", "application/json;charset=\"latin1\"")) {
      assertThat(server.send("POST", token, "/v1/events", "{}", "Content-Type", type).status())
          .as(type)
          .isEqualTo(415);
    }
    var utf8 = "Application/JSON; charset=\"UTF-8\"";
    assertThat(server.send("POST", token, "/v1/events", "{}", "Content-Type", utf8).status())
        .isEqualTo(400);
  }

  @Test
  void the_whole_address_may_stand_for_the_path() {
    assertThat(
            server.raw(
                "GET http://localhost:1/health/live HTTP/1.1\r\nHost: localhost:1\r\nConnection:"
                    + " close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
    assertThat(
            server.raw(
                "GET http://evil.example/health/live HTTP/1.1\r\nHost: localhost\r\nConnection:"
                    + " close\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void head_is_get_without_a_body() {
    var head = server.send("HEAD", token, "/v1/log/head", null);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.bodyText()).isEmpty();
    assertThat(head.header("Content-Length")).isNotEqualTo("0");
    assertThat(server.send("HEAD", token, "/v1/events/stream", null).status()).isEqualTo(405);
  }

  @Test
  void every_answer_can_be_found_again_and_is_not_kept_by_caches() {
    for (var path : List.of("/health/live", "/v1/nothing", "/v1/events")) {
      var answer = server.get("", path);
      assertThat(answer.header("Request-Id")).startsWith("req_");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
  }

  private static String chunked(String body) {
    return head("Transfer-Encoding: chunked\r\n") + body;
  }

  private static String head(String headers) {
    return "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token
        + "\r\nConnection: close\r\n"
        + headers
        + "\r\n";
  }
}
