package dev.quipu.engine.content;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A summary without a model: whole sentences of the sources, in their order, those first whose
/// words are common among them and not told yet. Knows no language and no list of stop words: a
/// word that nearly every sentence has tells little, and counts accordingly. Pure: equal sources
/// give equal texts.
final class Extract {

  static final int MAX_LENGTH = 1_000;

  private static final int MAX_SENTENCES = 5_000;
  private static final Pattern END =
      Pattern.compile("(?<=[.!?…][\"'”’»)\\]]{0,2})\\s+|(?<=[。！？])|\\s*\\R\\s*");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");

  private final List<Sentence> sentences = new ArrayList<>();
  private final Map<String, Double> weights = new HashMap<>();
  private final Set<Sentence> chosen = new TreeSet<>(Comparator.comparingInt(Sentence::place));
  private int length;

  /// @param words normalised, each once
  private record Sentence(int place, String text, Set<String> words) {}

  private Extract() {}

  /// At most [#MAX_LENGTH] characters; not empty if one of the sources has more than white space.
  static String of(List<String> sources) {
    var extract = new Extract();
    extract.read(sources);
    extract.weigh();
    extract.choose();
    return extract.text();
  }

  private void read(List<String> sources) {
    var seen = new HashSet<String>();
    for (var source : sources) {
      for (var part : END.split(source.strip(), -1)) {
        var text = part.strip();
        if (!text.isEmpty() && sentences.size() < MAX_SENTENCES && seen.add(normal(text))) {
          sentences.add(new Sentence(sentences.size(), text, words(text)));
        }
      }
    }
  }

  private static Set<String> words(String text) {
    var words = new HashSet<String>();
    var matcher = WORD.matcher(normal(text));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  private static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  /// A word weighs by how many sentences have it, and less the nearer that is to all of them.
  private void weigh() {
    var counts = new HashMap<String, Integer>();
    sentences.forEach(
        sentence -> sentence.words().forEach(word -> counts.merge(word, 1, Integer::sum)));
    double all = sentences.size() + 1;
    counts.forEach((word, count) -> weights.put(word, count * Math.log(all / count)));
  }

  private void choose() {
    for (var best = best(); best != null; best = best()) {
      chosen.add(best);
      length += best.text().length() + 1;
      best.words().forEach(word -> weights.put(word, 0.0));
    }
  }

  /// The sentence that tells most of what is not told yet, and fits.
  private @Nullable Sentence best() {
    Sentence best = null;
    double highest = 0;
    for (var sentence : sentences) {
      double score = score(sentence);
      if (score > highest && length + sentence.text().length() <= MAX_LENGTH) {
        best = sentence;
        highest = score;
      }
    }
    return best;
  }

  /// Sorted before they are added up: the order of a set must not decide over a last digit.
  private double score(Sentence sentence) {
    double sum =
        sentence.words().stream()
            .mapToDouble(word -> weights.getOrDefault(word, 0.0))
            .sorted()
            .sum();
    return sum / Math.sqrt(Math.max(1, sentence.words().size()));
  }

  private String text() {
    if (chosen.isEmpty()) {
      return sentences.isEmpty() ? "" : cut(sentences.getFirst().text());
    }
    return String.join(" ", chosen.stream().map(Sentence::text).toList());
  }

  /// The beginning of a sentence that is too long by itself.
  private static String cut(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
