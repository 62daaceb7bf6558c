package dev.quipu.tika;

import static dev.quipu.testkit.files.FileTextsContract.catchKind;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import dev.quipu.testkit.files.GivenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that cannot be read, and those made to do harm. All go to one process, so that each also
/// shows that those before it have left nothing behind.
@Timeout(240)
class HostileFilesTest {

  @TempDir static Path scratch;

  private static Reading reading;

  @BeforeAll
  static void open() throws IOException {
    reading = Reading.open(scratch);
  }

  @AfterAll
  static void close() {
    reading.close();
  }

  @ParameterizedTest
  @CsvSource({
    "encrypted.pdf, ENCRYPTED",
    "protected.docx, ENCRYPTED",
    "broken.pdf, BROKEN",
    "broken.docx, BROKEN",
    "empty.txt, EMPTY",
    "bomb.docx, HOSTILE",
    "xxe.docx, HOSTILE",
    "laughs.docx, HOSTILE",
    "nested.zip, UNSUPPORTED"
  })
  void each_has_its_reason_and_an_honest_file_is_read_after_it(String name, Kind kind)
      throws IOException, Unreadable {
    assertThat(catchKind(reading.files(), Reading.source(name))).isEqualTo(kind);
    assertThat(reading.read("invoice.pdf").text()).contains("INV-2024-001");
  }

  @Test
  void reasons_are_sentences_that_say_what_to_do() throws IOException {
    var encrypted = Reading.source("encrypted.pdf");
    assertThatThrownBy(() -> reading.files().read(encrypted))
        .hasMessage("The file is protected by a password: send it without one.");
    var archive = Reading.source("nested.zip");
    assertThatThrownBy(() -> reading.files().read(archive))
        .hasMessage("The file is an archive: unpack it and send what is in it.");
  }

  @Test
  void html_that_is_nested_without_end_is_too_deep() {
    var deep = "<html><body>" + "<div>".repeat(200_000) + "x";
    assertThat(catchKind(reading.files(), GivenFile.of(deep, "deep.html")))
        .isEqualTo(Kind.TOO_DEEP);
    int admitted = Limits.FILES.maxDepth() / 2;
    var fine = "<html><body>" + "<div>".repeat(admitted) + "x" + "</div>".repeat(admitted);
    assertThat(text(fine, "fine.html")).isEqualTo("x");
  }

  @Test
  void half_of_an_rtf_is_broken_and_one_that_is_nested_without_end_is_too_deep() {
    var whole = "{\\rtf1\\ansi Twelve {\\b ropes} \\{in the shed\\}.{\\pict\\bin5 }}}{{}\\par}\n";
    assertThat(text(whole, "ropes.rtf")).isEqualTo("Twelve ropes {in the shed}.");
    assertThat(text("{\\rtf1 {\\fonttbl{\\f0 Arial;}}{\\*\\x y}\\li-360\n{\\b A}\\u233?}", "a.rtf"))
        .isEqualTo("Aé");
    assertThat(catchKind(reading.files(), GivenFile.of(whole.substring(0, 30), "ropes.rtf")))
        .isEqualTo(Kind.BROKEN);
    assertThat(
            catchKind(reading.files(), GivenFile.of("{\\rtf1 " + "{".repeat(500_000), "deep.rtf")))
        .isEqualTo(Kind.TOO_DEEP);
    assertThat(catchKind(reading.files(), GivenFile.of("{\\rtf1\\bin900 x}", "cut.rtf")))
        .isEqualTo(Kind.BROKEN);
  }

  @Test
  void also_in_a_charset_of_two_bytes() {
    var deep = "\ufeff<html><body>" + "<div>".repeat(200_000) + "x";
    assertThat(catchKind(reading.files(), GivenFile.of(deep.getBytes(UTF_16LE), "deep.html")))
        .isEqualTo(Kind.TOO_DEEP);
  }

  @Test
  void scripts_and_comments_may_be_full_of_signs_that_look_like_tags() {
    var script = "<script>" + "if (a<b) {}".repeat(5_000) + "</script>";
    var comment = "<!-- " + "<div>".repeat(5_000) + " --->";
    assertThat(text("<html><body>" + script + comment + "x</body></html>", "a.html"))
        .isEqualTo("x");
  }

  @Test
  void a_document_of_a_hundred_megabytes_is_read(@TempDir Path folder)
      throws IOException, Unreadable {
    var large = folder.resolve("large.docx");
    try (var zip = new ZipOutputStream(Files.newOutputStream(large))) {
      zip.setLevel(0);
      parts(zip, "<?xml version='1.0'?>", "<w:p><w:r><w:t>short</w:t></w:r></w:p>");
      zip.putNextEntry(new ZipEntry("word/media/film.bin"));
      var portion = new byte[1 << 20];
      var random = new Random(7);
      for (int i = 0; i < 110; i++) {
        random.nextBytes(portion);
        zip.write(portion);
      }
    }
    var source = new FileSource(() -> Files.newInputStream(large), Files.size(large), null, null);

    assertThat(reading.files().read(source).text()).isEqualTo("short");
  }

