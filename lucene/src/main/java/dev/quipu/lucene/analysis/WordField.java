package dev.quipu.lucene.analysis;

import dev.quipu.engine.index.IndexDocument;
import java.util.Set;

/// Where words stand, and what it is worth to find them there.
public enum WordField {
  /// The body, with words brought to their stems.
  TEXT("text", 0.7f, 0.6f, true),
  /// The body, with words as they are written.
  EXACT("exact", 0.3f, 0.6f, false),
  TITLE("title", 0.3f, 0.3f, true),
  /// Whoever speaks: a name counts where its bearer speaks, and less where somebody is spoken of.
  SPEAKER("speaker", 0.5f, 0f, false),
  NAMES("names", 0.3f, 0f, false),
  TAGS("tags", 0.2f, 0f, true);

  /// What a word counts that is the name of somebody who speaks, where they are spoken of.
  public static final float MENTIONED = 0.3f;

  /// What a word counts that nobody has asked for, but is like one that was and is nowhere.
  public static final float SIMILAR = 0.5f;

  /// Parts that are played in a conversation, and no names.
  private static final Set<String> ROLES =
      Set.of("user", "assistant", "system", "tool", "agent", "human", "ai", "bot", "model");

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

  /// What a word that is found here counts.
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
      case SPEAKER -> ROLES.contains(Folding.fold(texts.speaker())) ? "" : texts.speaker();
      case NAMES -> String.join("\n", texts.names());
      case TAGS -> String.join("\n", document.envelope().tags());
    };
  }
}
