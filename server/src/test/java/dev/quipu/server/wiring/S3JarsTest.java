package dev.quipu.server.wiring;

import static dev.quipu.testkit.blob.OpensBlobs.LETTER;
import static dev.quipu.testkit.fixture.Names.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.blob.S3Address;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.s3.S3BlobStore;
import dev.quipu.server.config.BadConfig;
import dev.quipu.testkit.s3.S3Server;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tests have the S3 client on their class path; the program has not.
class S3JarsTest {

  @TempDir Path folder;

  @Test
  void a_bucket_is_opened_with_a_client_that_is_not_on_the_class_path() throws IOException {
    var address = S3Address.parse(S3Server.shared().newAddress()).withKeys("access", "secret");
    var jars = new S3Jars(jarsOfThisBuild(), new Program());

    try (var blobs = jars.open(address, folder.resolve("incoming"))) {
      assertThat(blobs.getClass().getClassLoader().getName()).isEqualTo("s3");
      var id = blobs.put(ACME, new ByteArrayInputStream(LETTER), LETTER.length).id();
      assertThat(blobs.has(ACME, id)).isTrue();
    }
  }

  @Test
  void what_is_wrong_with_the_bucket_is_told_as_it_is() throws IOException {
    var nowhere =
        S3Address.parse("s3://quipu-nowhere?endpoint=" + S3Server.shared().endpoint())
            .withKeys("access", "secret");
    var jars = new S3Jars(jarsOfThisBuild(), new Program());

    assertThatThrownBy(() -> jars.open(nowhere, folder.resolve("incoming")))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("no such bucket");
  }

  @Test
  void a_build_without_the_client_says_so() {
    var jars = new S3Jars(folder.resolve("none"), new Program());

    assertThatThrownBy(() -> jars.open(S3Address.parse("s3://bucket"), folder))
        .isInstanceOf(BadConfig.class)
        .hasMessageContaining("no S3 client");
  }

  /// What the build puts beside the program, as it is on the class path of the tests.
  private Path jarsOfThisBuild() throws IOException {
    var jars = Files.createDirectory(folder.resolve("s3"));
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (var entry : classPath.split(File.pathSeparator, -1)) {
      var jar = Path.of(entry);
      if (entry.contains("amazon") || entry.contains("reactive-streams")) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    var own =
        URI.create(
            S3BlobStore.class.getProtectionDomain().getCodeSource().getLocation().toString());
    Files.createSymbolicLink(jars.resolve("quipu-s3"), Path.of(own));
    return jars;
  }

  /// Knows what the program knows.
  private static final class Program extends ClassLoader {

    Program() {
      super(S3JarsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.quipu.s3.") || name.startsWith("software.amazon.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