  @Test
  void a_letter_whose_parts_are_nested_without_end_ends_soon() {
    var letter = new StringBuilder("From: a@example.org\nDate: Mon, 15 Jan 2024 11:30:00 +0000\n");
    for (int i = 0; i < 3_000; i++) {
      letter.append("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n".formatted(i, i));
    }
    letter.append("Content-Type: text/plain\n\nhello\n");

    assertThat(outcome(letter.toString(), "deep.eml")).isIn("", "hello", "TOO_DEEP", "BROKEN");
  }

  @Test
  void a_document_of_more_text_than_is_read_is_too_large() throws IOException {
    var random = new Random(7);
    var text = new StringBuilder();
    while (text.length() < Limits.FILES.maxText() + 100) {
      text.append(Long.toString(random.nextLong() >>> 1, 36)).append(' ');
    }
    var docx = docx("<w:p><w:r><w:t>%s</w:t></w:r></w:p>".formatted(text));

    assertThat(catchKind(reading.files(), GivenFile.of(docx, "long.docx")))
        .isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void xml_that_is_nested_without_end_is_refused() throws IOException {
    int count = 100_000;
    var deep = "<w:tbl><w:tr><w:tc>".repeat(count) + "</w:tc></w:tr></w:tbl>".repeat(count);

    assertThat(catchKind(reading.files(), GivenFile.of(docx(deep), "deep.docx")))
        .isIn(Kind.TOO_DEEP, Kind.HOSTILE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void documents_that_were_damaged_anywhere_are_read_or_refused(int seed)
      throws IOException, Unreadable {
    var random = new Random(seed);
    for (var name : new String[] {"invoice.pdf", "rechnung.docx", "stock.xlsx", "photo.jpg"}) {
      var bytes = Files.readAllBytes(Reading.file(name));
      for (int i = 0; i < 5; i++) {
        bytes[8 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
      }
      try {
        assertThat(reading.files().read(GivenFile.of(bytes, name)).text()).isNotNull();
      } catch (Unreadable e) {
        assertThat(e.kind()).isIn(Kind.BROKEN, Kind.UNSUPPORTED, Kind.ENCRYPTED, Kind.EMPTY);
      }
    }
    assertThat(reading.read("invoice.pdf").text()).contains("INV-2024-001");
  }

  @Test
  void nothing_that_a_document_points_to_is_fetched() throws IOException, Unreadable {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var address = "http://127.0.0.1:" + server.getLocalPort();
      var page =
          "<html><head><link rel=stylesheet href='%s/a.css'><base href='%s/'></head><body><img src='%s/b.png'>x<iframe src='%s/c'></iframe></body></html>"
              .formatted(address, address, address, address);
      assertThat(text(page, "page.html")).isEqualTo("x");
      var docx =
          docx(
              "<?xml version='1.0'?><!DOCTYPE w SYSTEM '%s/x.dtd'>".formatted(address),
              "<w:p><w:r><w:t>x</w:t></w:r></w:p>");
      assertThat(catchKind(reading.files(), GivenFile.of(docx, "a.docx"))).isEqualTo(Kind.HOSTILE);

      server.setSoTimeout(1);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  private static byte[] docx(String body) throws IOException {
    return docx("<?xml version='1.0'?>", body);
  }

  private static byte[] docx(String prolog, String body) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      parts(zip, prolog, body);
    }
    return bytes.toByteArray();
  }

  private static void parts(ZipOutputStream zip, String prolog, String body) throws IOException {
    part(
        zip,
        "[Content_Types].xml",
        """
          <?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
          <Default Extension="bin" ContentType="application/octet-stream"/>
          <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
          <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>
          """);
    part(
        zip,
        "_rels/.rels",
        """
          <?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
          <Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>
          """);
    part(
        zip,
        "word/document.xml",
        prolog
            + "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>"
            + body
            + "</w:body></w:document>");
  }

  private static void part(ZipOutputStream zip, String name, String content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content.getBytes(UTF_8));
  }

  private static String text(String content, String name) {
    return outcome(content, name);
  }

  /// The text, or why there is none.
  private static String outcome(String content, String name) {
    try {
      return reading.files().read(GivenFile.of(content, name)).text();
    } catch (Unreadable e) {
      return e.kind().name();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
