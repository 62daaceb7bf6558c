package dev.quipu.lucene.analysis;

import dev.quipu.engine.index.IndexDocument;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/// Takes texts apart. Everything that decides which terms a text has is behind this class.
public final class Analysis {

  /// Changes whenever equal texts would give other terms: indexes of another version are filled
  /// again.
  public static final String VERSION = "1";

  /// Of a question nothing beyond is read: whoever asks with a whole book is answered by its first
  /// pages.
  private static final int LONGEST_QUESTION = 32_768;

  private static final NormalizeCharMap COLONS = colons();
  private static final Analyzer EXACT = new Plain(false);
  private static final Analyzer STEMMED = new Plain(true);

  private Analysis() {}

  /// The terms of a document in a field. To be read to the end before the next is asked for in the
  /// same field by the same thread.
  public static TokenStream terms(IndexDocument document, WordField field) {
    return analyzer(field.stemmed()).tokenStream(field.field(), field.of(document));
  }

  /// The distinct words of a question, in their order.
  public static List<AskedWord> words(String question) throws IOException {
    var text =
        question.length() > LONGEST_QUESTION ? question.substring(0, LONGEST_QUESTION) : question;
    var stems = byPlace(text, STEMMED);
    var words = new LinkedHashMap<String, AskedWord>();
    byPlace(text, EXACT)
        .forEach(
            (place, exact) -> {
              for (var word : exact) {
                words.putIfAbsent(
                    word,
                    new AskedWord(word, List.copyOf(stems.getOrDefault(place, Set.of(word)))));
              }
            });
    return new ArrayList<>(words.values());
  }

  private static Map<Integer, Set<String>> byPlace(String text, Analyzer analyzer)
      throws IOException {
    var places = new LinkedHashMap<Integer, Set<String>>();
    try (var stream = analyzer.tokenStream("question", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      var offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        places
            .computeIfAbsent(offset.startOffset(), _ -> new LinkedHashSet<>())
            .add(term.toString());
      }
      stream.end();
    }
    return places;
  }

  /// Unicode lets a colon join two words, as Swedish does.
  private static NormalizeCharMap colons() {
    var map = new NormalizeCharMap.Builder();
    map.add(":", " ");
    return map.build();
  }

  private static Analyzer analyzer(boolean stemmed) {
    return stemmed ? STEMMED : EXACT;
  }

  private static final class Plain extends Analyzer {

    private final boolean stemmed;

    Plain(boolean stemmed) {
      super(PER_FIELD_REUSE_STRATEGY);
      this.stemmed = stemmed;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      var tokenizer = new StandardTokenizer();
      TokenStream words = new ASCIIFoldingFilter(new LowerCaseFilter(tokenizer));
      return new TokenStreamComponents(tokenizer, stemmed ? new PorterStemFilter(words) : words);
    }

    @Override
    protected Reader initReader(String field, Reader text) {
      return new MappingCharFilter(COLONS, text);
    }
  }
}
