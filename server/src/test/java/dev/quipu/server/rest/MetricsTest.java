package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsTest {

  @TempDir private Path folder;

  @Test
  void somebody_who_watches_sees_how_busy_the_storage_is() {
    try (var server = TestServer.start(folder)) {
      server.get(server.firstToken(), "/v1/events");

      assertThat(server.get("", "/metrics").bodyText().lines())
          .contains(
              "quipu_pool_active 0.0",
              "quipu_pool_waiting 0.0",
              "quipu_pool_max 8.0",
              "quipu_storage_retries_total 0.0",
              "quipu_storage_outages_total 0.0")
          .anyMatch(line -> line.startsWith("quipu_pool_idle "));
    }
  }

  @Test
  void somebody_who_watches_sees_how_the_index_follows() {
    try (var server = TestServer.start(folder)) {
      var key = server.firstToken();
      var body = "{'event_type':'user_message','payload':{'text':'hello'}}";
      long position = server.post(key, "/v1/events", body).number("position");
      server.post(key, "/v1/query", "{'query_text':'hello','after':" + position + "}");

      assertThat(server.get("", "/metrics").bodyText().lines())
          .contains(
              "quipu_index_writers 1.0",
              "quipu_index_readers 1.0",
              "quipu_index_failures_total 0.0")
          .anyMatch(line -> line.startsWith("quipu_index_behind_tenants "))
          .anyMatch(line -> line.matches("quipu_index_bytes [1-9].*"));
    }
  }
}
