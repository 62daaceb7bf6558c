package dev.quipu.tika;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.xslf.usermodel.SlideLayout;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;

/// Makes the documents in `src/test/resources/files` that cannot be typed, with the libraries of
/// their formats. Run it with that folder when one of them is to change; what it makes differs in
/// dates and random salts, so it is no part of the build.
final class Samples {

  private static final String MADE = "2024-01-15T10:00:00Z";

  private final Path folder;

  private Samples(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    var samples = new Samples(Path.of(arguments[0]));
    samples.pdf();
    samples.docx();
    samples.xlsx();
    samples.pptx();
    samples.pictures();
    samples.hostile();
  }

  private void pdf() throws IOException {
    try (var document = invoice()) {
      document.save(folder.resolve("invoice.pdf").toFile());
    }
    try (var document = invoice()) {
      var policy = new StandardProtectionPolicy("owner", "secret", new AccessPermission());
      policy.setEncryptionKeyLength(256);
      document.protect(policy);
      document.save(folder.resolve("encrypted.pdf").toFile());
    }
    try (var document = new PDDocument()) {
      document.addPage(new PDPage());
      document.save(folder.resolve("scan.pdf").toFile());
    }
    var whole = Files.readAllBytes(folder.resolve("invoice.pdf"));
    Files.write(folder.resolve("broken.pdf"), Arrays.copyOf(whole, 200));
  }

  private static PDDocument invoice() throws IOException {
    var document = new PDDocument();
    var about = document.getDocumentInformation();
    about.setTitle("Invoice INV-2024-001");
    about.setAuthor("Acme Billing");
    about.setCreationDate(GregorianCalendar.from(ZonedDateTime.parse(MADE)));
    page(
        document,
        "Acme GmbH",
        "Musterstrasse 1, 10115 Berlin",
        "",
        "INVOICE",
        "Invoice number: INV-2024-001",
        "Invoice date: 15.01.2024",
        "Due date: 14.02.2024",
        "Bill to: Globex Ltd",
        "",
        "Consulting, 10 hours at 150.00     1,500.00",
        "Travel                               284.50",
        "Subtotal                           1,784.50",
        "Total due: EUR 1,784.50");
    page(document, "Terms", "Payment within 30 days.");
    return document;
  }

  private static void page(PDDocument document, String... lines) throws IOException {
    var page = new PDPage();
    document.addPage(page);
    try (var content = new PDPageContentStream(document, page)) {
      content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
      content.setLeading(16);
      content.beginText();
      content.newLineAtOffset(72, 720);
      for (var line : lines) {
        content.showText(line);
        content.newLine();
      }
      content.endText();
    }
  }

  private void docx() throws Exception {
    try (var document = new XWPFDocument()) {
      var about = document.getProperties().getCoreProperties();
      about.setTitle("Rechnung RE-77");
      about.setCreator("Erika Mustermann");
      about.setCreated(MADE);
      for (var line :
          List.of(
              "Blumen Müller e.K.",
              "Rechnung",
              "Rechnungsnummer: RE-77",
              "Rechnungsdatum: 15. Januar 2024",
              "Kunde: Gärtnerei Größe GmbH")) {
        document.createParagraph().createRun().setText(line);
      }
      var table = document.createTable(3, 2);
      var cells =
          List.of("Rosen, 100 Stück", "250,00 €", "Tulpen", "99,50 €", "Gesamtbetrag", "349,50 €");
      for (int i = 0; i < cells.size(); i++) {
        table.getRow(i / 2).getCell(i % 2).setText(cells.get(i));
      }
      document.createParagraph().createRun().setText("Zahlbar sofort ohne Abzug.");
      try (var out = Files.newOutputStream(folder.resolve("rechnung.docx"))) {
        document.write(out);
      }
    }
    var whole = Files.readAllBytes(folder.resolve("rechnung.docx"));
    Files.write(folder.resolve("broken.docx"), Arrays.copyOf(whole, whole.length / 2));
    try (var files = new POIFSFileSystem();
        var out = Files.newOutputStream(folder.resolve("protected.docx"))) {
      var encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
      encryptor.confirmPassword("secret");
      try (var inside = encryptor.getDataStream(files)) {
        inside.write(whole);
      }
      files.writeFilesystem(out);
    }
  }

  private void xlsx() throws IOException {
    try (var book = new XSSFWorkbook()) {
      book.getProperties().getCoreProperties().setTitle("Stock");
      var stock = book.createSheet("Stock");
      for (var line : List.of("item,count,price", "Rope,12,3.5", "Pulley,4,17.25")) {
        var row = stock.createRow(stock.getPhysicalNumberOfRows());
        for (var cell : line.split(",", -1)) {
          var made = row.createCell(Math.max(row.getLastCellNum(), 0));
          if (Character.isDigit(cell.charAt(0))) {
            made.setCellValue(Double.parseDouble(cell));
          } else {
            made.setCellValue(cell);
          }
        }
      }
      book.createSheet("Remarks").createRow(0).createCell(0).setCellValue("Counted on Monday");
      try (var out = Files.newOutputStream(folder.resolve("stock.xlsx"))) {
        book.write(out);
      }
    }
  }

