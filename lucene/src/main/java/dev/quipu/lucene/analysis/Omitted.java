package dev.quipu.lucene.analysis;

import java.util.Set;

/// What is not made use of when the words of a question are looked for. Nothing is left out but by
/// a bench, to see what it gives.
///
/// @param fields none is looked into
/// @param smallWords whether small words are looked for like any other
/// @param similar whether a word that is not found stays so
public record Omitted(Set<WordField> fields, boolean smallWords, boolean similar) {

  public static final Omitted NOTHING = new Omitted(Set.of(), false, false);

  public Omitted {
    fields = Set.copyOf(fields);
  }

  /// What a word counts that is found in a field. What it does not count as it is written, it
  /// counts by its stem.
  public float weight(WordField field) {
    return field == WordField.TEXT && fields.contains(WordField.EXACT)
        ? field.weight() + WordField.EXACT.weight()
        : field.weight();
  }
}
