package dev.quipu.testkit.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// A certificate authority that nobody knows, and a server on the loopback interface that it
/// vouches for. All in PEM.
///
/// @param authority its certificate
/// @param server the server's certificate
/// @param serverKey the server's private key
public record Certificates(String authority, String server, String serverKey) {

  private static final String PASSWORD = "password";

  /// Made by the JDK's keytool, since no class of the JDK may make certificates.
  public static Certificates make() throws IOException, GeneralSecurityException {
    var folder = Files.createTempDirectory("quipu-certificates");
    var store = folder.resolve("keys.p12");
    try {
      keytool(store, "-alias", "ca", "-dname", "CN=Nobody's authority", "-ext", "bc:c=ca:true");
      keytool(
          store,
          "-alias",
          "server",
          "-dname",
          "CN=server",
          "-signer",
          "ca",
          "-ext",
          "san=ip:127.0.0.1");
      var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      return new Certificates(
          pem("CERTIFICATE", keys.getCertificate("ca").getEncoded()),
          pem("CERTIFICATE", keys.getCertificate("server").getEncoded()),
          pem("PRIVATE KEY", keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
    } finally {
      Files.deleteIfExists(store);
      Files.delete(folder);
    }
  }

  private static void keytool(Path store, String... options) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of(
            "-genkeypair",
            "-keyalg",
            "EC",
            "-startdate",
            "-1d",
            "-validity",
            "7",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD));
    command.addAll(List.of(options));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static String pem(String what, byte[] encoded) {
    var lines = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(encoded);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, lines);
  }
}
