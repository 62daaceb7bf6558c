package dev.quipu.lucene.analysis;

import java.util.ArrayList;
import java.util.List;

/// The terms of one token: what the index holds for it, and what a query looks for. Not
/// thread-safe.
///
/// A token with several parts (`userName`, `v1.0.0`, `1,000`) gives the whole and its parts. In the
/// `exact` form each is folded only; in the `stem` form each is brought to its stem (English) or
/// its base forms (Ukrainian).
final class Words {
  /// How far a word is reduced.
  enum Form {
    EXACT,
    STEM
  }

  private static final int LONGEST = 64;

  private final UkrainianLemmas ukrainian = new UkrainianLemmas();
  private final EnglishStems english = new EnglishStems();

  /// The terms of a token, the whole word's first. Words beyond 64 characters are cut: nobody types
  /// them to the end.
  List<String> terms(String token, Morphology morphology, Form form) {
    List<String> terms = new ArrayList<>(3);
    reduce(token, morphology, form, terms);
    if (!isPlainNumber(token)) {
      for (String part : Identifiers.parts(token)) {
        reduce(part, morphology, form, terms);
      }
    }
    return terms;
  }

  private void reduce(String word, Morphology morphology, Form form, List<String> terms) {
    String folded = Folding.fold(word);
    if (folded.length() > LONGEST) {
      folded = folded.substring(0, LONGEST);
    }
    if (Character.isDigit(folded.charAt(0))) {
      add(number(folded), terms);
      return;
    }
    if (Folding.isCyrillic(folded)) {
      List<String> lemmas = form == Form.STEM ? ukrainian.of(folded) : List.of();
      if (lemmas.isEmpty()) {
        add(folded.replace("'", ""), terms);
      }
      for (String lemma : lemmas) {
        add(lemma.replace("'", ""), terms);
      }
      return;
    }
    String plain = withoutPossessive(folded).replace("'", "");
    add(form == Form.STEM && morphology != Morphology.OTHER ? english.of(plain) : plain, terms);
  }

  /// `1,000.5` and `3.14`, whose parts mean nothing; not `08.05.2023`, whose parts do.
  private static boolean isPlainNumber(String token) {
    int dots = 0;
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      if (c == '.') {
        dots++;
      } else if (c != ',' && !Character.isDigit(c)) {
        return false;
      }
    }
    return dots <= 1;
  }

  /// `1,000` is `1000`; `08` is `8`.
  private static String number(String folded) {
    String digits = folded.replace(",", "");
    int zeros = 0;
    while (zeros < digits.length() - 1
        && digits.charAt(zeros) == '0'
        && Character.isDigit(digits.charAt(zeros + 1))) {
      zeros++;
    }
    return digits.substring(zeros);
  }

  private static String withoutPossessive(String folded) {
    if (folded.endsWith("'s")) {
      return folded.substring(0, folded.length() - 2);
    }
    return folded;
  }

  private static void add(String term, List<String> terms) {
    if (!term.isEmpty() && !terms.contains(term)) {
      terms.add(term);
    }
  }
}
