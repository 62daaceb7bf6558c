package dev.quipu.testkit.index;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.model.id.ObjectRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Documents that pass. A word is found where the same letters stand in any of the texts; it counts
/// the more, the fewer of those that are seen have it.
final class ScanSelection implements Selection {

  private static final String FIELD = "text";

  /// Of a question, no more are looked for.
  private static final int MOST_WORDS = 1_024;

  private final List<IndexDocument> seen;
  private final List<IndexDocument> passing;
  private final List<Long> left;

  ScanSelection(List<IndexDocument> seen, List<IndexDocument> passing, List<Long> left) {
    this.seen = seen;
    this.passing = passing;
    this.left = List.copyOf(left);
  }

  @Override
  public long visible() {
    return seen.size();
  }

  @Override
  public List<Long> left() {
    return left;
  }

  @Override
  public WordHits words(String text, int limit) {
    var all = passing.stream().map(IndexDocument::filed).toList();
    var found =
        weigh(text, all).stream()
            .filter(hit -> hit.sum() > 0)
            .map(hit -> new Hit(hit.filed(), hit.sum()))
            .toList();
    var best = found.stream().sorted(Hit.BEST_FIRST).limit(Math.max(0, limit)).toList();
    var words = asked(text).stream().map(word -> new WordHits.Word(word, false, false)).toList();
    return new WordHits(best, words, Math.min(found.size(), WordHits.MOST_COUNTED));
  }

  /// The words that are looked for: those that stand somewhere.
  private List<String> asked(String text) {
    var there = seen.stream().flatMap(each -> wordsOf(each).stream()).collect(Collectors.toSet());
    return wordsOf(text).stream().filter(there::contains).limit(MOST_WORDS).toList();
  }

  @Override
  public List<WeighedHit> weigh(String text, List<Filed> documents) {
    var asked = asked(text);
    var weighed = new ArrayList<WeighedHit>();
    for (var filed : documents) {
      var document =
          passing.stream().filter(each -> each.key().equals(filed.key())).findFirst().orElse(null);
      var has = document == null ? Set.<String>of() : wordsOf(document);
      var weights = new double[asked.size()];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = has.contains(asked.get(i)) ? rarity(asked.get(i)) : 0;
      }
      int length = document == null ? 0 : document.texts().text().split("\\W+", -1).length;
      weighed.add(new WeighedHit(filed, weights, length));
    }
    return weighed;
  }

  private double rarity(String word) {
    long having = seen.stream().filter(each -> wordsOf(each).contains(word)).count();
    return Math.log(1 + (double) seen.size() / having);
  }

  @Override
  public List<List<Hit.Matched>> explain(String text, List<Filed> documents) {
    var asked = asked(text);
    var explained = new ArrayList<List<Hit.Matched>>();
    for (var hit : weigh(text, documents)) {
      var matched = new ArrayList<Hit.Matched>();
      for (int i = 0; i < asked.size(); i++) {
        if (hit.weights()[i] > 0) {
          matched.add(new Hit.Matched(FIELD, asked.get(i), hit.weights()[i]));
        }
      }
      explained.add(matched);
    }
    return explained;
  }

  @Override
  public List<Hit> newest(int limit) {
    return hits().stream()
        .sorted(Comparator.comparing(Hit::filed, Filed.LATEST_FIRST))
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public List<Hit> of(Collection<ObjectRef> refs) {
    return hits().stream()
        .filter(hit -> refs.contains(hit.filed().ref()))
        .sorted(Comparator.comparing(Hit::filed, Filed.BY_ID))
        .toList();
  }

  @Override
  public List<Hit.Beside> beside(List<Filed> documents, int distance) {
    return documents.stream().map(document -> beside(document, distance)).toList();
  }

  private Hit.Beside beside(Filed document, int distance) {
    var session = document.session();
    if (session == null || hits().stream().noneMatch(hit -> hit.filed().equals(document))) {
      return Hit.Beside.NOBODY;
    }
    var others =
        hits().stream()
            .map(Hit::filed)
            .filter(each -> session.equals(each.session()))
            .filter(each -> each.ref().type() == document.ref().type())
            .sorted(Filed.OLDEST_FIRST)
            .toList();
    var before =
        others.stream().filter(each -> Filed.OLDEST_FIRST.compare(each, document) < 0).toList();
    var after =
        others.stream().filter(each -> Filed.OLDEST_FIRST.compare(each, document) > 0).toList();
    return new Hit.Beside(
        before.reversed().stream().limit(distance).toList(),
        after.stream().limit(distance).toList());
  }

  private List<Hit> hits() {
    return passing.stream().map(document -> Hit.unscored(document.filed())).toList();
  }

  static Set<String> wordsOf(IndexDocument document) {
    var texts = document.texts();
    return Stream.of(
            Stream.of(texts.text(), texts.title(), texts.speaker()),
            texts.names().stream(),
            document.envelope().tags().stream())
        .flatMap(text -> text)
        .flatMap(text -> wordsOf(text).stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> wordsOf(String text) {
    var words = new LinkedHashSet<String>();
    for (var word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }
}
