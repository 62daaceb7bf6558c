package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.testkit.embedding.EmbedderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class OnnxEmbedderTest implements EmbedderContract {

  private static final Path FOLDER = Path.of("target/models");

  @TempDir private Path folder;

  @Override
  public Embedder openEmbedder() throws EmbeddingFailure {
    return open(LocalModel.BGE_SMALL);
  }

  static Embedder open(LocalModel model) throws EmbeddingFailure {
    return OnnxEmbedder.open(model, new ModelFiles.Bundled(FOLDER), FOLDER, 2);
  }

  @ParameterizedTest
  @EnumSource(LocalModel.class)
  void a_question_is_nearest_to_what_means_the_same_in_other_words(LocalModel model)
      throws EmbeddingFailure {
    try (var embedder = open(model)) {
      var documents =
          embedder.documents(
              List.of("My car broke down on the motorway.", "I like to eat strawberries."));
      var question = (Vector) embedder.query("vehicle trouble");

      assertThat(question.cosine((Vector) documents.get(0)))
          .isGreaterThan(question.cosine((Vector) documents.get(1)) + 0.1);
    }
  }

  @Test
  void a_question_does_not_wait_for_documents_that_came_before_it()
      throws EmbeddingFailure, ExecutionException, InterruptedException {
    try (var embedder = openEmbedder();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var texts = Collections.nCopies(300, "The committee met again, and nothing was decided.");
      var documents = threads.submit(() -> EmbedderContract.all(embedder, texts));

      embedder.query("What did the committee decide?");

      assertThat(documents.isDone()).isFalse();
      assertThat(documents.get()).hasSize(300);
    }
  }

  @Test
  void a_file_that_is_missing_is_named() throws IOException {
    provide();
    var network = folder.resolve("bge-small-en-v1.5-q.onnx");
    Files.delete(network);

    assertThatThrownBy(this::openProvided)
        .asInstanceOf(type(EmbeddingFailure.Permanent.class))
        .satisfies(
            failure -> {
              assertThat(failure.getMessage()).contains(network.toString(), "missing");
              assertThat(failure.hint()).isNotBlank();
            });
  }

  @Test
  void a_file_that_is_broken_is_named_and_never_run() throws IOException {
    provide();
    for (var name : List.of("bge-small-en-v1.5-q.onnx", "bge-small-en-v1.5-q-tokenizer.json")) {
      var file = folder.resolve(name);
      var whole = Files.readAllBytes(file);
      for (var broken : broken(whole)) {
        Files.write(file, broken);

        assertThatThrownBy(this::openProvided)
            .isInstanceOf(EmbeddingFailure.Permanent.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining("broken");
      }
      Files.write(file, whole);
    }
  }

  private static List<byte[]> broken(byte[] whole) {
    var altered = whole.clone();
    altered[whole.length / 2] ^= 1;
    return List.of(new byte[0], altered, Arrays.copyOf(whole, whole.length / 2));
  }

  @Test
  void what_was_unpacked_and_is_broken_is_unpacked_again() throws IOException, EmbeddingFailure {
    provide();
    var file = folder.resolve("bge-small-en-v1.5-q.onnx");
    Files.write(file, new byte[10]);

    try (var embedder =
        OnnxEmbedder.open(LocalModel.BGE_SMALL, new ModelFiles.Bundled(folder), FOLDER, 1)) {
      assertThat(embedder.documents(List.of("rain"))).hasOnlyElementsOfType(Vector.class);
    }
    assertThat(file).hasSameBinaryContentAs(FOLDER.resolve(file.getFileName()));
  }

  @Test
  void a_folder_that_cannot_be_made_is_named() throws IOException {
    var taken = Files.writeString(folder.resolve("taken"), "");

    assertThatThrownBy(
            () -> OnnxEmbedder.open(LocalModel.BGE_SMALL, new ModelFiles.Bundled(taken), FOLDER, 1))
        .isInstanceOf(EmbeddingFailure.Permanent.class)
        .hasMessageContaining(taken.toString());
  }

  @Test
  void who_embeds_after_closing_is_told_and_the_process_lives() throws EmbeddingFailure {
    var embedder = openEmbedder();
    embedder.close();
    embedder.close();

    assertThatThrownBy(() -> embedder.query("rain")).isInstanceOf(IllegalStateException.class);
  }

  /// As somebody would who looks after the files of the model.
  private void provide() throws IOException {
    try (var embedder = openEmbedder()) {
      for (var name : List.of("bge-small-en-v1.5-q.onnx", "bge-small-en-v1.5-q-tokenizer.json")) {
        Files.copy(FOLDER.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
      assertThat(embedder.model().dimension()).isEqualTo(384);
    } catch (EmbeddingFailure e) {
      throw new AssertionError(e);
    }
  }

  private void openProvided() throws EmbeddingFailure {
    OnnxEmbedder.open(LocalModel.BGE_SMALL, new ModelFiles.Provided(folder), FOLDER, 1).close();
  }
}
