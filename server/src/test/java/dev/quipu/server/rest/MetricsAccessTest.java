package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.server.TestServer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Figures are for those on this machine, and for the operator from anywhere.
class MetricsAccessTest {

  private static final List<String> PATHS = List.of("/metrics", "/v1/metrics");

  @Test
  void from_elsewhere_only_the_operator_gets_the_figures(@TempDir Path folder) throws IOException {
    var address = outerAddress();
    assumeTrue(address.isPresent(), "SKIPPED: this machine has no address but its own loopback");
    var outside = address.get().getHostAddress();
    try (var server = TestServer.startOn(outside, folder)) {
      var tenant = server.newTenant();
      for (var path : PATHS) {
        assertThat(server.get("", path).status()).as("nobody").isEqualTo(401);
        assertThat(server.get(tenant, path).status()).as("a tenant").isEqualTo(401);
        assertThat(server.get(TestServer.ADMIN, path).bodyText())
            .as("the operator")
            .contains("quipu_open_streams");
      }
    }
  }

  @Test
  void from_this_machine_anybody_does(@TempDir Path folder) {
    try (var server = TestServer.start(folder)) {
      for (var path : PATHS) {
        assertThat(server.get("", path).status()).isEqualTo(200);
      }
    }
  }

  /// What is sent to it comes from it too, so that the server sees a stranger.
  private static Optional<InetAddress> outerAddress() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst();
  }
}
