package dev.quipu.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Passages;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A model that runs in this process, on the CPU.
///
/// One text a run, on one thread, unpadded. These models are quantised as they run: the range of
/// the numbers in a whole batch decides how each is rounded, so a text beside others, or padded,
/// has another vector (cosine 0.99). A batch is slower besides: all are padded to the longest.
public final class OnnxEmbedder implements Embedder {

  /// Questions that run at once. Memory for a run of 512 tokens is some 30 MB.
  private static final int QUESTIONS = 4;

  private final LocalModel local;
  private final EmbeddingModel model;
  private final WordPieces pieces;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final DocumentRuns documents;
  private final Semaphore questions = new Semaphore(QUESTIONS, true);

  /// Held by each run for reading: closing under a run would end the whole process.
  private final ReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  private OnnxEmbedder(
      LocalModel local,
      WordPieces pieces,
      OrtEnvironment environment,
      OrtSession session,
      DocumentRuns documents) {
    this.local = local;
    this.model = local.model();
    this.pieces = pieces;
    this.environment = environment;
    this.session = session;
    this.documents = documents;
  }

  /// Checks the files and loads them; a few hundred milliseconds, and more when there is something
  /// to unpack.
  ///
  /// @param folder for what has to be unpacked: the runtime's native library
  /// @param threads how many documents are embedded at once
  public static OnnxEmbedder open(LocalModel local, ModelFiles files, Path folder, int threads)
      throws EmbeddingFailure {
    var network = files.whole(local.network());
    var pieces = new WordPieces(Vocabulary.read(files.whole(local.vocabulary())));
    var environment = DeepStack.call(() -> Natives.load(folder));
    var session = DeepStack.call(() -> session(environment, network));
    return new OnnxEmbedder(local, pieces, environment, session, DocumentRuns.open(threads));
  }

  private static OrtSession session(OrtEnvironment environment, Path network)
      throws EmbeddingFailure {
    try (var options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      // A plan for each length of text would be kept for ever. The runtime's arena stays on: it
      // grows to the largest runs at once and no further, while the C library's own breaks into
      // pieces (after 500 texts of all lengths on two threads 230 MB against 490).
      options.setMemoryPatternOptimization(false);
      // From the file and not from bytes: those would be in memory twice.
      return environment.createSession(network.toString(), options);
    } catch (OrtException e) {
      throw new EmbeddingFailure.Permanent(
          "A file of the model cannot be run.",
          "It is " + network + ": " + e.getMessage() + ".",
          "Put one in its place that this version of the ONNX runtime takes.",
          e);
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
  public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
    return documents.of(texts, this::document);
  }

  private Embedded document(String text) throws EmbeddingFailure {
    var tokens = pieces.framed(text);
    int count = tokens.length - LocalModel.FRAME;
    if (count == 0) {
      return Unembeddable.EMPTY;
    }
    if (count > model.passageTokens()) {
      return Unembeddable.tooLong(count, model.passageTokens());
    }
    return Vector.towards(run(tokens));
  }

  /// Not in the queue with documents. One that is longer than the model takes is the mean of its
  /// passages.
  @Override
  public Embedded query(String text) throws EmbeddingFailure {
    if (tokens(text) == 0) {
      return Unembeddable.EMPTY;
    }
    var prefix = local.questionPrefix();
    var parts = new Passages(model.passageTokens() - tokens(prefix), this::tokens).cut(text);
    var vectors = new ArrayList<Vector>(parts.size());
    for (var part : parts) {
      vectors.add(question(prefix + part.of(text)));
    }
    return Vector.mean(vectors);
  }

  private Vector question(String text) throws EmbeddingFailure {
    try {
      questions.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingFailure.Transient("Embedding was interrupted.", Duration.ZERO, e);
    }
    try {
      return Vector.towards(run(pieces.framed(text)));
    } finally {
      questions.release();
    }
  }

  /// What the model makes of each of some tokens, each a text of its own, all in one run: that
  /// takes a fifth of the time, and a vector is none the worse for it, though it is another (cosine
  /// 0.996).
  ///
  /// @return of length 1
  float[][] tokens(int[] tokens) throws EmbeddingFailure {
    var framed = new long[tokens.length * (1 + LocalModel.FRAME)];
    for (int i = 0; i < tokens.length; i++) {
      framed[3 * i] = WordPieces.FIRST;
      framed[3 * i + 1] = tokens[i];
      framed[3 * i + 2] = WordPieces.LAST;
    }
    var outputs = run(framed, tokens.length);
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = Vector.towards(outputs[i]).numbers();
    }
    return outputs;
  }

  private float[] run(long[] tokens) throws EmbeddingFailure {
    return run(tokens, 1)[0];
  }

  /// @param texts of which each has as many of the tokens
  private float[][] run(long[] tokens, int texts) throws EmbeddingFailure {
    life.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("this embedder is closed");
      }
      return output(tokens, texts);
    } finally {
      life.readLock().unlock();
    }
  }

  private float[][] output(long[] tokens, int texts) throws EmbeddingFailure {
    int length = tokens.length / texts;
    var shape = new long[] {texts, length};
    var mask = new long[tokens.length];
    Arrays.fill(mask, 1);
    try (var ids = OnnxTensor.createTensor(environment, LongBuffer.wrap(tokens), shape);
        var attention = OnnxTensor.createTensor(environment, LongBuffer.wrap(mask), shape);
        var types =
            OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[tokens.length]), shape);
        var result =
            session.run(
                Map.of("input_ids", ids, "attention_mask", attention, "token_type_ids", types))) {
      var output = ((OnnxTensor) result.get(0)).getFloatBuffer();
      var pooled = new float[texts][];
      for (int text = 0; text < texts; text++) {
        pooled[text] = pooled(output, text * length, length);
      }
      return pooled;
    } catch (OrtException e) {
      throw new EmbeddingFailure.Permanent(
          "The model " + model.name() + " did not run.",
          "The ONNX runtime says: " + e.getMessage() + ".",
          "See whether the machine has memory left, and start again.",
          e);
    }
  }

  private float[] pooled(FloatBuffer output, int first, int tokens) {
    var pooled = new float[model.dimension()];
    switch (local.pooling()) {
      case FIRST -> output.get(first * pooled.length, pooled);
      case MEAN -> {
        for (int token = first; token < first + tokens; token++) {
          for (int i = 0; i < pooled.length; i++) {
            pooled[i] += output.get(token * pooled.length + i);
          }
        }
      }
    }
    return pooled;
  }

  /// What is running ends first; what is asked for afterwards is a mistake of who asks.
  @Override
  public void close() {
    documents.close();
    life.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        session.close();
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the model could not be closed", e);
    } finally {
      life.writeLock().unlock();
    }
  }
}
