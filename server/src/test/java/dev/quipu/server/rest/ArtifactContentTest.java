package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.Limits;
import dev.quipu.server.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactContentTest {

  private static final int MAX = 80 << 20;

  @TempDir private static Path folder;

  private static TestServer server;

  private final String token = server.newTenant();

  @BeforeAll
  static void start() {
    server = TestServer.start(folder, Limits.DEFAULT.withBlobBytes(MAX), Duration.ofSeconds(30));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static final String ART = "/v1/objects/artifact/art_1";
  private static final String CONTENT = ART + "/content";

  @Test
  void what_is_put_comes_back_with_its_type_and_hash() throws Exception {
    make("{'artifact_id':'art_1','metadata':{'name':'Tee \\u00fc.bin'}}");
    byte[] bytes = {0, 1, 2, (byte) 0xff, '\r', '\n', 0};

    var put = put(token, CONTENT, bytes, "Content-Type", "image/x-own; v=1");

    assertThat(put.status()).as(put.bodyText()).isEqualTo(200);
    var object = put.object("object");
    assertThat(object.text("hash")).isEqualTo(hex(bytes));
    assertThat(object.text("content_ref")).isEqualTo("blob:" + hex(bytes));
    assertThat(object.text("mime_type")).isEqualTo("image/x-own; v=1");
    assertThat(object.object("metadata").get("size").toString()).isEqualTo("7");
    assertThat(put.header("ETag")).isEqualTo("\"2\"");

    var got = server.get(token, CONTENT);
    assertThat(got.response().body()).isEqualTo(bytes);
    assertThat(got.header("Content-Type")).isEqualTo("image/x-own; v=1");
    assertThat(got.header("Content-Disposition"))
        .isEqualTo("attachment; filename*=UTF-8''Tee%20%C3%BC.bin");
    assertThat(got.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(got.header("Content-Security-Policy")).startsWith("sandbox");
    assertThat(got.header("ETag")).isEqualTo("\"2\"");
    assertThat(got.header("Repr-Digest")).isEqualTo(digest(bytes));
    assertThat(server.get(token, CONTENT, "If-None-Match", "\"2\"").status()).isEqualTo(304);
    assertThat(server.get(token, CONTENT, "Accept", "text/html").status()).isEqualTo(200);
    var head = server.send("HEAD", token, CONTENT, null);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("7");
  }

  @Test
  void an_older_version_keeps_its_older_content() throws Exception {
    make("{'artifact_id':'art_1','mime_type':'text/plain'}");
    put(token, CONTENT, bytes("one"));
    var before = server.get(token, ART);
    put(token, CONTENT, bytes("two"));

    assertThat(text(CONTENT)).isEqualTo("two");
    assertThat(text(CONTENT + "?as_known_at=" + before.number("position"))).isEqualTo("one");
    assertThat(text(CONTENT + "?as_of=" + before.text("valid_from"))).isEqualTo("one");
    var first = server.get(token, CONTENT + "?as_known_at=1");
    assertThat(first.status()).isEqualTo(404);
    assertThat(first.text("code")).isEqualTo("artifact.empty");
    assertThat(server.get(token, CONTENT).header("Content-Type")).isEqualTo("text/plain");
  }

  @Test
  void the_same_content_again_makes_no_version() throws Exception {
    make("{'artifact_id':'art_1'}");
    put(token, CONTENT, bytes("one"));
    var head = server.head(token);

    var again = put(token, CONTENT, bytes("one"));

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("ETag")).isEqualTo("\"2\"");
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void nothing_at_all_is_content_too() throws Exception {
    make("{'artifact_id':'art_1'}");
    assertThat(put(token, CONTENT, new byte[0]).status()).isEqualTo(200);
    assertThat(server.get(token, CONTENT).status()).isEqualTo(200);
    assertThat(server.get(token, CONTENT).response().body()).isEmpty();
  }

  @Test
  void content_whose_hash_is_not_the_announced_one_changes_nothing() throws Exception {
    make("{'artifact_id':'art_1'}");
    var other = bytes("other");
    var head = server.head(token);
    var sent = bytes("never seen " + token);

    for (var answer :
        new TestServer.Answer[] {
          put(token, CONTENT, sent, "Content-Digest", digest(other)),
          put(token, CONTENT, sent, "Repr-Digest", "md5=:AA==:, " + digest(other)),
          put(token, CONTENT + "?sha256=" + hex(other), sent),
          put(token, CONTENT + "?sha256=" + hex(sent), sent, "Content-Digest", digest(other))
        }) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.faults()).containsExactly("blob.hash@");
    }
    assertThat(server.head(token)).isEqualTo(head);
    assertThat(server.get(token, CONTENT).text("code")).isEqualTo("artifact.empty");
    assertThat(isKept(hex(sent))).isFalse();

    assertThat(put(token, CONTENT + "?sha256=" + "z".repeat(64), sent).faults())
        .containsExactly("digest.format@/sha256");
    assertThat(put(token, CONTENT, sent, "Content-Digest", "sha-256=:AA==:").faults())
        .containsExactly("digest.format@/Content-Digest");
    for (var garbage : List.of("garbage", "sha-256", "sha-256=abc", "sha-512=:AA==:", "=:AA==:")) {
      assertThat(put(token, CONTENT, sent, "Content-Digest", garbage).faults())
          .as(garbage)
          .containsExactly("digest.format@/Content-Digest");
    }
    assertThat(put(token, CONTENT, sent, "Content-Digest", "md5=:AA==:").faults())
        .containsExactly("digest.unsupported@/Content-Digest");
    assertThat(put(token, CONTENT, sent, "Repr-Digest", longDigest(other)).faults())
        .containsExactly("blob.hash@");
    assertThat(isKept(hex(sent))).isFalse();
    assertThat(
            put(token, CONTENT, sent, "Content-Digest", "md5=:AA==:, " + longDigest(sent)).status())
        .isEqualTo(200);
    assertThat(put(token, CONTENT, sent, "Content-Digest", digest(sent)).status()).isEqualTo(200);
    assertThat(isKept(hex(sent))).isTrue();
  }

  @Test
  void a_refused_hash_does_not_take_away_equal_content_of_another_artifact() throws Exception {
    make("{'artifact_id':'art_1'}");
    make("{'artifact_id':'art_2'}");
    put(token, CONTENT, bytes("shared"));

    put(token, "/v1/objects/artifact/art_2/content?sha256=" + hex(bytes("x")), bytes("shared"));

    assertThat(text(CONTENT)).isEqualTo("shared");
  }

  @Test
  void too_much_is_refused_whether_it_is_announced_or_not() throws Exception {
    make("{'artifact_id':'art_1'}");
    var head = server.head(token);
    var announced =
        server.raw(
            "PUT "
                + CONTENT
                + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Length: "
                + (MAX + 1L)
                + "\r\n\r\nabc");
    assertThat(announced).startsWith("HTTP/1.1 413").contains("too_large");

    var flowing =
        server
            .client()
            .send(
                server
                    .request(token, CONTENT)
                    .PUT(BodyPublishers.ofInputStream(() -> new Noise(MAX + 1L)))
                    .build(),
                BodyHandlers.ofString());
    assertThat(flowing.statusCode()).isEqualTo(413);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void who_may_not_write_is_refused_before_a_byte_is_read() throws Exception {
    make("{'artifact_id':'art_1','visibility':'public','access':{'team_id':null}}");
    var stranger = server.newKey(token, "user_x", "read", "write");
    var reader = server.newKey(token, "user_r", "read");

    assertThat(begun(stranger, CONTENT)).startsWith("HTTP/1.1 403").contains("object.not_yours");
    assertThat(begun(reader, CONTENT)).startsWith("HTTP/1.1 403").contains("grant.missing");
    assertThat(begun(token, "/v1/objects/artifact/art_none/content")).startsWith("HTTP/1.1 404");
    assertThat(begun(token, CONTENT, "If-Match: \"7\"")).startsWith("HTTP/1.1 412");
    var other = server.newTenant();
    assertThat(begun(other, CONTENT)).startsWith("HTTP/1.1 404");
  }

  @Test
  void content_of_others_is_not_reached_by_knowing_its_hash() throws Exception {
    var secret = bytes("secret of " + token);
    make("{'artifact_id':'art_1','visibility':'private'}");
    put(token, CONTENT, secret);
    var stranger = server.newKey(token, "user_x", "read", "write");

    var forged =
        server.post(
            stranger,
            "/v1/objects/artifact",
            "{'artifact_id':'art_f','content_ref':'blob:" + hex(secret) + "'}");
    assertThat(forged.status()).isEqualTo(400);
    server.post(
        stranger,
        "/v1/objects/artifact",
        "{'artifact_id':'art_f','uri':'blob:" + hex(secret) + "'}");
    assertThat(server.get(stranger, "/v1/objects/artifact/art_f/content").text("code"))
        .isEqualTo("artifact.elsewhere");
    assertThat(
            server
                .patch(stranger, "/v1/objects/artifact/art_f", "{'hash':'" + hex(secret) + "'}")
                .status())
        .isEqualTo(400);
    var hidden = server.get(stranger, CONTENT);
    var absent = server.get(stranger, "/v1/objects/artifact/art_0/content");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.bodyText()).isEqualTo(absent.bodyText());
    assertThat(server.get(server.newTenant(), CONTENT).bodyText()).isEqualTo(absent.bodyText());
  }

  @Test
  void what_an_event_brought_along_comes_out_of_the_log() {
    var body =
        server.post(
            token,
            "/v1/events",
            "{'event_type':'report_written','payload':{'artifact':{'body':'grüße',"
                + "'name':'r.txt','mime_type':'text/x-note'}}}");
    var text = made(body, "artifact");
    var json =
        made(
            server.post(
                token,
                "/v1/events",
                "{'event_type':'tool_result_returned','payload':{'tool':'t','result':{'b':1,'a':[2]}}}"),
            "artifact");
    var plain =
        made(
            server.post(
                token,
                "/v1/events",
                "{'event_type':'tool_result_returned','payload':{'tool':'t','result':'done'}}"),
            "artifact");

    var got = server.get(token, "/v1/objects/artifact/" + text + "/content");
    assertThat(got.bodyText()).isEqualTo("grüße");
    assertThat(got.header("Content-Type")).isEqualTo("text/x-note");
    assertThat(text("/v1/objects/artifact/" + json + "/content")).isEqualTo("{\"a\":[2],\"b\":1}");
    assertThat(text("/v1/objects/artifact/" + plain + "/content")).isEqualTo("done");
    assertThat(server.get(token, "/v1/objects/artifact/" + plain).object("object").text("hash"))
        .isEqualTo(hex(bytes("done")));
  }

  @Test
  void what_lies_elsewhere_says_where() {
    make("{'artifact_id':'art_1','uri':'https://files.example/a.pdf'}");
    var got = server.get(token, CONTENT);
    assertThat(got.status()).isEqualTo(404);
    assertThat(got.text("code")).isEqualTo("artifact.elsewhere");
    assertThat(got.text("hint")).contains("https://files.example/a.pdf");
  }

  @Test
  void a_type_that_is_no_media_type_is_not_repeated_in_a_header() throws Exception {
    make("{'artifact_id':'art_1'}");
    for (var odd : List.of("zz", "", "text/html\\r\\nSet-Cookie: a=b")) {
      var said = "{'mime_type':'" + odd + "'}";
      var event =
          "{'event_type':'n','payload':{'artifact':{'body':'b','mime_type':'" + odd + "'}}}";
      assertThat(server.post(token, "/v1/events", event).faults())
          .as(odd)
          .isNotEmpty()
          .allMatch(fault -> fault.endsWith("@/payload/artifact/mime_type"));
      assertThat(server.post(token, "/v1/objects/artifact", said).faults())
          .as(odd)
          .containsExactly("media_type.format@/mime_type");
      assertThat(server.patch(token, "/v1/objects/artifact/art_1", said).faults())
          .as(odd)
          .containsExactly("media_type.format@/mime_type");
    }
    put(token, CONTENT, bytes("x"));
    assertThat(server.get(token, CONTENT).header("Content-Type"))
        .isEqualTo("application/octet-stream");
    var fit = server.patch(token, "/v1/objects/artifact/art_1", "{'mime_type':'text/x-a; v=1'}");
    assertThat(fit.status()).as(fit.bodyText()).isEqualTo(200);
    assertThat(server.get(token, CONTENT).header("Content-Type")).isEqualTo("text/x-a; v=1");
    assertThat(put(token, CONTENT, bytes("y"), "Content-Type", "nonsense").faults())
        .containsExactly("media_type.format@/Content-Type");
  }

  @Test
  void altered_content_is_never_handed_out_as_whole() throws Exception {
    make("{'artifact_id':'art_1'}");
    make("{'artifact_id':'art_2'}");
    var small = bytes("small " + token);
    var large = new Noise(300_000).readAllBytes();
    large[0] = (byte) token.hashCode();
    put(token, CONTENT, small);
    put(token, "/v1/objects/artifact/art_2/content", large);
    alter(hex(small));
    alter(hex(large));

    assertThat(server.get(token, CONTENT).status()).isEqualTo(500);
    assertThatThrownBy(() -> server.get(token, "/v1/objects/artifact/art_2/content"))
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(put(token, CONTENT + "?", small).status()).isEqualTo(200);
    assertThat(text(CONTENT)).startsWith("small");
  }

  @Test
  void large_content_goes_through_in_portions() throws Exception {
    make("{'artifact_id':'art_1'}");
    long size = 64L << 20;
    var expected = MessageDigest.getInstance("SHA-256");
    try (var in = new DigestInputStream(new Noise(size), expected)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    var hash = HexFormat.of().formatHex(expected.digest());
    var runtime = Runtime.getRuntime();
    var highest = new long[1];

    var sent =
        server
            .client()
            .send(
                server
                    .request(token, CONTENT + "?sha256=" + hash)
                    .PUT(BodyPublishers.ofInputStream(() -> new Noise(size)))
                    .build(),
                BodyHandlers.ofString());
    assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);

    System.gc();
    long before = runtime.totalMemory() - runtime.freeMemory();
    HttpResponse<InputStream> got =
        server.client().send(server.request(token, CONTENT).build(), BodyHandlers.ofInputStream());
    var received = MessageDigest.getInstance("SHA-256");
    var portion = new byte[1 << 16];
    long total = 0;
    try (var in = got.body()) {
      for (int read = in.read(portion); read >= 0; read = in.read(portion)) {
        received.update(portion, 0, read);
        if (total / (16 << 20) != (total + read) / (16 << 20)) {
          System.gc();
          highest[0] = Math.max(highest[0], runtime.totalMemory() - runtime.freeMemory() - before);
        }
        total += read;
      }
    }
    assertThat(total).isEqualTo(size);
    assertThat(HexFormat.of().formatHex(received.digest())).isEqualTo(hash);
    assertThat(highest[0]).as("held in the heap meanwhile").isLessThan(size / 4);
  }

  private void make(String json) {
    assertThat(server.post(token, "/v1/objects/artifact", json).status()).isEqualTo(201);
  }

  private static String made(TestServer.Answer receipt, String type) {
    return receipt.list("objects").stream()
        .filter(object -> object.text("object_type").equals(type))
        .findFirst()
        .orElseThrow()
        .text("object_id");
  }

  private String text(String path) {
    return server.get(token, path).bodyText();
  }

  private static TestServer.Answer put(String as, String path, byte[] bytes, String... headers)
      throws IOException, InterruptedException {
    var request = server.request(as, path).PUT(BodyPublishers.ofByteArray(bytes));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return new TestServer.Answer(server.client().send(request.build(), BodyHandlers.ofByteArray()));
  }

  /// The answer to a request whose body never comes.
  private static String begun(String as, String path, String... headers) {
    return server.raw(
        "PUT "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + as
            + "\r\n"
            + String.join("\r\n", headers)
            + (headers.length == 0 ? "" : "\r\n")
            + "Content-Length: 1000000\r\n\r\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(sha256(bytes));
  }

  private static String digest(byte[] bytes) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(sha256(bytes)) + ":";
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isKept(String hash) throws IOException {
    return file(hash) != null;
  }

  private static Path file(String hash) throws IOException {
    try (var files = Files.walk(folder.resolve("blobs"))) {
      return files.filter(path -> path.endsWith(hash)).findFirst().orElse(null);
    }
  }

  private static void alter(String hash) throws IOException {
    var file = file(hash);
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes, StandardOpenOption.WRITE);
  }

  /// Bytes that look random and are the same each time.
  private static final class Noise extends InputStream {

    private long left;

    Noise(long size) {
      this.left = size;
    }

    @Override
    public int read() {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      for (int i = 0; i < count; i++) {
        long place = left - i;
        bytes[offset + i] = (byte) (place ^ (place >> 8) ^ (place >> 16));
      }
      left -= count;
      return count;
    }
  }

  private static String longDigest(byte[] bytes) throws NoSuchAlgorithmException {
    var hash = MessageDigest.getInstance("SHA-512").digest(bytes);
    return "sha-512=:" + Base64.getEncoder().encodeToString(hash) + ":";
  }
}
