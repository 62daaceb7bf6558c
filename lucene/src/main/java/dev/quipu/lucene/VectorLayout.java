package dev.quipu.lucene;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.VectorDocument;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.jspecify.annotations.Nullable;

/// Documents with the vectors of a model: a page for each passage, since Lucene takes one vector
/// for each. What a document is filtered by stands on all of its pages, so they pass together; what
/// a hit is made from stands on the first.
record VectorLayout(EmbeddingModel model) implements Layout<VectorDocument> {

  /// How the names of their folders begin.
  static final String FOLDER = "vectors-";

  static final String VECTOR = "vector";

  /// There on the first page of a document.
  static final String FIRST = "first";

  private static final String VERSION = "vectors.4";
  private static final String GAP = " ";

  @Override
  public String format() {
    return String.join(
        GAP,
        VERSION,
        Integer.toString(model.dimension()),
        Integer.toString(model.passageTokens()),
        URLEncoder.encode(model.name(), StandardCharsets.UTF_8),
        URLEncoder.encode(model.revision(), StandardCharsets.UTF_8));
  }

  /// The model whose vectors have a format; null if it is none of ours.
  static @Nullable EmbeddingModel modelOf(String format) {
    var parts = format.split(GAP, -1);
    if (parts.length != 5 || !parts[0].equals(VERSION)) {
      return null;
    }
    try {
      return new EmbeddingModel(
          URLDecoder.decode(parts[3], StandardCharsets.UTF_8),
          URLDecoder.decode(parts[4], StandardCharsets.UTF_8),
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// Names and revisions may be long, and of any characters.
  String folder() {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(format().getBytes(StandardCharsets.UTF_8));
      return FOLDER + HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Codec now(IndexBounds bounds) {
    return VectorCodec.now(bounds.exactUpTo());
  }

  @Override
  public Codec past() {
    return VectorCodec.PAST;
  }

  /// About as much as is shown at once while many are put. Then like is joined with like; if those
  /// counted as larger, files of a tenth of all vectors were joined with them again and again, and
  /// their graphs made anew.
  @Override
  public int leastMegabytes() {
    return 4;
  }

  @Override
  public Pages<VectorDocument> pages() {
    return document -> {
      var pages = new ArrayList<Document>();
      var filing = Documents.filing(document);
      for (var passage : document.passages()) {
        var page = new Document();
        filing.forEach(page::add);
        page.add(
            new KnnFloatVectorField(
                VECTOR, passage.numbers(), VectorSimilarityFunction.DOT_PRODUCT));
        if (pages.isEmpty()) {
          page.add(Documents.word(FIRST, Documents.YES));
          page.add(Documents.filed(document.filed()));
        }
        pages.add(page);
      }
      return pages;
    };
  }

  @Override
  public long bytes(VectorDocument document) {
    return (long) document.passages().size() * model.dimension() * Float.BYTES;
  }
}
