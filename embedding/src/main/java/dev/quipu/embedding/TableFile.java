package dev.quipu.embedding;

import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A [TokenTable] on the disk: `QTT1`, the revision of the model, how many tokens and numbers of
/// each there are, the scales, the numbers, and the SHA-256 of all that.
///
/// @param revision of the model; the table of another is none
/// @param tokens how many the vocabulary has
record TableFile(Path path, Hash revision, int tokens, int dimension) {

  private static final int MAGIC = 0x51545431;
  private static final int HEAD = 3 * Integer.BYTES + Hash.LENGTH;

  /// Null if there is none, or it is not whole, or not the one that was asked for.
  @Nullable TokenTable read() throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      return null;
    }
    if (bytes.length != length() || !isWhole(bytes)) {
      return null;
    }
    var in = ByteBuffer.wrap(bytes);
    if (!head().equals(in.slice(0, HEAD))) {
      return null;
    }
    var scales = new float[tokens];
    in.position(HEAD).asFloatBuffer().get(scales);
    int numbers = HEAD + tokens * Float.BYTES;
    return new TokenTable(
        dimension, scales, Arrays.copyOfRange(bytes, numbers, numbers + tokens * dimension));
  }

  private int length() {
    return HEAD + tokens * (Float.BYTES + dimension) + Hash.LENGTH;
  }

  private static boolean isWhole(byte[] bytes) {
    int end = bytes.length - Hash.LENGTH;
    return Hash.ofFirst(bytes, end)
        .equals(Hash.copyOf(Arrays.copyOfRange(bytes, end, bytes.length)));
  }

  private ByteBuffer head() {
    return ByteBuffer.allocate(HEAD)
        .putInt(MAGIC)
        .put(revision.bytes())
        .putInt(tokens)
        .putInt(dimension)
        .flip();
  }

  /// Puts it there in one step: a crash leaves it whole, or none.
  void write(TokenTable table) throws IOException {
    var bytes = ByteBuffer.allocate(length()).put(head());
    for (float scale : table.scales()) {
      bytes.putFloat(scale);
    }
    bytes.put(table.numbers());
    bytes.put(Hash.ofFirst(bytes.array(), bytes.position()).bytes()).flip();
    var folder = path.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    var fresh = Files.createTempFile(folder, "distilling-", ".part");
    try {
      try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
