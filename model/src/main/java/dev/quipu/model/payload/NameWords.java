package dev.quipu.model.payload;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A name taken to pieces, without case, accents and signs.
///
/// @param words what is left of it; all of it, if nothing else would be left
/// @param titles such as `dr`
/// @param generation such as `jr`
/// @param legalForms such as `gmbh`
record NameWords(
    List<String> words, List<String> titles, List<String> generation, List<String> legalForms) {

  private static final Set<String> PEOPLE = Set.of("person", "contact");
  private static final Set<String> COMPANIES = Set.of("company", "organization");

  private static final Set<String> TITLES =
      Set.of(
          "mr",
          "mrs",
          "ms",
          "miss",
          "mx",
          "dr",
          "prof",
          "professor",
          "sir",
          "dame",
          "herr",
          "frau");
  private static final Set<String> GENERATIONS =
      Set.of("jr", "junior", "sr", "senior", "ii", "iii", "iv");

  /// More than [EntityName] takes away: these only suggest.
  private static final Set<String> LEGAL_FORMS =
      Set.of(
          "inc",
          "incorporated",
          "llc",
          "llp",
          "ltd",
          "limited",
          "corp",
          "corporation",
          "co",
          "company",
          "plc",
          "gmbh",
          "ag",
          "kg",
          "sa",
          "sas",
          "sarl",
          "srl",
          "spa",
          "bv",
          "nv",
          "ab",
          "oy",
          "as",
          "pty",
          "pvt",
          "тов",
          "ооо");

  static NameWords of(String entityType, String name) {
    var words = new ArrayList<String>();
    var titles = new ArrayList<String>();
    var generation = new ArrayList<String>();
    var legalForms = new ArrayList<String>();
    for (var word : split(name)) {
      if (PEOPLE.contains(entityType) && TITLES.contains(word)) {
        titles.add(word);
      } else if (PEOPLE.contains(entityType) && GENERATIONS.contains(word)) {
        generation.add(word);
      } else if (COMPANIES.contains(entityType) && LEGAL_FORMS.contains(word)) {
        legalForms.add(word);
      } else {
        words.add(word);
      }
    }
    return words.isEmpty()
        ? new NameWords(split(name), List.of(), List.of(), List.of())
        : new NameWords(words, titles, generation, legalForms);
  }

  /// Points within a word are dropped rather than parting it: A.C.M.E. is Acme.
  private static List<String> split(String name) {
    var plain = new StringBuilder();
    Normalizer.normalize(NormalText.of(name), Normalizer.Form.NFKD)
        .codePoints()
        .forEach(
            point -> {
              if (Character.isLetterOrDigit(point)) {
                plain.appendCodePoint(point);
              } else if (!isDropped(point)) {
                plain.append(' ');
              }
            });
    return List.of(plain.toString().split(" +")).stream().filter(word -> !word.isEmpty()).toList();
  }

  private static boolean isDropped(int point) {
    return point == '.'
        || point == '\''
        || point == '\u2019'
        || Character.getType(point) == Character.NON_SPACING_MARK;
  }

  /// A junior is not a senior.
  boolean contradicts(NameWords other) {
    return !generation.isEmpty()
        && !other.generation.isEmpty()
        && !generation.equals(other.generation);
  }

  List<String> sorted() {
    return words.stream().sorted().toList();
  }

  String digits() {
    return words.stream()
        .flatMapToInt(String::codePoints)
        .filter(Character::isDigit)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
