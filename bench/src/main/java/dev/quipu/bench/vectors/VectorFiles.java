package dev.quipu.bench.vectors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files of vectors as data sets have them: for each its dimension, then its numbers.
final class VectorFiles {

  private VectorFiles() {}

  static List<float[]> floats(Path file) throws IOException {
    var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    var vectors = new ArrayList<float[]>();
    while (bytes.hasRemaining()) {
      var vector = new float[bytes.getInt()];
      for (int i = 0; i < vector.length; i++) {
        vector[i] = bytes.getFloat();
      }
      vectors.add(vector);
    }
    return vectors;
  }

  static List<int[]> integers(Path file) throws IOException {
    var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    var vectors = new ArrayList<int[]>();
    while (bytes.hasRemaining()) {
      var vector = new int[bytes.getInt()];
      for (int i = 0; i < vector.length; i++) {
        vector[i] = bytes.getInt();
      }
      vectors.add(vector);
    }
    return vectors;
  }
}
