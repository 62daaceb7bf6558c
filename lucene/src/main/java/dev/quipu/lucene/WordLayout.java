package dev.quipu.lucene;

import dev.quipu.engine.index.IndexDocument;
import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.SharedTerms;
import dev.quipu.lucene.analysis.WordField;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

/// Documents with their words: one page each.
final class WordLayout implements Layout<IndexDocument> {

  static final String FORMAT = "4." + Analysis.VERSION;

  /// Words with how often they stand there. Where they stand is nobody's question yet, and would
  /// double the size.
  private static final FieldType WORDS = words();

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public Codec now(IndexBounds bounds) {
    return Codec.getDefault();
  }

  @Override
  public Codec past() {
    return Codec.getDefault();
  }

  @Override
  public int leastMegabytes() {
    return 16;
  }

  @Override
  public Pages<IndexDocument> pages() {
    var terms = new SharedTerms();
    return document -> {
      var page = new Document();
      Documents.filing(document).forEach(page::add);
      page.add(Documents.filed(document.filed()));
      for (var field : WordField.values()) {
        page.add(new Field(field.field(), terms.of(document, field), WORDS));
      }
      return List.of(page);
    };
  }

  @Override
  public long bytes(IndexDocument document) {
    return document.texts().text().length();
  }

  private static FieldType words() {
    var type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }
}
