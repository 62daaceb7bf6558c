package dev.quipu.server.rest;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventBatchTest extends DoorTest {

  private final String token = server.newTenant();

  @Test
  void each_event_of_a_batch_has_its_own_fate() {
    var answer =
        server.post(
            token,
            "/v1/events",
            "{'events':[{'event_type':'a'},{'event_type':5,'x':1},{'event_type':'c'},"
                + "{'event_type':'quipu.d'}]}");

    assertThat(answer.status()).isEqualTo(200);
    var receipts = answer.list("receipts");
    assertThat(receipts.stream().map(receipt -> receipt.text("status")))
        .containsExactly("accepted", "rejected", "accepted", "rejected");
    assertThat(TestServer.faults(receipts.get(1).object("problem")))
        .containsExactly("field.type@/events/1/event_type", "field.unknown@/events/1/x");
    assertThat(receipts.get(3).object("problem").get("status").toString()).isEqualTo("400");
    assertThat(server.get(token, "/v1/log/head").number("position")).isEqualTo(2);
  }

  @Test
  void an_atomic_batch_is_written_whole_or_not_at_all() {
    var head = server.head(token);

    var faulty =
        server.post(
            token,
            "/v1/events",
            "{'atomic':true,'events':[{'event_type':'a'},{},{'event_type':'c','importance':2}]}");
    assertThat(faulty.status()).isEqualTo(400);
    assertThat(faulty.faults())
        .containsExactly(
            "field.required@/events/1/event_type", "number.range@/events/2/importance");

    var refused =
        server.post(
            token,
            "/v1/events",
            "{'atomic':true,'events':[{'event_type':'a'},{'event_type':'quipu.b'}]}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.faults()).containsExactly("event_type.reserved@/events/1/event_type");
    assertThat(server.head(token)).isEqualTo(head);

    var good =
        server.post(
            token,
            "/v1/events",
            "{'atomic':true,'events':[{'event_type':'a'},{'event_type':'b'}]}");
    assertThat(good.list("receipts")).hasSize(2);
    assertThat(server.get(token, "/v1/log/head").number("position")).isEqualTo(2);
  }

  @Test
  void a_large_batch_goes_in_portions_and_keeps_its_order() {
    var events =
        IntStream.range(0, 937)
            .mapToObj(i -> "{'event_id':'evt_" + i + "','event_type':'n'}")
            .collect(joining(","));

    var receipts = server.post(token, "/v1/events", "{'events':[" + events + "]}").list("receipts");

    assertThat(receipts).hasSize(937);
    assertThat(receipts.stream().map(receipt -> receipt.get("position").toString()))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 937).mapToObj(Integer::toString).toList());
  }

  @Test
  void too_many_events_are_refused_at_once() {
    var events =
        IntStream.range(0, 1 + Limits.DEFAULT.maxBatch()).mapToObj(_ -> "{}").collect(joining(","));
    var answer = server.post(token, "/v1/events", "{'events':[" + events + "]}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.faults()).containsExactly("list.length@/events");
  }

  @Test
  void lines_are_taken_one_by_one_and_a_bad_one_is_named() {
    var lines =
        """
        {"event_id":"evt_1","event_type":"a"}

        {"event_type":
        {"event_type":7}
        {"event_id":"evt_2","event_type":"b"}""";

    var answer = ndjson(lines);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    var receipts = answer.list("receipts");
    assertThat(receipts.stream().map(receipt -> receipt.text("status")))
        .containsExactly("accepted", "rejected", "rejected", "accepted");
    assertThat(receipts.get(1).object("problem").get("line").toString()).isEqualTo("3");
    assertThat(receipts.get(2).object("problem").get("line").toString()).isEqualTo("4");
  }

  @Test
  void thousands_of_lines_stream_through() {
    var lines =
        IntStream.range(0, 2345)
            .mapToObj(i -> "{\"event_id\":\"evt_" + i + "\",\"event_type\":\"n\"}\n")
            .collect(joining());

    assertThat(ndjson(lines).list("receipts")).hasSize(2345);
    assertThat(server.get(token, "/v1/log/head").number("position")).isEqualTo(2345);
    assertThat(ndjson(lines).list("receipts").stream().map(receipt -> receipt.text("status")))
        .containsOnly("duplicate");
  }

  /// Far more receipts than the buffers between client and server hold.
  @Test
  void a_client_may_send_everything_before_it_reads() throws IOException {
    var lines = "{\"event_type\":\"n\"}\n".repeat(30_000);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(60_000);
      var head =
          """
          POST /v1/events HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Content-Type: application/x-ndjson\r
          Content-Length: %d\r
          Connection: close\r
          \r
          """
              .formatted(token, lines.length());
      socket.getOutputStream().write((head + lines).getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();

      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(answer).contains("]}");
      assertThat(server.get(token, "/v1/log/head").number("position")).isEqualTo(30_000);
    }
  }

  @Test
  void an_event_has_a_limit_of_its_own() {
    var large =
        "{'event_type':'a','payload':{'text':'" + "x".repeat(Limits.DEFAULT.maxLineBytes()) + "'}}";

    assertThat(server.post(token, "/v1/events", large).faults())
        .containsExactly("event.too_large@");
  }

  @Test
  void a_page_of_heavy_events_is_cut_short_and_goes_on() {
    var heavy = "{'event_type':'a','payload':{'data':'" + "x".repeat(3_000_000) + "'}}";
    for (int i = 0; i < 8; i++) {
      assertThat(server.post(token, "/v1/events", heavy).status()).isEqualTo(201);
    }

    var page = server.get(token, "/v1/events");
    int seen = page.list("events").size();
    assertThat(seen).isBetween(1, 7);
    while (page.text("next_cursor") != null) {
      page = server.get(token, "/v1/events?cursor=" + page.text("next_cursor"));
      seen += page.list("events").size();
    }

    assertThat(seen).isEqualTo(8);
  }

  @Test
  void no_lines_give_no_receipts() {
    assertThat(ndjson("\n \n").list("receipts")).isEqualTo(List.of());
  }

  @Test
  void lines_cannot_be_atomic() {
    var answer =
        server.send(
            "POST", token, "/v1/events?atomic=true", "{}", "Content-Type", "application/x-ndjson");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.faults()).containsExactly("atomic.unsupported@/atomic");
  }

  private TestServer.Answer ndjson(String lines) {
    return server.send("POST", token, "/v1/events", lines, "Content-Type", "application/x-ndjson");
  }
}
