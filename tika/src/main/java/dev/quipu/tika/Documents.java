package dev.quipu.tika;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.files.DocumentLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.tika.detect.Detector;
import org.apache.tika.detect.microsoft.POIFSContainerDetector;
import org.apache.tika.detect.zip.DefaultZipContainerDetector;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.ZeroByteFileException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.CompositeParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.html.HtmlMapper;
import org.apache.tika.parser.html.IdentityHtmlMapper;
import org.apache.tika.parser.html.JSoupParser;
import org.apache.tika.parser.image.ImageParser;
import org.apache.tika.parser.image.JpegParser;
import org.apache.tika.parser.image.TiffParser;
import org.apache.tika.parser.image.WebPParser;
import org.apache.tika.parser.mail.RFC822Parser;
import org.apache.tika.parser.microsoft.OfficeParserConfig;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.pdf.PDFParser;
import org.apache.tika.parser.pdf.PDFParserConfig;
import org.apache.tika.parser.txt.TXTParser;
import org.apache.tika.sax.SecureContentHandler;
import org.xml.sax.SAXException;

/// Reads one document after the other by the parser of its format, each named here: none is found
/// on the class path, and no program is started. For one thread.
final class Documents implements DocumentLoop.Reader {

  private static final String ZIP = "application/zip";
  private static final String OLE2 = "application/x-ole-storage";
  private static final String RTF = "application/rtf";
  private static final String HTML = "text/html";
  private static final String MAIL = "message/rfc822";
  private static final String PROTECTED = "application/x-tika-ooxml-protected";

  private static final int PDF_MEMORY = 96 << 20;

  private final Parser office = new OOXMLParser();
  private final Parser html = new JSoupParser();
  private final Parser mail = new RFC822Parser();
  private final Parser words = words(html);

  private final Map<String, Parser> parsers =
      Map.ofEntries(
          Map.entry("application/pdf", new PDFParser()),
          Map.entry(
              "application/vnd.openxmlformats-officedocument.wordprocessingml.document", office),
          Map.entry("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", office),
          Map.entry(
              "application/vnd.openxmlformats-officedocument.presentationml.presentation", office),
          Map.entry("application/vnd.ms-word.document.macroenabled.12", office),
          Map.entry("application/vnd.ms-excel.sheet.macroenabled.12", office),
          Map.entry("application/vnd.ms-powerpoint.presentation.macroenabled.12", office),
          Map.entry(RTF, new RTFParser()),
          Map.entry(HTML, html),
          Map.entry(MAIL, mail),
          Map.entry("image/jpeg", new JpegParser()),
          Map.entry("image/tiff", new TiffParser()),
          Map.entry("image/webp", new WebPParser()),
          Map.entry("image/png", new ImageParser()),
          Map.entry("image/gif", new ImageParser()),
          Map.entry("image/bmp", new ImageParser()));

  private final Detector zips = new DefaultZipContainerDetector();
  private final Detector storages = new POIFSContainerDetector();

  @Override
  public FileText read(String mediaType, Path file) throws Unreadable, IOException {
    try {
      var type = closer(mediaType, file);
      var parser = parsers.get(type);
      if (parser == null) {
        throw unsupported(mediaType, type);
      }
      return read(type, parser, file);
    } catch (IOException | TikaException | SAXException | RuntimeException e) {
      throw verdict(e);
    } catch (StackOverflowError e) {
      throw new Unreadable(Kind.TOO_DEEP);
    }
  }

  /// What is in a container. Looks at it first in ways that no document can do harm by.
  private String closer(String mediaType, Path file) throws Unreadable, IOException {
    if (mediaType.equals(ZIP)) {
      Bomb.refuse(file);
    }
    if (mediaType.equals(HTML)) {
      Nesting.refuse(file);
    }
    if (!mediaType.equals(ZIP) && !mediaType.equals(OLE2)) {
      return mediaType;
    }
    var metadata = new Metadata();
    try (var in = TikaInputStream.get(file, metadata)) {
      var detector = mediaType.equals(ZIP) ? zips : storages;
      var type = detector.detect(in, new Metadata()).toString();
      if (type.equals(PROTECTED)) {
        throw new Unreadable(Kind.ENCRYPTED);
      }
      return type;
    }
  }

