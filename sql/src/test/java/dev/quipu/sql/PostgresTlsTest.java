package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.postgres.Certificates;
import dev.quipu.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way to a PostgreSQL that talks to nobody without TLS.
final class PostgresTlsTest {

  private static Certificates certificates;
  private static PostgresServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    certificates = Certificates.make();
    server = PostgresServer.openWithTls(certificates);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private SqlStorage open(String options) {
    return SqlStorage.openPostgres(
        PostgresAddress.parse(server.newSchema() + options),
        InstantSource.fixed(Names.DAWN),
        new SecureRandom());
  }

  @Test
  void a_server_whose_certificate_is_vouched_for_is_written_and_read() throws IOException {
    try (var storage = open("&sslmode=verify-full&sslrootcert=" + file(certificates))) {
      done(storage, Deed.of(ACME, "first"));

      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  void a_server_that_another_authority_vouches_for_is_refused_with_the_reason() throws Exception {
    var others = file(Certificates.make());

    assertThatThrownBy(() -> open("&sslmode=verify-full&sslrootcert=" + others))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining("its certificate is not trusted");
  }

  @Test
  void a_server_that_demands_tls_and_is_not_offered_it_says_so() {
    assertThatThrownBy(() -> open("&sslmode=disable"))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining("no encryption");
  }

  @Test
  void a_missing_file_with_the_authority_is_named() {
    assertThatThrownBy(() -> open("&sslmode=verify-full&sslrootcert=/nowhere/ca.pem"))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("/nowhere/ca.pem");
  }

  private Path file(Certificates certificates) throws IOException {
    var file = Files.createTempFile(folder, "ca", ".pem");
    return Files.writeString(file, certificates.authority());
  }
}
