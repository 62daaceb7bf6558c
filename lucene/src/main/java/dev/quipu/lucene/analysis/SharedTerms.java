package dev.quipu.lucene.analysis;

import dev.quipu.engine.index.IndexDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// The terms of documents that are put together. A text that several of them have, such as that of
/// an event and of the memory that came of it, is taken apart once. Not thread-safe.
public final class SharedTerms {

  /// Longer ones are not kept: they would take much memory, and are rare.
  private static final int LONGEST_KEPT = 10_000;

  private static final List<Term> NONE = List.of();

  /// @param isBeside whether it stands in the place of the one before it
  private record Term(String text, boolean isBeside) {}

  private record Read(Analyzer analyzer, String text) {}

  private final Map<Read, List<Term>> known = new HashMap<>();
  private final Map<WordField, Told> told = new EnumMap<>(WordField.class);

  /// The terms of a document in a field. To be read to the end before the next is asked for in the
  /// same field.
  public TokenStream of(IndexDocument document, WordField field) throws IOException {
    var text = field.of(document);
    var analyzer = Analysis.analyzer(document, field);
    if (text.length() > LONGEST_KEPT) {
      return analyzer.tokenStream(field.field(), text);
    }
    var stream = told.computeIfAbsent(field, _ -> new Told());
    stream.terms = text.isBlank() ? NONE : terms(analyzer, field, text);
    return stream;
  }

  private List<Term> terms(Analyzer analyzer, WordField field, String text) throws IOException {
    var read = new Read(analyzer, text);
    var terms = known.get(read);
    if (terms == null) {
      terms = readTerms(analyzer, field, text);
      known.put(read, terms);
    }
    return terms;
  }

  private static List<Term> readTerms(Analyzer analyzer, WordField field, String text)
      throws IOException {
    var terms = new ArrayList<Term>();
    try (var stream = analyzer.tokenStream(field.field(), text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      var step = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(new Term(term.toString(), step.getPositionIncrement() == 0));
      }
      stream.end();
    }
    return terms;
  }

  /// Tells terms once more.
  private static final class Told extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
    private List<Term> terms = NONE;
    private int next;

    @Override
    public boolean incrementToken() {
      if (next == terms.size()) {
        return false;
      }
      var one = terms.get(next++);
      term.setEmpty().append(one.text);
      step.setPositionIncrement(one.isBeside ? 0 : 1);
      return true;
    }

    @Override
    public void reset() {
      next = 0;
    }
  }
}
