package dev.quipu.model.payload;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Why two entities of one type may be one, by their names: something for people to look at.
/// Nothing is merged on account of it.
///
/// @param score above 0, at most 1: how seldom such names are two things
public record Likeness(double score, Reason reason) {

  /// In what the names differ, and in nothing else.
  public enum Reason {
    /// Signs between the words, or accents.
    PUNCTUATION(0.98),
    /// A title before a person's name.
    HONORIFIC(0.95),
    /// The order of the words.
    ORDER(0.9),
    /// What kind of company it is: often it is the same, sometimes a sister.
    LEGAL_FORM(0.9),
    /// `Jr.` and the like, where the other has none: often it is the same, sometimes the father.
    GENERATION(0.8),
    /// A few letters.
    SPELLING(0.95);

    private final double score;

    Reason(double score) {
      this.score = score;
    }

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A letter in so many may differ.
  private static final int LETTERS_PER_SLIP = 6;

  static final int MAX_SLIPS = 3;

  /// What is longer is a text, not a name.
  private static final int MAX_LENGTH = 200;

  /// Null if the names are the same, or not alike.
  public static @Nullable Likeness between(String entityType, String one, String other) {
    if (one.length() > MAX_LENGTH
        || other.length() > MAX_LENGTH
        || EntityName.normal(entityType, one).equals(EntityName.normal(entityType, other))) {
      return null;
    }
    var a = NameWords.of(entityType, one);
    var b = NameWords.of(entityType, other);
    if (a.words().isEmpty() || b.words().isEmpty() || a.contradicts(b)) {
      return null;
    }
    return a.words().equals(b.words()) ? ofEqualWords(a, b) : ofOtherWords(a, b);
  }

  private static Likeness ofEqualWords(NameWords a, NameWords b) {
    if (!a.generation().equals(b.generation())) {
      return of(Reason.GENERATION);
    }
    if (!a.legalForms().equals(b.legalForms())) {
      return of(Reason.LEGAL_FORM);
    }
    return of(a.titles().equals(b.titles()) ? Reason.PUNCTUATION : Reason.HONORIFIC);
  }

  private static @Nullable Likeness ofOtherWords(NameWords a, NameWords b) {
    if (a.sorted().equals(b.sorted())) {
      return of(Reason.ORDER);
    }
    // Two numbers that differ by a digit are two numbers.
    if (!a.digits().equals(b.digits())) {
      return null;
    }
    var one = String.join(" ", a.words());
    var other = String.join(" ", b.words());
    int length = Math.max(one.length(), other.length());
    int allowed = allowed(length);
    int slips = EditDistance.between(one, other, allowed);
    return slips > allowed
        ? null
        : new Likeness(Reason.SPELLING.score * (1 - (double) slips / length), Reason.SPELLING);
  }

  /// How many letters of a name may differ from another's.
  static int allowed(int length) {
    return Math.min(MAX_SLIPS, length / LETTERS_PER_SLIP);
  }

  private static Likeness of(Reason reason) {
    return new Likeness(reason.score, reason);
  }

  /// Names that differ in anything but spelling have the same key, as far as a key can tell: where
  /// to look for names that are alike.
  public static String key(String entityType, String name) {
    return key(NameWords.of(entityType, name));
  }

  private static String key(NameWords name) {
    return String.join(" ", name.sorted());
  }

  /// What an entity of this name is found by when names like it are looked for.
  static Set<String> places(String entityType, String name) {
    return places(entityType, name, NamePieces::of);
  }

  /// Where to look for names that are like this one: each of them has one of these [#places], and
  /// so have some that are not.
  static Set<String> near(String entityType, String name) {
    return places(entityType, name, NamePieces::near);
  }

  private static Set<String> places(
      String entityType, String name, Function<NameWords, Set<String>> pieces) {
    if (name.length() > MAX_LENGTH) {
      return Set.of();
    }
    var words = NameWords.of(entityType, name);
    var places = new TreeSet<>(pieces.apply(words));
    if (!words.words().isEmpty()) {
      places.add(key(words));
    }
    return places;
  }
}
