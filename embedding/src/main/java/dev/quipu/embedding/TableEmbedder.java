package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks the tokens of a text up in a table and adds their vectors: microseconds a text.
///
/// The table is made when it is not there, by a model that runs in this process and is closed
/// again. Questions and documents are taken alike, and of questions of any length all counts.
public final class TableEmbedder implements Embedder {

  private static final Logger LOG = System.getLogger(TableEmbedder.class.getName());

  /// So many vectors are some hundred kilobytes, and made within milliseconds.
  private static final int AT_ONCE = 256;

  private static final Unembeddable NOWHERE =
      new Unembeddable("The vectors of the tokens of the text cancel each other out.");

  private final EmbeddingModel model;
  private final WordPieces pieces;
  private final TokenTable table;

  private TableEmbedder(EmbeddingModel model, WordPieces pieces, TokenTable table) {
    this.model = model;
    this.pieces = pieces;
    this.table = table;
  }

  /// Reads the table, which takes a fraction of a second. If it is not there or not whole it is
  /// made, which takes a minute or two on threads that take only the time that others leave; an
  /// interrupt ends that, and nothing of it is kept.
  ///
  /// @param files of the model that it is made from, of which the vocabulary is always needed
  /// @param folder for the table, and for what has to be unpacked
  /// @param threads on which it is made
  public static TableEmbedder open(
      DistilledModel distilled, ModelFiles files, Path folder, int threads)
      throws EmbeddingFailure {
    var vocabulary = Vocabulary.read(files.whole(distilled.teacher().vocabulary()));
    return open(distilled, vocabulary, files, folder, threads);
  }

  /// @param vocabulary of the model, or a part of it
  static TableEmbedder open(
      DistilledModel distilled,
      Map<String, Integer> vocabulary,
      ModelFiles files,
      Path folder,
      int threads)
      throws EmbeddingFailure {
    var model = distilled.model();
    var distillation = new Distillation(distilled, vocabulary);
    var file =
        new TableFile(
            folder.resolve(distilled.fileName()),
            distilled.revision(),
            distillation.tokens(),
            model.dimension());
    var table = kept(file);
    if (table == null) {
      try (var teacher = OnnxEmbedder.open(distilled.teacher(), files, folder, threads)) {
        table = distillation.run(teacher, threads);
      }
      keep(file, table);
    }
    return new TableEmbedder(model, new WordPieces(vocabulary), table);
  }

  private static @Nullable TokenTable kept(TableFile file) throws EmbeddingFailure {
    try {
      return file.read();
    } catch (IOException e) {
      throw new EmbeddingFailure.Permanent(
          "The table of the model cannot be read.",
          "It is " + file.path() + ": " + e + ".",
          "See to the folder and its permissions; a table that is removed is made again.",
          e);
    }
  }

  /// One that cannot be kept serves all the same: the next start makes it again.
  private static void keep(TableFile file, TokenTable table) {
    try {
      file.write(table);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "action=keep_table file=" + file.path() + " outcome=failed", e);
    }
  }

  @Override
  public EmbeddingModel model() {
    return model;
  }

  @Override
  public int tokens(String text) {
    return pieces.count(text);
  }

  @Override
  public List<Embedded> documents(List<String> texts) {
    return texts.stream().limit(AT_ONCE).map(this::document).toList();
  }

  private Embedded document(String text) {
    var tokens = pieces.framed(text);
    int count = tokens.length - LocalModel.FRAME;
    return count > model.passageTokens()
        ? Unembeddable.tooLong(count, model.passageTokens())
        : embedded(tokens);
  }

  @Override
  public Embedded query(String text) {
    return embedded(pieces.framed(text));
  }

  /// @param tokens framed
  private Embedded embedded(long[] tokens) {
    if (tokens.length == LocalModel.FRAME) {
      return Unembeddable.EMPTY;
    }
    var sum = table.sum(tokens, 1, tokens.length - 1);
    for (float number : sum) {
      if (number != 0) {
        return Vector.towards(sum);
      }
    }
    return NOWHERE;
  }

  /// There is nothing to close: the table goes with the last who uses it.
  @Override
  public void close() {}
}
