package dev.quipu.lucene;

import dev.quipu.lucene.analysis.AskedWord;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.lucene.analysis.WordField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// One word of a question, and where it is to be looked for.
///
/// In a document it weighs what it weighs in all fields together. The name of somebody who speaks
/// weighs the same wherever they do, or else a part of its weight, whichever is more.
///
/// @param said the fields that have it
/// @param speaks among the speakers, if it is the name of one
/// @param rarest how many that are seen have the rarest of its terms
/// @param isLoosened whether words like it are looked for in its place
record PlannedWord(
    String word, List<Part> said, @Nullable Part speaks, int rarest, boolean isLoosened) {

  private static final WordField[] FIELDS = WordField.values();

  /// A word in a field.
  ///
  /// @param terms one of which is to stand there: the best counts
  record Part(WordField field, List<Term> terms, float weight, boolean constant) {

    Query query(SeenSearcher seen) throws IOException {
      Query found;
      if (terms.size() == 1) {
        found = seen.query(terms.getFirst());
      } else {
        var any = new ArrayList<Query>();
        for (var term : terms) {
          any.add(seen.query(term));
        }
        found = new DisjunctionMaxQuery(any, 0);
      }
      return new BoostQuery(constant ? new ConstantScoreQuery(found) : found, weight);
    }
  }

  static PlannedWord of(AskedWord word, SeenSearcher seen, Omitted omitted) throws IOException {
    var speaks = omitted.fields().contains(WordField.SPEAKER) ? null : speaks(word, seen);
    float share = speaks == null ? 1 : WordField.MENTIONED;
    var said = new ArrayList<Part>();
    int rarest = Integer.MAX_VALUE;
    for (var field : FIELDS) {
      if (!seen.has(field) || omitted.fields().contains(field)) {
        continue;
      }
      var found = new ArrayList<Term>();
      for (var text : field == WordField.SPEAKER ? List.<String>of() : word.in(field)) {
        var term = new Term(field.field(), text);
        int having = seen.having(term);
        if (having > 0) {
          found.add(term);
          rarest = Math.min(rarest, having);
        }
      }
      if (!found.isEmpty()) {
        said.add(new Part(field, found, share * omitted.weight(field), false));
      }
    }
    if (speaks != null) {
      rarest = Math.min(rarest, seen.having(speaks.terms().getFirst()));
    }
    return new PlannedWord(word.word(), said, speaks, rarest, false);
  }

  private static @Nullable Part speaks(AskedWord word, SeenSearcher seen) throws IOException {
    if (!seen.has(WordField.SPEAKER)) {
      return null;
    }
    var term = new Term(WordField.SPEAKER.field(), word.word());
    int having = seen.having(term);
    if (having == 0) {
      return null;
    }
    double rarity = Math.log(1 + (seen.visible() - having + 0.5) / (having + 0.5));
    float weight = (float) (WordField.SPEAKER.weight() * rarity);
    return new Part(WordField.SPEAKER, List.of(term), weight, true);
  }

  /// The words that are like one that nothing has which passes. If none is, base forms that are
  /// (`докмент` and `документа`), and then whatever it may be with a slip in its first letter.
  ///
  /// @param isThorough whether to look for more than words that are like it
  static PlannedWord similar(AskedWord word, Passing passing, boolean isThorough)
      throws IOException {
    var text = word.word();
    var field = WordField.EXACT;
    var terms = SimilarTerms.of(passing, field.field(), text);
    if (terms.isEmpty() && isThorough) {
      field = WordField.TEXT;
      terms = SimilarTerms.of(passing, field.field(), text);
    }
    if (terms.isEmpty() && isThorough) {
      field = WordField.EXACT;
      terms = SimilarTerms.misspelt(passing, field.field(), text);
    }
    if (terms.isEmpty()) {
      return new PlannedWord(text, List.of(), null, Integer.MAX_VALUE, true);
    }
    int rarest = Integer.MAX_VALUE;
    for (var term : terms) {
      rarest = Math.min(rarest, passing.searcher().having(term));
    }
    var part = new Part(field, terms, WordField.SIMILAR, false);
    return new PlannedWord(text, List.of(part), null, rarest, true);
  }

  /// Whether anything has it that passes.
  boolean isIn(Passing passing) throws IOException {
    for (var term : terms()) {
      if (passing.has(term)) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return said.isEmpty() && speaks == null;
  }

  /// All parts: those of what is said first.
  List<Part> parts() {
    return speaks == null ? said : Stream.concat(said.stream(), Stream.of(speaks)).toList();
  }

  List<Term> terms() {
    return parts().stream().flatMap(part -> part.terms().stream()).toList();
  }

  Query query(SeenSearcher seen) throws IOException {
    if (speaks != null && said.isEmpty()) {
      return speaks.query(seen);
    }
    Query saying;
    if (said.size() == 1) {
      saying = said.getFirst().query(seen);
    } else {
      var all = new BooleanQuery.Builder();
      for (var part : said) {
        all.add(part.query(seen), Occur.SHOULD);
      }
      saying = all.build();
    }
    return speaks == null
        ? saying
        : new DisjunctionMaxQuery(List.of(speaks.query(seen), saying), 0);
  }
}