  private void pptx() throws IOException {
    try (var show = new XMLSlideShow()) {
      show.getProperties().getCoreProperties().setTitle("Quarterly plan");
      var layout = show.getSlideMasters().getFirst().getLayout(SlideLayout.TITLE_AND_CONTENT);
      for (var texts :
          List.of(
              List.of("Where we are", "Two ports are open, one is closed."),
              List.of("Where we go", "All three ports open by summer."))) {
        var slide = show.createSlide(layout);
        slide.getPlaceholder(0).setText(texts.getFirst());
        slide.getPlaceholder(1).setText(texts.getLast());
      }
      try (var out = Files.newOutputStream(folder.resolve("plan.pptx"))) {
        show.write(out);
      }
    }
  }

  private void pictures() throws IOException {
    var image = new BufferedImage(64, 48, BufferedImage.TYPE_INT_RGB);
    ImageIO.write(image, "png", folder.resolve("diagram.png").toFile());
    ImageIO.write(image, "gif", folder.resolve("dot.gif").toFile());
    var jpeg = new ByteArrayOutputStream();
    ImageIO.write(image, "jpg", jpeg);
    var bytes = jpeg.toByteArray();
    try (var out = Files.newOutputStream(folder.resolve("photo.jpg"))) {
      out.write(bytes, 0, 2);
      out.write(exif());
      out.write(bytes, 2, bytes.length - 2);
    }
  }

  /// An APP1 segment: maker, model, and when the picture was taken, which has no zone.
  private static byte[] exif() throws IOException {
    var texts = List.of("Quipu Optics", "Knot 3", "2024:01:15 10:30:00");
    var values = new ByteArrayOutputStream();
    var tiff = new ByteArrayOutputStream();
    var out = new DataOutputStream(tiff);
    out.write("MM\0*".getBytes(UTF_8));
    out.writeInt(8);
    out.writeShort(texts.size());
    int[] tags = {0x010f, 0x0110, 0x0132};
    for (int i = 0; i < tags.length; i++) {
      var text = (texts.get(i) + "\0").getBytes(UTF_8);
      out.writeShort(tags[i]);
      out.writeShort(2);
      out.writeInt(text.length);
      out.writeInt(8 + 2 + 12 * tags.length + 4 + values.size());
      values.write(text);
    }
    out.writeInt(0);
    out.write(values.toByteArray());
    var segment = new ByteArrayOutputStream();
    var whole = new DataOutputStream(segment);
    whole.writeShort(0xffe1);
    whole.writeShort(2 + 6 + tiff.size());
    whole.write("Exif\0\0".getBytes(UTF_8));
    whole.write(tiff.toByteArray());
    return segment.toByteArray();
  }

  private void hostile() throws IOException {
    var text = "<w:p><w:r><w:t>%s</w:t></w:r></w:p>";
    altered(
        "xxe.docx",
        """
        <?xml version="1.0"?><!DOCTYPE w [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
        """,
        text.formatted("&secret;"));
    var laughs = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE w [<!ENTITY l0 \"lol\">");
    for (int i = 1; i < 10; i++) {
      laughs.append("<!ENTITY l%d \"%s\">".formatted(i, "&l%d;".formatted(i - 1).repeat(10)));
    }
    altered("laughs.docx", laughs + "]>", text.formatted("&l9;"));
    altered("bomb.docx", "<?xml version=\"1.0\"?>", text.formatted("a".repeat(40 << 20)));
    byte[] inner = "a secret".getBytes(UTF_8);
    for (int i = 0; i < 30; i++) {
      var zipped = new ByteArrayOutputStream();
      try (var zip = new ZipOutputStream(zipped)) {
        zip.putNextEntry(new ZipEntry("inner.zip"));
        zip.write(inner);
      }
      inner = zipped.toByteArray();
    }
    Files.write(folder.resolve("nested.zip"), inner);
  }

  /// The honest document with another text in it.
  private void altered(String name, String prolog, String body) throws IOException {
    var document =
        prolog
            + "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
            + "<w:body>%s</w:body></w:document>".formatted(body);
    try (var honest = new ZipFile(folder.resolve("rechnung.docx").toFile());
        OutputStream file = Files.newOutputStream(folder.resolve(name));
        var zip = new ZipOutputStream(file)) {
      zip.setLevel(9);
      for (var entry : (Iterable<ZipEntry>) honest.stream().<ZipEntry>map(e -> e)::iterator) {
        zip.putNextEntry(new ZipEntry(entry.getName()));
        if (entry.getName().equals("word/document.xml")) {
          zip.write(document.getBytes(UTF_8));
        } else {
          honest.getInputStream(entry).transferTo(zip);
        }
      }
    }
  }
}
