package dev.quipu.lucene.analysis;

import dev.quipu.engine.index.IndexDocument;

/// Where words stand, and what it is worth to find them there.
public enum WordField {
  /// The body, with words brought to their stems.
  TEXT("text", 1.0f, 0.75f, true),
  /// The body, with words as they are written.
  EXACT("exact", 0.3f, 0.75f, false),
  TITLE("title", 0.8f, 0.5f, true),
  SPEAKER("speaker", 0.6f, 0f, false),
  NAMES("names", 0.8f, 0f, false),
  TAGS("tags", 0.5f, 0f, true);

  private final String field;
  private final float weight;
  private final float lengthShare;
  private final boolean stemmed;

  WordField(String field, float weight, float lengthShare, boolean stemmed) {
    this.field = field;
    this.weight = weight;
    this.lengthShare = lengthShare;
    this.stemmed = stemmed;
  }

  public String field() {
    return field;
  }

  /// What a word that is found here counts, against one in the body.
  public float weight() {
    return weight;
  }

  /// How much a long field lessens what one word in it counts: `b` of BM25.
  public float lengthShare() {
    return lengthShare;
  }

  /// Whether words are brought to their stems.
  public boolean stemmed() {
    return stemmed;
  }

  /// What a document has there.
  String of(IndexDocument document) {
    var texts = document.texts();
    return switch (this) {
      case TEXT, EXACT -> texts.text();
      case TITLE -> texts.title();
      case SPEAKER -> texts.speaker();
      case NAMES -> String.join("\n", texts.names());
      case TAGS -> String.join("\n", document.envelope().tags());
    };
  }
}
