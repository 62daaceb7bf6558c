package dev.quipu.testkit.index;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WordHits;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.SessionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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
    var found = weigh(text, hits()).stream().filter(hit -> hit.score() > 0).toList();
    var best =
        found.stream()
            .sorted(Hit.BEST_FIRST)
            .limit(Math.max(0, limit))
            .map(hit -> new Hit(hit.filed(), hit.score(), List.of()))
            .toList();
    return new WordHits(best, List.copyOf(wordsOf(text)), found.size(), false);
  }

  @Override
  public List<Hit> weigh(String text, List<Hit> hits) {
    var asked = wordsOf(text).stream().limit(MOST_WORDS).toList();
    var having = new HashMap<String, Integer>();
    var words = new HashMap<IndexDocument.Key, Set<String>>();
    for (var document : seen) {
      var has = wordsOf(document);
      words.put(document.key(), has);
      for (var word : asked) {
        if (has.contains(word)) {
          having.merge(word, 1, Integer::sum);
        }
      }
    }
    var pass = passing.stream().map(IndexDocument::key).collect(Collectors.toSet());
    var weighed = new ArrayList<Hit>();
    for (var hit : hits) {
      var key = hit.filed().key();
      var has = pass.contains(key) ? words.getOrDefault(key, Set.of()) : Set.<String>of();
      var matched = new ArrayList<Hit.Matched>();
      for (var word : asked) {
        if (has.contains(word)) {
          double rarity = (double) seen.size() / having.getOrDefault(word, 1);
          matched.add(new Hit.Matched(FIELD, word, Math.log(1 + rarity)));
        }
      }
      double sum = matched.stream().mapToDouble(Hit.Matched::weight).sum();
      weighed.add(new Hit(hit.filed(), sum, matched));
    }
    return weighed;
  }

  @Override
  public int length(Hit hit) {
    return passing.stream()
        .filter(document -> document.key().equals(hit.filed().key()))
        .mapToInt(document -> document.texts().text().split("\\W+", -1).length)
        .findFirst()
        .orElse(0);
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
  public List<Hit> around(SessionId session, Collection<Hit> hits, int distance) {
    var inOrder =
        hits().stream()
            .filter(hit -> session.equals(hit.filed().session()))
            .sorted(Comparator.comparing(Hit::filed, Filed.OLDEST_FIRST))
            .toList();
    var keys = hits.stream().map(hit -> hit.filed().key()).collect(Collectors.toSet());
    var near = new TreeSet<Integer>();
    for (int i = 0; i < inOrder.size(); i++) {
      if (keys.contains(inOrder.get(i).filed().key())) {
        for (int j = i - distance; j <= i + distance; j++) {
          near.add(j);
        }
      }
    }
    return near.stream()
        .filter(place -> place >= 0 && place < inOrder.size())
        .map(inOrder::get)
        .toList();
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
