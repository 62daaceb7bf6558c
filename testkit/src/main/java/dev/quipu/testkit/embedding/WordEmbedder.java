package dev.quipu.testkit.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.log.Hash;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Stands in for a model: texts lie near each other that share words. Each word has a direction of
/// its own, and a text points to where its words do.
public final class WordEmbedder implements Embedder {

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]{1,40}|\\p{S}");

  private final EmbeddingModel model;

  private WordEmbedder(EmbeddingModel model) {
    this.model = model;
  }

  /// Reads nothing: it is open at once.
  ///
  /// @param name another name gives other directions, as another model would
  /// @param dimension at most 256
  public static WordEmbedder open(String name, int dimension, int passageTokens) {
    return new WordEmbedder(new EmbeddingModel(name, "words", dimension, passageTokens));
  }

  @Override
  public EmbeddingModel model() {
    return model;
  }

  @Override
  public int tokens(String text) {
    return Math.toIntExact(words(text).count());
  }

  @Override
  public List<Embedded> documents(List<String> texts) {
    return texts.stream().map(this::document).toList();
  }

  private Embedded document(String text) {
    int tokens = tokens(text);
    return tokens > model.passageTokens()
        ? Unembeddable.tooLong(tokens, model.passageTokens())
        : query(text);
  }

  @Override
  public Embedded query(String text) {
    var sum = new float[model.dimension()];
    words(text).forEach(word -> add(word, sum));
    for (float number : sum) {
      if (number != 0) {
        return Vector.towards(sum);
      }
    }
    return Unembeddable.EMPTY;
  }

  /// One step forward or back in each dimension, as the bits of the word's hash say.
  private void add(String word, float[] sum) {
    var bits = Hash.of(model.name().getBytes(UTF_8), word.getBytes(UTF_8)).bytes();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (bits[i / 8] >> (i % 8) & 1) == 0 ? -1 : 1;
    }
  }

  private static Stream<String> words(String text) {
    return WORD.matcher(text)
        .results()
        .map(MatchResult::group)
        .map(word -> word.toLowerCase(Locale.ROOT));
  }

  @Override
  public void close() {}
}
