package dev.quipu.lucene;

import dev.quipu.engine.index.WordHits;
import dev.quipu.lucene.analysis.AskedWord;
import dev.quipu.lucene.analysis.Omitted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;

/// What is looked for of a question among what passes.
///
/// @param words those that are found there, in their order: their scores add up
record Plan(List<PlannedWord> words) {

  /// The rarest words of a question are looked for, at most so many.
  private static final int MOST_WORDS = 256;

  /// Below what Lucene allows in one question.
  private static final int MOST_TERMS = 1_000;

  /// Words that nothing has which passes are looked for in other forms, but not many: it is costly.
  private static final int MOST_LOOSENED = 16;

  /// Nor is everything tried for many that are like nothing.
  private static final int MOST_MISSED = 16;

  static Plan of(List<AskedWord> question, Passing passing, Omitted omitted) throws IOException {
    var found = new ArrayList<PlannedWord>();
    int loosened = 0;
    int missed = 0;
    for (var word : question) {
      var planned = PlannedWord.of(word, passing.searcher(), omitted);
      if (planned.isIn(passing)) {
        found.add(planned);
      } else if (loosened < MOST_LOOSENED && !omitted.similar()) {
        planned = PlannedWord.similar(word, passing, missed < MOST_MISSED);
        if (planned.isEmpty()) {
          missed++;
        } else {
          found.add(planned);
          loosened++;
        }
      }
    }
    return new Plan(rarest(found));
  }

  private static List<PlannedWord> rarest(List<PlannedWord> found) {
    var byRarity =
        IntStream.range(0, found.size())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer place) -> found.get(place).rarest())
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST_WORDS)
            .toList();
    var kept = new ArrayList<Integer>();
    int terms = 0;
    for (var place : byRarity) {
      terms += found.get(place).terms().size();
      if (terms > MOST_TERMS) {
        break;
      }
      kept.add(place);
    }
    return kept.stream().sorted().map(found::get).toList();
  }

  /// The question, of what is in a set.
  Query within(Query set, SeenSearcher seen) throws IOException {
    var any = new BooleanQuery.Builder();
    for (var word : words) {
      any.add(word.query(seen), Occur.SHOULD);
    }
    return new BooleanQuery.Builder().add(any.build(), Occur.MUST).add(set, Occur.FILTER).build();
  }

  List<WordHits.Word> told() {
    return words.stream()
        .map(word -> new WordHits.Word(word.word(), word.speaks() != null, word.isLoosened()))
        .toList();
  }

  List<Term> terms() {
    return words.stream().flatMap(word -> word.terms().stream()).toList();
  }
}
