package dev.quipu.tika;

import dev.quipu.engine.files.TidyText;
import dev.quipu.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.BodyContentHandler;
import org.apache.tika.sax.EmbeddedContentHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/// What lies in a document. Attachments are named and not opened, so nothing is nested; only the
/// words of a letter are read, which may lie several parts deep.
final class Parts implements EmbeddedDocumentExtractor {

  private final @Nullable Parser words;
  private final List<String> attachments = new ArrayList<>();

  /// @param words reads plain text and HTML; null if nothing in it belongs to its own words
  Parts(@Nullable Parser words) {
    this.words = words;
  }

  List<String> attachments() {
    return List.copyOf(attachments);
  }

  @Override
  public boolean shouldParseEmbedded(Metadata metadata) {
    return true;
  }

  @Override
  public void parseEmbedded(
      InputStream stream, ContentHandler handler, Metadata metadata, boolean html)
      throws SAXException, IOException {
    var name = metadata.get(TikaCoreProperties.RESOURCE_NAME_KEY);
    var type = metadata.get(Metadata.CONTENT_TYPE);
    boolean attached = metadata.get(Metadata.CONTENT_DISPOSITION) != null && name != null;
    if (words == null || attached || type == null || !type.startsWith("text/")) {
      name(name == null ? type : name);
      return;
    }
    try {
      words.parse(
          stream,
          new EmbeddedContentHandler(new BodyContentHandler(handler)),
          metadata,
          new ParseContext());
    } catch (TikaException e) {
      throw new IOException(e);
    }
  }

  private void name(@Nullable String name) {
    var tidy = name == null ? "" : TidyText.of(name).strip();
    if (!tidy.isEmpty()
        && tidy.length() <= Limits.FILES.maxMetadata()
        && attachments.size() < Limits.FILES.maxNames()) {
      attachments.add(tidy);
    }
  }
}
