package dev.quipu.s3;

import static dev.quipu.testkit.blob.OpensBlobs.LETTER;
import static dev.quipu.testkit.fixture.Names.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quipu.blob.S3Address;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.log.Hash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a server or the way to it does wrong.
@Timeout(60)
final class S3FailureTest {

  private static final BlobId ID = new BlobId(Hash.of(LETTER).hex());

  /// What becomes of a request for an object.
  private interface Fate {
    void befall(HttpExchange exchange) throws IOException;
  }

  @TempDir private Path folder;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Fate fate = exchange -> exchange.sendResponseHeaders(200, -1);
  private HttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/bucket/acme",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            fate.befall(exchange);
          }
        });
    server.createContext(
        "/bucket",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, -1);
          }
        });
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  @Test
  void a_server_that_keeps_failing_is_asked_a_few_times_and_is_unavailable_then()
      throws IOException {
    fate = exchange -> exchange.sendResponseHeaders(503, -1);
    try (var blobs = open()) {
      assertThatThrownBy(() -> blobs.put(ACME, new ByteArrayInputStream(LETTER), 100))
          .isInstanceOfSatisfying(
              Unavailable.class, failure -> assertThat(failure.retryAfter()).isPositive());
      assertThat(requests).hasValue(3);
      try (var left = Files.list(folder.resolve(".incoming"))) {
        assertThat(left).isEmpty();
      }
      assertThatThrownBy(() -> blobs.has(ACME, ID)).isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> blobs.open(ACME, ID)).isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> blobs.erase(ACME, ID)).isInstanceOf(Unavailable.class);
    }
  }

  @Test
  void a_server_that_fails_once_is_asked_again() throws IOException {
    fate = exchange -> exchange.sendResponseHeaders(requests.get() == 1 ? 503 : 200, -1);
    try (var blobs = open()) {
      assertThat(blobs.put(ACME, new ByteArrayInputStream(LETTER), 100).id()).isEqualTo(ID);
      assertThat(requests).hasValue(2);
    }
  }

  @Test
  void an_answer_that_is_cut_off_is_unavailable_and_not_corrupt() throws IOException {
    fate =
        exchange -> {
          exchange.sendResponseHeaders(200, LETTER.length);
          exchange.getResponseBody().write(LETTER, 0, LETTER.length / 2);
          exchange.getResponseBody().flush();
        };
    try (var blobs = open();
        var content = blobs.open(ACME, ID)) {
      assertThatThrownBy(content::readAllBytes).isInstanceOf(Unavailable.class);
      assertThatThrownBy(content::read).as("and stays so").isInstanceOf(Unavailable.class);
    }
  }

  @Test
  void keys_that_do_not_open_the_bucket_are_told_at_once() {
    server.removeContext("/bucket");
    server.createContext(
        "/bucket",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(403, -1);
          }
        });

    assertThatThrownBy(this::open)
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("the keys do not open it");
  }

  @Test
  void a_server_that_is_away_is_opened_all_the_same_and_unavailable() {
    server.stop(0);
    try (var blobs = open()) {
      assertThatThrownBy(() -> blobs.has(ACME, ID)).isInstanceOf(Unavailable.class);
      assertThatThrownBy(() -> blobs.eraseAll(ACME)).isInstanceOf(Unavailable.class);
    }
  }

  private BlobStore open() {
    var endpoint = "http://127.0.0.1:" + server.getAddress().getPort();
    var address = S3Address.parse("s3://bucket?endpoint=" + endpoint).withKeys("access", "secret");
    return S3BlobStore.open(address, folder);
  }
}
