package dev.quipu.embedding;

import dev.quipu.engine.embedding.EmbeddingFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Makes a [TokenTable] out of a model: each token goes through it by itself.
///
/// Of what is the same in all tokens half is taken off, and the directions in which they differ
/// most ([StrongestDirections]). Then each is as long as it is rare ([Rarity]): words that are in
/// every text would drown the others. The numbers were chosen by what is found (docs/vectors.md).
final class Distillation {

  /// To be changed with whatever changes a table.
  static final String RECIPE = "table 1: half of the mean, 20 directions, rarity 0.001";

  private static final Logger LOG = System.getLogger(Distillation.class.getName());

  private static final int DIRECTIONS = 20;

  /// What share of the mean is taken off. With what is left of it, a short text is not the same as
  /// its rarest word.
  private static final double LESS_MEAN = 0.5;

  /// Tokens of one run of the model: of more it is no faster. Which go together decides how each is
  /// rounded, so they are always the same.
  private static final int RUN = 32;

  /// Tokens for a thread at once.
  private static final int PORTION = 8 * RUN;

  private final DistilledModel distilled;
  private final int[] spoken;
  private final int tokens;

  Distillation(DistilledModel distilled, Map<String, Integer> vocabulary) {
    this.distilled = distilled;
    this.tokens = Collections.max(vocabulary.values()) + 1;
    this.spoken =
        vocabulary.entrySet().stream()
            .filter(each -> isSpoken(each.getKey(), each.getValue()))
            .mapToInt(Map.Entry::getValue)
            .sorted()
            .toArray();
  }

  /// Whether a text can have it; `[MASK]`, `[unused7]` and their like it cannot.
  private static boolean isSpoken(String piece, int token) {
    return token == WordPieces.UNKNOWN || piece.length() == 1 || !piece.startsWith("[");
  }

  /// How many the table has.
  int tokens() {
    return tokens;
  }

  /// @param teacher the model that it is made from
  TokenTable run(OnnxEmbedder teacher, int threads) throws EmbeddingFailure {
    int dimension = distilled.model().dimension();
    var rows = new float[tokens][dimension];
    learn(teacher, rows, threads);
    var mean = mean(rows, dimension);
    var centred = Arrays.stream(spoken).mapToObj(token -> rows[token]).toArray(float[][]::new);
    for (var row : centred) {
      add(row, mean, -1);
    }
    StrongestDirections.takeOff(centred, DIRECTIONS);
    for (int token : spoken) {
      add(rows[token], mean, 1 - LESS_MEAN);
      scale(rows[token], Rarity.of(token));
    }
    return TokenTable.of(dimension, rows);
  }

  private void learn(OnnxEmbedder teacher, float[][] rows, int threads) throws EmbeddingFailure {
    var pool = Executors.newFixedThreadPool(threads, Background.threads("quipu-distilling-"));
    try {
      var begun = new ArrayList<Future<?>>();
      for (int from = 0; from < spoken.length; from += PORTION) {
        int first = from;
        begun.add(
            pool.submit(
                () -> {
                  learn(teacher, rows, first, Math.min(first + PORTION, spoken.length));
                  return true;
                }));
      }
      int told = Math.ceilDiv(begun.size(), 10);
      for (int i = 0; i < begun.size(); i++) {
        if (i % told == 0) {
          tell(i * PORTION);
        }
        begun.get(i).get();
      }
      tell(spoken.length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingFailure.Transient(
          "Making the table of a model was interrupted.", Duration.ZERO, e);
    } catch (ExecutionException e) {
      throw DocumentRuns.failure(e.getCause());
    } finally {
      pool.shutdownNow();
      pool.close(); // the model is closed next, and is not to run any more
    }
  }

  private void learn(OnnxEmbedder teacher, float[][] rows, int from, int to)
      throws EmbeddingFailure {
    for (int at = from; at < to && !Thread.currentThread().isInterrupted(); at += RUN) {
      var some = Arrays.copyOfRange(spoken, at, Math.min(at + RUN, to));
      var learnt = teacher.tokens(some);
      for (int i = 0; i < some.length; i++) {
        rows[some[i]] = learnt[i];
      }
    }
  }

  private void tell(int done) {
    LOG.log(
        Level.INFO,
        "action=distil model=" + distilled.title() + " tokens=" + done + " of=" + spoken.length);
  }

  private double[] mean(float[][] rows, int dimension) {
    var mean = new double[dimension];
    for (int token : spoken) {
      for (int i = 0; i < dimension; i++) {
        mean[i] += rows[token][i] / (double) spoken.length;
      }
    }
    return mean;
  }

  private static void add(float[] row, double[] what, double factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) (row[i] + factor * what[i]);
    }
  }

  private static void scale(float[] row, double factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) (row[i] * factor);
    }
  }
}
