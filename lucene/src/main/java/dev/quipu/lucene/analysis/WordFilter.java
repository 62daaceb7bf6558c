package dev.quipu.lucene.analysis;

import dev.quipu.lucene.analysis.Words.Form;
import java.io.IOException;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/// Replaces each token by its terms, all at the token's position. Ideographs and kana are only
/// brought to one width: the bigram filter reads them.
final class WordFilter extends TokenFilter {
  private static final List<String> CJK =
      List.of(
          StandardTokenizer.TOKEN_TYPES[StandardTokenizer.IDEOGRAPHIC],
          StandardTokenizer.TOKEN_TYPES[StandardTokenizer.HIRAGANA],
          StandardTokenizer.TOKEN_TYPES[StandardTokenizer.KATAKANA],
          StandardTokenizer.TOKEN_TYPES[StandardTokenizer.HANGUL]);

  private static final int MOST_KNOWN = 10_000;

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);
  private final Words words = new Words();
  private final Map<String, List<String>> known = new HashMap<>();
  private final Form form;
  private final Morphology morphology;
  private Iterator<String> pending = List.<String>of().iterator();

  WordFilter(TokenStream input, Form form, Morphology morphology) {
    super(input);
    this.form = form;
    this.morphology = morphology;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (pending.hasNext()) {
      term.setEmpty().append(pending.next());
      step.setPositionIncrement(0);
      return true;
    }
    while (input.incrementToken()) {
      if (CJK.contains(type.type())) {
        if (!Normalizer.isNormalized(term, Normalizer.Form.NFKC)) {
          String sameWidth = Normalizer.normalize(term, Normalizer.Form.NFKC);
          term.setEmpty().append(sameWidth);
        }
        return true;
      }
      pending = terms(term.toString()).iterator();
      if (pending.hasNext()) {
        term.setEmpty().append(pending.next());
        return true;
      }
    }
    return false;
  }

  /// Few words make up most of a language, and these are taken apart once.
  private List<String> terms(String token) {
    var terms = known.get(token);
    if (terms == null) {
      terms = words.terms(token, morphology, form);
      if (known.size() == MOST_KNOWN) {
        known.clear();
      }
      known.put(token, terms);
    }
    return terms;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    pending = List.<String>of().iterator();
  }
}
