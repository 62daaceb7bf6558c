package dev.quipu.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.Operations;

/// What a word may stand for that nothing has which passes the filters: terms that begin with it,
/// and terms one typing error away.
///
/// Words of three letters and more are completed, of five and more corrected. Of the first thousand
/// terms so found that something has which passes, the most frequent few are taken: so neither
/// another owner's words have a say, nor what the filters leave out, nor the segments.
final class SimilarTerms {

  private static final int COMPLETED_FROM = 3;
  private static final int CORRECTED_FROM = 5;
  private static final int MOST_SEEN = 1_000;
  private static final int TAKEN = 8;

  private SimilarTerms() {}

  /// Those that have its first letter.
  static List<Term> of(Passing passing, String field, String word) throws IOException {
    int letters = word.codePointCount(0, word.length());
    return letters < COMPLETED_FROM ? List.of() : of(passing, field, automaton(word, letters));
  }

  /// Those that are one typing error away, be it in the first letter: for when no others are found.
  /// There a slip is rare, and most of what it would bring in are other words.
  static List<Term> misspelt(Passing passing, String field, String word) throws IOException {
    int letters = word.codePointCount(0, word.length());
    return letters < CORRECTED_FROM
        ? List.of()
        : of(passing, field, compiled(new LevenshteinAutomata(word, true).toAutomaton(1)));
  }

  private static List<Term> of(Passing passing, String field, CompiledAutomaton like)
      throws IOException {
    var found = new TreeSet<String>();
    for (var leaf : passing.leaves()) {
      var terms = leaf.reader().terms(field);
      if (terms != null && !passing.isNothingOf(leaf.ord)) {
        visit(passing, leaf.ord, terms, like, found);
      }
    }
    Map<Term, Integer> frequencies = new TreeMap<>();
    for (var text : found.stream().limit(MOST_SEEN).toList()) {
      var term = new Term(field, text);
      frequencies.put(term, passing.having(term));
    }
    Comparator<Map.Entry<Term, Integer>> byFrequency = Map.Entry.comparingByValue();
    return frequencies.entrySet().stream()
        .sorted(byFrequency.reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(TAKEN)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// All terms that are like it are looked at until enough are found: a bound would count other
  /// people's words. One costs a fraction of a microsecond.
  private static void visit(
      Passing passing, int segment, Terms terms, CompiledAutomaton like, Set<String> found)
      throws IOException {
    var matching = like.getTermsEnum(terms);
    PostingsEnum postings = null;
    int kept = 0;
    for (var bytes = matching.next(); bytes != null && kept < MOST_SEEN; bytes = matching.next()) {
      postings = matching.postings(postings, PostingsEnum.NONE);
      if (passing.isAmong(segment, postings)) {
        found.add(bytes.utf8ToString());
        kept++;
      }
    }
  }

  private static CompiledAutomaton automaton(String word, int letters) {
    var ways = new ArrayList<Automaton>();
    ways.add(Operations.concatenate(List.of(Automata.makeString(word), Automata.makeAnyString())));
    if (letters >= CORRECTED_FROM) {
      int first = Character.charCount(word.codePointAt(0));
      ways.add(
          new LevenshteinAutomata(word.substring(first), true)
              .toAutomaton(1, word.substring(0, first)));
    }
    return compiled(Operations.union(ways));
  }

  private static CompiledAutomaton compiled(Automaton like) {
    var determined = Operations.determinize(like, Operations.DEFAULT_DETERMINIZE_WORK_LIMIT);
    return new CompiledAutomaton(determined, false, true);
  }
}
