package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.quipu.engine.embedding.EmbeddingFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Ours against the library that the models were trained with.
final class WordPiecesTest {

  private static HuggingFaceTokenizer theirs;
  private static WordPieces ours;

  @BeforeContainer
  static void read() throws EmbeddingFailure, IOException {
    // Else it unpacks its native library into the home folder.
    System.setProperty("DJL_CACHE_DIR", Path.of("target/djl").toAbsolutePath().toString());
    System.setProperty("ai.djl.offline", "true");
    var files = new ModelFiles.Bundled(Path.of("target/models"));
    var vocabulary = files.whole(LocalModel.BGE_SMALL.vocabulary());
    ours = new WordPieces(Vocabulary.read(vocabulary));
    theirs =
        HuggingFaceTokenizer.newInstance(
            vocabulary,
            Map.of("truncation", "false", "padding", "false", "modelMaxLength", "1000000"));
  }

  @AfterContainer
  static void close() {
    theirs.close();
  }

  @Property(tries = 3000)
  void any_text_has_the_tokens_that_the_other_hand_gives_it(@ForAll("texts") String text) {
    assertThat(ours.framed(text)).isEqualTo(theirs.encode(text).getIds());
    assertThat(ours.count(text)).isEqualTo(theirs.encode(text).getIds().length - 2);
  }

  /// Up to Unicode 8, which is as far as the other hand's table of categories goes.
  @Provide
  Arbitrary<String> texts() {
    var characters =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.chars().range('a', 'z').map(String::valueOf)),
            Tuple.of(6, Arbitraries.of(" ", " ", "\n", "\t", "\u00a0", "\u3000")),
            Tuple.of(6, Arbitraries.chars().range('!', '~').map(String::valueOf)),
            Tuple.of(4, Arbitraries.chars().range('\u0001', '\u052f').map(String::valueOf)),
            Tuple.of(2, Arbitraries.chars().range('\u2000', '\u206f').map(String::valueOf)),
            Tuple.of(2, Arbitraries.chars().range('\u3041', '\u9fa5').map(String::valueOf)),
            Tuple.of(1, Arbitraries.chars().range('\uac00', '\ud7a3').map(String::valueOf)),
            Tuple.of(1, Arbitraries.chars().range('\ue000', '\uffff').map(String::valueOf)),
            Tuple.of(1, Arbitraries.integers().between(0x1F300, 0x1F64F).map(Character::toString)),
            Tuple.of(
                3, Arbitraries.of("the", "running", "Café", "Ёжик", "don't", "e.g.", "naïveté")));
    return characters.list().ofMaxSize(60).map(parts -> String.join("", parts));
  }

  @Example
  void a_mark_of_the_model_in_a_text_is_text() {
    assertThat(ours.framed("[SEP]")).hasSize(5).startsWith(WordPieces.FIRST);
    assertThat(ours.count("[SEP]")).isEqualTo(3);
  }
}
