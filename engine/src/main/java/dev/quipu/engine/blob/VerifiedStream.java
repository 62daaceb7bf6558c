package dev.quipu.engine.blob;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Content on its way out, checked against its name. It reads one portion ahead, and hands the last
/// one out only when the whole has the right hash. For one thread at a time.
public final class VerifiedStream extends InputStream {

  private static final int PORTION = 1 << 16;

  private final InputStream content;
  private final BlobId id;
  private final String resource;
  private final MessageDigest digest = Hash.sha256();

  private byte[] ready = new byte[PORTION];
  private int position;
  private int end;
  private byte[] ahead = new byte[PORTION];
  private int aheadLength;
  private boolean begun;
  private boolean ended;
  private @Nullable MemoryException failure;

  /// @param resource where the content lies, for those who look for what was altered
  public VerifiedStream(InputStream content, BlobId id, String resource) {
    this.content = content;
    this.id = id;
    this.resource = resource;
  }

  @Override
  public int read() {
    return isAtEnd() ? -1 : ready[position++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int count = Math.min(length, end - position);
    System.arraycopy(ready, position, bytes, offset, count);
    position += count;
    return count;
  }

  private boolean isAtEnd() {
    if (failure != null) {
      throw failure;
    }
    if (position == end && !ended) {
      advance();
    }
    return position == end;
  }

  private void advance() {
    if (!begun) {
      begun = true;
      aheadLength = fetch();
    }
    var spent = ready;
    ready = ahead;
    position = 0;
    end = aheadLength;
    ahead = spent;
    aheadLength = end == PORTION ? fetch() : 0; // a short portion was the last
    if (aheadLength == 0) {
      ended = true;
      verify();
    }
  }

  private int fetch() {
    try {
      int length = content.readNBytes(ahead, 0, PORTION);
      digest.update(ahead, 0, length);
      return length;
    } catch (IOException e) {
      throw failed(
          new Unavailable(
              "blob.unavailable",
              "A blob could not be read to its end.",
              Duration.ofSeconds(1),
              e));
    }
  }

  private void verify() {
    if (!Hash.copyOf(digest.digest()).hex().equals(id.value())) {
      throw failed(new Corrupt("blob.corrupt", resource, "A blob is not what was put."));
    }
  }

  /// For good: nobody is to go on reading behind a gap.
  private MemoryException failed(MemoryException why) {
    failure = why;
    return why;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
