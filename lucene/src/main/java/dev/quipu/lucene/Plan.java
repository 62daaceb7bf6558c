package dev.quipu.lucene;

import dev.quipu.lucene.analysis.AskedWord;
import dev.quipu.lucene.analysis.WordField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// What is looked for, word by word and field by field.
///
/// @param words of the question that are looked for
/// @param parts whose scores add up
/// @param loosened whether words like those of the question are looked for too
record Plan(List<String> words, List<Part> parts, boolean loosened) {

  /// The rarest words of a question are looked for, at most so many.
  private static final int MOST_WORDS = 256;

  /// Below what Lucene allows in one question.
  private static final int MOST_TERMS = 1_000;

  /// Of a question, no more words are weighed against each other.
  private static final int MOST_WEIGHED = 1_024;

  /// A word in a field.
  ///
  /// @param terms one of which is to stand there: the best counts
  record Part(WordField field, String word, List<Term> terms, float weight) {

    Query query() {
      Query found;
      if (terms.size() == 1) {
        found = new TermQuery(terms.getFirst());
      } else {
        found = new DisjunctionMaxQuery(terms.stream().map(Plan::termQuery).toList(), 0);
      }
      return weight == 1 ? found : new BoostQuery(found, weight);
    }
  }

  private static Query termQuery(Term term) {
    return new TermQuery(term);
  }

  private record Weighed(int place, AskedWord word, List<Part> parts, int having, int terms) {}

  /// What of a question can be found among what is seen.
  static Plan of(List<AskedWord> question, SeenSearcher seen) throws IOException {
    var weighed = new ArrayList<Weighed>();
    for (var word : question.subList(0, Math.min(question.size(), MOST_WEIGHED))) {
      var parts = new ArrayList<Part>();
      int rarest = Integer.MAX_VALUE;
      int terms = 0;
      for (var field : WordField.values()) {
        var found = new ArrayList<Term>();
        for (var text : word.in(field)) {
          var term = new Term(field.field(), text);
          int having = seen.having(term);
          if (having > 0) {
            found.add(term);
            rarest = Math.min(rarest, having);
          }
        }
        if (!found.isEmpty()) {
          parts.add(new Part(field, word.word(), found, field.weight()));
          terms += found.size();
        }
      }
      weighed.add(new Weighed(weighed.size(), word, parts, rarest, terms));
    }
    var words = question.stream().map(AskedWord::word).limit(MOST_WORDS).toList();
    return new Plan(words, rarest(weighed), false);
  }

  private static List<Part> rarest(List<Weighed> weighed) {
    var byRarity =
        weighed.stream()
            .filter(word -> !word.parts().isEmpty())
            .sorted(Comparator.comparingInt(Weighed::having).thenComparingInt(Weighed::place))
            .limit(MOST_WORDS)
            .toList();
    var kept = new ArrayList<Weighed>();
    int terms = 0;
    for (var word : byRarity) {
      terms += word.terms();
      if (terms > MOST_TERMS) {
        break;
      }
      kept.add(word);
    }
    kept.sort(Comparator.comparingInt(Weighed::place));
    return kept.stream().flatMap(word -> word.parts().stream()).toList();
  }

  Query within(Query set) {
    var all = new BooleanQuery.Builder();
    for (var part : parts) {
      all.add(part.query(), Occur.SHOULD);
    }
    return new BooleanQuery.Builder().add(all.build(), Occur.MUST).add(set, Occur.FILTER).build();
  }
}
