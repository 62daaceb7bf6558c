package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.testkit.embedding.EmbedderContract;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole table is made once for a build and kept in `target`, as a server keeps it in its data
/// folder. Where a test wants one made anew, it is of the most frequent thousand words of the
/// vocabulary.
final class TableEmbedderTest implements EmbedderContract {

  private static final Path FOLDER = Path.of("target/models");
  private static final ModelFiles FILES = new ModelFiles.Bundled(FOLDER);
  private static final DistilledModel MODEL = DistilledModel.BGE_SMALL;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int FEW = 3_000;
  private static final List<String> TEXTS = List.of("the new city", "music and family", "war");

  @TempDir private Path folder;

  @Override
  public Embedder openEmbedder() throws EmbeddingFailure {
    return TableEmbedder.open(MODEL, FILES, FOLDER, 2);
  }

  private static Map<String, Integer> fewWords() throws EmbeddingFailure {
    return Vocabulary.read(FILES.whole(MODEL.teacher().vocabulary())).entrySet().stream()
        .filter(each -> each.getValue() < FEW)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private List<Embedded> ofFewWords() throws EmbeddingFailure {
    try (var embedder = TableEmbedder.open(MODEL, fewWords(), FILES, folder, 2)) {
      return EmbedderContract.all(embedder, TEXTS);
    }
  }

  private Path table() {
    return folder.resolve(MODEL.fileName());
  }

  @Test
  void a_question_is_nearest_to_what_means_the_same_in_other_words() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var documents =
          embedder.documents(
              List.of("My car broke down on the motorway.", "I like to eat strawberries."));
      var question = (Vector) embedder.query("vehicle trouble");

      assertThat(question.cosine((Vector) documents.get(0)))
          .isGreaterThan(question.cosine((Vector) documents.get(1)));
    }
  }

  @Test
  void words_that_are_in_every_text_hardly_count() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var bare = (Vector) embedder.query("volcano");
      var among = (Vector) embedder.query("it was of the volcano, and that is it.");
      var beside = (Vector) embedder.query("volcano tax");

      assertThat(bare.cosine(among)).isGreaterThan(bare.cosine(beside));
    }
  }

  @Test
  void it_is_another_model_than_the_one_that_it_was_made_from() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var teacher = MODEL.teacher().model();
      assertThat(embedder.model().name()).isNotEqualTo(teacher.name());
      assertThat(embedder.model().revision()).isNotEqualTo(teacher.revision());
    }
  }

  @Test
  void once_the_table_is_there_the_model_is_not_needed() throws IOException, EmbeddingFailure {
    openEmbedder().close();
    Files.copy(FOLDER.resolve(MODEL.fileName()), table());
    var vocabulary = MODEL.teacher().vocabulary().name();
    Files.copy(FOLDER.resolve(vocabulary), folder.resolve(vocabulary));
    var files = new ModelFiles.Provided(folder);

    try (var embedder = TableEmbedder.open(MODEL, files, folder, 1);
        var other = openEmbedder()) {
      assertThat(embedder.query("rain")).isEqualTo(other.query("rain"));
    }
    Files.delete(table());
    assertThatThrownBy(() -> TableEmbedder.open(MODEL, files, folder, 1))
        .isInstanceOf(EmbeddingFailure.Permanent.class)
        .hasMessageContaining(MODEL.teacher().network().name());
  }

  @Test
  void a_table_that_is_torn_is_made_anew() throws IOException, EmbeddingFailure {
    var vectors = ofFewWords();
    var whole = Files.readAllBytes(table());
    for (var torn : torn(whole)) {
      Files.write(table(), torn);

      assertThat(ofFewWords()).isEqualTo(vectors);
      assertThat(table()).hasBinaryContent(whole);
    }
  }

  private static List<byte[]> torn(byte[] whole) {
    var altered = whole.clone();
    altered[whole.length / 2] ^= 1;
    return List.of(altered, Arrays.copyOf(whole, whole.length / 2));
  }

  @Test
  void a_table_that_cannot_be_read_is_named() throws IOException {
    Files.createDirectories(table().resolve("in the way"));

    assertThatThrownBy(this::ofFewWords)
        .isInstanceOf(EmbeddingFailure.Permanent.class)
        .hasMessageContaining(table().toString());
  }

  @Test
  void who_is_interrupted_while_making_it_leaves_nothing_behind()
      throws IOException, InterruptedException {
    var outcome = new CompletableFuture<Throwable>();
    var maker =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    TableEmbedder.open(MODEL, FILES, folder, 2).close();
                    outcome.complete(new AssertionError("it was made"));
                  } catch (EmbeddingFailure | RuntimeException e) {
                    outcome.complete(e);
                  }
                });
    assertThat(Eventually.holds(LIMIT, () -> distilling() > 0)).isTrue();

    maker.interrupt();
    maker.join();

    assertThat(outcome).isCompletedWithValueMatching(EmbeddingFailure.Transient.class::isInstance);
    assertThat(Eventually.holds(LIMIT, () -> distilling() == 0)).isTrue();
    try (var left = Files.list(folder)) {
      assertThat(left.map(Path::toString))
          .noneMatch(name -> name.endsWith(".table") || name.endsWith(".part"));
    }
  }

  private static long distilling() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("quipu-distilling-"))
        .count();
  }
}
