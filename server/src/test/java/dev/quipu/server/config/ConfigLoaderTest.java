package dev.quipu.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.quipu.blob.S3Address;
import dev.quipu.embedding.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

  @TempDir Path folder;

  @Test
  void nothing_said_means_a_private_server_on_port_8484() {
    var config = ConfigLoader.load(Map.of(), Map.of("PATH", "/bin"), null);

    assertThat(config.http())
        .isEqualTo(
            new HttpConfig(
                "127.0.0.1",
                8484,
                Set.of(),
                Set.of(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10)));
    assertThat(config.storage()).isEqualTo(new StorageConfig.Sqlite(Path.of("quipu-data")));
    assertThat(config.blobs()).isEqualTo(new BlobConfig.Files(Path.of("quipu-data", "blobs")));
    assertThat(config.adminToken()).isNull();
  }

  @Test
  void blobs_go_to_the_bucket_that_is_named_and_its_secret_does_not_print() {
    var config =
        ConfigLoader.load(
            Map.of("blobs", "s3://our-blobs/live?region=eu-1", "data", "d"),
            Map.of("QUIPU_BLOBS_ACCESS_KEY", "me", "QUIPU_BLOBS_SECRET_KEY", "hush"),
            null);

    var address = S3Address.parse("s3://our-blobs/live?region=eu-1").withKeys("me", "hush");
    assertThat(config.blobs()).isEqualTo(new BlobConfig.S3(address, Path.of("d", "blobs")));
    assertThat(config.toString()).doesNotContain("hush");
  }

  @Test
  void the_endpoint_that_made_vectors_before_has_an_address_and_a_key_of_its_own() {
    var config =
        ConfigLoader.load(
            Map.of(
                "embedder", "http://127.0.0.1:1/v1?model=m&revision=2&name=m-2",
                "embedder-before", "http://127.0.0.1:2/v1?model=m"),
            Map.of("QUIPU_EMBEDDER_KEY", "new-hush", "QUIPU_EMBEDDER_BEFORE_KEY", "old-hush"),
            null);

    var before = Objects.requireNonNull(config.embedderBefore());
    assertThat(before.key()).isEqualTo(new Endpoint.Key("old-hush"));
    assertThat(before.name()).isEqualTo("m");
    assertThat(config.embedder())
        .isInstanceOfSatisfying(
            EmbedderConfig.Remote.class,
            remote -> {
              assertThat(remote.endpoint().name()).isEqualTo("m-2");
              assertThat(remote.endpoint().model()).isEqualTo("m");
            });
    assertThat(config.toString()).doesNotContain("hush");
  }

  @Test
  void mistakes_about_the_endpoint_before_are_told() {
    assertMistaken("http://127.0.0.1:2/v1?model=m", "http://127.0.0.1:1/v1?model=m", "`name`");
    assertMistaken("none", "bge-small", "`embedder-before`");
    assertMistaken("none", "http://127.0.0.1:1/v1", "'model' is missing");
  }

  private static void assertMistaken(String embedder, String before, String mistake) {
    var flags = Map.of("embedder", embedder, "embedder-before", before);
    assertThatThrownBy(() -> ConfigLoader.load(flags, Map.of(), null))
        .asInstanceOf(type(BadConfig.class))
        .satisfies(bad -> assertThat(bad.mistakes()).singleElement().asString().contains(mistake));
  }

  @Test
  void mistakes_about_blobs_are_told_together() {
    assertThatThrownBy(
            () ->
                ConfigLoader.load(
                    Map.of("blobs", "s3://B"), Map.of("QUIPU_BLOBS_ACCESS_KEY", "me"), null))
        .asInstanceOf(type(BadConfig.class))
        .satisfies(bad -> assertThat(bad.mistakes()).hasSize(2));
    assertThatThrownBy(() -> ConfigLoader.load(Map.of("blobs", "tape"), Map.of(), null))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining("neither `files` nor");
  }

  @Test
  void flags_go_before_variables_and_those_before_the_file() throws IOException {
    var file =
        file("host = 0.0.0.0\nport=1\npatience-seconds=5\nallowed-hosts = A.example , b.example\n");

    var config =
        ConfigLoader.load(
            Map.of("port", "3"), Map.of("QUIPU_PORT", "2", "QUIPU_PATIENCE_SECONDS", "7"), file);

    assertThat(config.http().host()).isEqualTo("0.0.0.0");
    assertThat(config.http().port()).isEqualTo(3);
    assertThat(config.http().patience()).isEqualTo(Duration.ofSeconds(7));
    assertThat(config.http().allowedHosts()).containsExactlyInAnyOrder("a.example", "b.example");
  }

  @Test
  void all_mistakes_are_told_at_once() throws IOException {
    var file = file("prot=1\nport=70000\n");

    assertThatThrownBy(
            () ->
                ConfigLoader.load(
                    Map.of("host", ""),
                    Map.of("QUIPU_PATIENCE_SECONDS", "soon", "QUIPU_DATE", "x"),
                    file))
        .asInstanceOf(type(BadConfig.class))
        .satisfies(
            bad -> {
              assertThat(bad.mistakes()).hasSize(5);
              assertThat(bad.getMessage())
                  .contains("`prot`", "`port`", "QUIPU_DATE", "`patience-seconds`", "`host`");
            });
  }

  @Test
  void a_database_is_named_by_its_address_and_its_password_kept_apart() {
    var config =
        ConfigLoader.load(
            Map.of("storage", "postgres://quipu@db.example:5432/memory?sslmode=verify-full"),
            Map.of("QUIPU_STORAGE_PASSWORD", "p@ss/word"),
            null);

    assertThat(config.storage())
        .asInstanceOf(type(StorageConfig.Postgres.class))
        .satisfies(
            postgres -> {
              assertThat(postgres.address().hosts()).isEqualTo("db.example:5432");
              assertThat(postgres.address().password()).isEqualTo("p@ss/word");
              assertThat(postgres.toString()).doesNotContain("p@ss");
            });
  }

  @Test
  void an_address_that_is_none_is_a_mistake_that_does_not_show_its_password() {
    assertThatThrownBy(
            () ->
                ConfigLoader.load(
                    Map.of("storage", "postgres://quipu:geheim@db.example/memory?tls=yes"),
                    Map.of(),
                    null))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining("`storage`")
        .hasMessageContaining("tls")
        .hasMessageNotContaining("geheim");
    assertThatThrownBy(() -> ConfigLoader.load(Map.of("storage", "mysql://x"), Map.of(), null))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining("neither `sqlite` nor");
  }

  @Test
  void a_missing_file_is_a_mistake() {
    assertThatThrownBy(() -> ConfigLoader.load(Map.of(), Map.of(), folder.resolve("none")))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void a_secret_does_not_print() {
    var config =
        ConfigLoader.load(Map.of(), Map.of("QUIPU_ADMIN_TOKEN", "adm_0123456789abcdef"), null);
    assertThat(config.adminToken().value()).isEqualTo("adm_0123456789abcdef");
    assertThat(config.toString()).contains("***").doesNotContain("adm_");
    assertThatThrownBy(() -> ConfigLoader.load(Map.of(), Map.of("QUIPU_ADMIN_TOKEN", "x"), null))
        .isInstanceOf(BadConfig.class);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("quipu.properties"), content);
  }
}
