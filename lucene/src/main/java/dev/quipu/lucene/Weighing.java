package dev.quipu.lucene;

import dev.quipu.engine.index.Hit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreMode;

/// What each word of a question gives to documents that are known already.
final class Weighing {

  private final SeenSearcher searcher;

  /// Their numbers, rising; the places that they have among those who asked.
  private final int[] docs;

  private final int[] places;
  private final double[] sums;
  private final List<List<Hit.Matched>> matched = new ArrayList<>();

  /// @param numbers of documents in the whole reader; below 0 for one that is not there
  private Weighing(SeenSearcher searcher, int[] numbers) {
    this.searcher = searcher;
    this.places =
        IntStream.range(0, numbers.length)
            .filter(place -> numbers[place] >= 0)
            .boxed()
            .sorted(Comparator.comparingInt(place -> numbers[place]))
            .mapToInt(place -> place)
            .toArray();
    this.docs = IntStream.of(places).map(place -> numbers[place]).toArray();
    this.sums = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      matched.add(new ArrayList<>());
    }
  }

  static Weighing of(SeenSearcher searcher, Plan plan, int[] numbers) throws IOException {
    var weighing = new Weighing(searcher, numbers);
    for (var word : plan.words()) {
      weighing.add(word);
    }
    return weighing;
  }

  /// Rounded as that of a hit.
  double score(int place) {
    return Scoring.rounded((float) sums[place]);
  }

  List<Hit.Matched> matched(int place) {
    return matched.get(place);
  }

  private void add(PlannedWord word) throws IOException {
    var said = new ArrayList<float[]>();
    for (var part : word.said()) {
      said.add(scores(part));
    }
    var speaks = word.speaks();
    var names = speaks == null ? new float[docs.length] : scores(speaks);
    for (int i = 0; i < docs.length; i++) {
      double sum = 0;
      for (var scores : said) {
        sum += scores[i];
      }
      var to = matched.get(places[i]);
      if (speaks != null && names[i] > 0 && names[i] >= sum) {
        sums[places[i]] += names[i];
        to.add(matched(speaks, word, names[i]));
        continue;
      }
      // As Lucene adds: a choice between two is made of floats.
      sums[places[i]] += speaks == null ? sum : (float) sum;
      for (int j = 0; j < said.size(); j++) {
        if (said.get(j)[i] > 0) {
          to.add(matched(word.said().get(j), word, said.get(j)[i]));
        }
      }
    }
  }

  private static Hit.Matched matched(PlannedWord.Part part, PlannedWord word, float score) {
    return new Hit.Matched(part.field().field(), word.word(), Scoring.rounded(score));
  }

  /// What a part gives to each document, 0 where it does not stand.
  private float[] scores(PlannedWord.Part part) throws IOException {
    var scores = new float[docs.length];
    var weight = searcher.createWeight(searcher.rewrite(part.query()), ScoreMode.COMPLETE, 1);
    int next = 0;
    for (var leaf : searcher.getLeafContexts()) {
      int end = leaf.docBase + leaf.reader().maxDoc();
      if (next >= docs.length || docs[next] >= end) {
        continue;
      }
      var scorer = weight.scorer(leaf);
      if (scorer == null) {
        while (next < docs.length && docs[next] < end) {
          next++;
        }
        continue;
      }
      var documents = scorer.iterator();
      for (; next < docs.length && docs[next] < end; next++) {
        int doc = docs[next] - leaf.docBase;
        if (documents.docID() < doc) {
          documents.advance(doc);
        }
        if (documents.docID() == doc) {
          scores[next] = scorer.score();
        }
      }
    }
    return scores;
  }
}