  private FileText read(String type, Parser parser, Path file)
      throws Unreadable, IOException, TikaException, SAXException {
    var gathering = new Gathering(type.equals(HTML));
    var parts = new Parts(type.equals(MAIL) ? words : null);
    var metadata = new Metadata();
    metadata.set(Metadata.CONTENT_TYPE, type);
    try (var in = type.equals(RTF) ? Rtf.open(file) : TikaInputStream.get(file)) {
      var secure = new SecureContentHandler(gathering, in);
      secure.setMaximumDepth(Integer.MAX_VALUE); // gathering counts, and tells it apart
      try {
        parser.parse(in, secure, metadata, context(type, parts));
      } catch (SAXException e) {
        if (isHostile(secure, e)) {
          throw new Unreadable(Kind.HOSTILE);
        }
        throw e;
      }
    }
    if (type.equals(RTF)) {
      unzone(metadata);
    }
    var gathered = gathering.gathered();
    var about = new About(metadata);
    Structure structure =
        type.equals(MAIL)
            ? about.mail(parts.attachments())
            : type.startsWith("image/") ? about.picture() : new Structure.Prose(gathered.begins());
    return new FileText(
        type,
        gathered.text(),
        about.title(),
        about.author(),
        about.created(),
        about.others(),
        structure);
  }

  /// An RTF says when it was made by its author's clock, which Tika takes for that of this machine.
  private static void unzone(Metadata metadata) {
    var made = metadata.getDate(TikaCoreProperties.CREATED);
    if (made != null) {
      var local = LocalDateTime.ofInstant(made.toInstant(), ZoneId.systemDefault());
      metadata.set(
          TikaCoreProperties.CREATED.getName(), local.truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }

  private static boolean isHostile(SecureContentHandler secure, SAXException e) {
    try {
      secure.throwIfCauseOf(e);
      return false;
    } catch (TikaException bomb) {
      return true;
    }
  }

  private ParseContext context(String type, Parts parts) {
    var context = new ParseContext();
    context.set(EmbeddedDocumentExtractor.class, parts);
    context.set(Parser.class, words);
    var pdf = new PDFParserConfig();
    pdf.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
    pdf.setExtractBookmarksText(false);
    pdf.setMaxMainMemoryBytes(PDF_MEMORY);
    context.set(PDFParserConfig.class, pdf);
    var office = new OfficeParserConfig();
    office.setUseSAXDocxExtractor(true); // read as they come, not as a tree in memory
    office.setUseSAXPptxExtractor(true);
    context.set(OfficeParserConfig.class, office);
    if (type.equals(HTML)) {
      context.set(HtmlMapper.class, IdentityHtmlMapper.INSTANCE);
    }
    return context;
  }

  private static Parser words(Parser html) {
    var words = new CompositeParser();
    words.setParsers(Map.of(MediaType.TEXT_HTML, html, MediaType.TEXT_PLAIN, new TXTParser()));
    words.setFallback(new TXTParser());
    return words;
  }

  private static Unreadable unsupported(String mediaType, String type) {
    if (mediaType.equals(OLE2)) {
      return new Unreadable(
          Kind.UNSUPPORTED,
          "The file is of an old version of Office: save it as DOCX, XLSX, PPTX or PDF.");
    }
    return type.equals(ZIP)
        ? new Unreadable(
            Kind.UNSUPPORTED, "The file is an archive: unpack it and send what is in it.")
        : new Unreadable(Kind.UNSUPPORTED);
  }

  /// What the parsers throw says little, and by many types; what matters is in their causes.
  private static Unreadable verdict(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case Gathering.TooLong _ -> {
          return new Unreadable(Kind.TOO_LARGE);
        }
        case Gathering.TooDeep _ -> {
          return new Unreadable(Kind.TOO_DEEP);
        }
        case EncryptedDocumentException _ -> {
          return new Unreadable(Kind.ENCRYPTED);
        }
        case ZeroByteFileException _ -> {
          return new Unreadable(Kind.EMPTY);
        }
        default -> {}
      }
    }
    return new Unreadable(Kind.BROKEN);
  }
}
