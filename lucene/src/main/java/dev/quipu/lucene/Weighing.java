package dev.quipu.lucene;

import dev.quipu.engine.index.Hit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreMode;

/// What each word of a question gives to documents that are known already.
final class Weighing {

  private final SeenSearcher searcher;

  /// Their numbers, rising; the places that they have among those who asked.
  private final int[] docs;

  private final int[] places;
  private final double[][] weights;
  private final boolean explained;
  private final List<List<Hit.Matched>> matched = new ArrayList<>();

  /// @param numbers of documents in the whole reader; below 0 for one that is not there
  /// @param words of the question
  private Weighing(SeenSearcher searcher, int[] numbers, int words, boolean explained) {
    this.searcher = searcher;
    this.places = LuceneSelection.rising(numbers);
    this.docs = IntStream.of(places).map(place -> numbers[place]).toArray();
    this.weights = new double[numbers.length][words];
    this.explained = explained;
    for (int i = 0; explained && i < numbers.length; i++) {
      matched.add(new ArrayList<>());
    }
  }

  /// @param explained whether to tell in which field a word was found
  static Weighing of(SeenSearcher searcher, Plan plan, int[] numbers, boolean explained)
      throws IOException {
    var weighing = new Weighing(searcher, numbers, plan.words().size(), explained);
    for (int i = 0; i < plan.words().size(); i++) {
      weighing.add(i, plan.words().get(i));
    }
    return weighing;
  }

  /// Of each word.
  double[] weights(int place) {
    return weights[place];
  }

  List<List<Hit.Matched>> matched() {
    return matched;
  }

  private void add(int place, PlannedWord word) throws IOException {
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
      boolean isName = speaks != null && names[i] > 0 && names[i] >= sum;
      // As Lucene adds: a choice between two is made of floats.
      double weight = isName ? names[i] : speaks == null ? sum : (float) sum;
      weights[places[i]][place] = weight;
      if (!explained) {
        continue;
      }
      var to = matched.get(places[i]);
      if (speaks != null && isName) {
        to.add(matched(speaks, word, names[i]));
      } else {
        for (int j = 0; j < said.size(); j++) {
          if (said.get(j)[i] > 0) {
            to.add(matched(word.said().get(j), word, said.get(j)[i]));
          }
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
    var weight =
        searcher.createWeight(searcher.rewrite(part.query(searcher)), ScoreMode.COMPLETE, 1);
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
