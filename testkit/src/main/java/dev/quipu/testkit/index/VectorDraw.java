package dev.quipu.testkit.index;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.VectorDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Random vectors as those of texts are: in clusters, some of them equal.
public final class VectorDraw {

  /// A model of few dimensions.
  public static final EmbeddingModel MODEL = model("clusters", 8);

  private final Random random;
  private final int dimension;
  private final double spread;
  private final List<Vector> centres = new ArrayList<>();
  private final List<Vector> drawn = new ArrayList<>();

  public VectorDraw(long seed) {
    this(seed, MODEL.dimension(), 12, 0.3);
  }

  /// @param spread how far from their centre the vectors of a cluster are
  public VectorDraw(long seed, int dimension, int clusters, double spread) {
    this.random = new Random(seed);
    this.dimension = dimension;
    this.spread = spread;
    for (int i = 0; i < clusters; i++) {
      centres.add(around(new float[dimension], 1));
    }
  }

  public static EmbeddingModel model(String name, int dimension) {
    return new EmbeddingModel(name, "1", dimension, 100);
  }

  public Vector vector() {
    if (!drawn.isEmpty() && random.nextInt(10) == 0) {
      return drawn.get(random.nextInt(drawn.size()));
    }
    var vector = distinct();
    if (drawn.size() < 100) {
      drawn.add(vector);
    }
    return vector;
  }

  /// One that was not drawn before.
  public Vector distinct() {
    var centre = centres.get(random.nextInt(centres.size()));
    return around(centre.numbers(), spread / Math.sqrt(dimension));
  }

  private Vector around(float[] centre, double distance) {
    for (int i = 0; i < centre.length; i++) {
      centre[i] += (float) (random.nextGaussian() * distance);
    }
    return Vector.towards(centre);
  }

  /// A document as the other, with up to three passages, seldom none.
  public VectorDocument document(SheetDraw sheets, String id, long from, long end) {
    var document = sheets.document(id, from, end);
    var passages = new ArrayList<Vector>();
    int count = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      passages.add(vector());
    }
    return new VectorDocument(document.filed(), document.envelope(), passages, document.entity());
  }
}
