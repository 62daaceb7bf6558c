package dev.quipu.engine.blob;

import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.io.InputStream;

/// The first half of every put: reads content to its end, a portion at a time, and finds its name
/// on the way.
public final class Intake {

  private static final int PORTION = 1 << 16;

  private Intake() {}

  /// Where the portions go. It throws no [IOException], so that those of [#pour] are the source's.
  public interface Sink {
    void take(byte[] portion, int length);
  }

  /// Hands all of the content on, and tells what it was.
  ///
  /// @throws TooLarge as soon as there are more than `maxBytes`
  public static Blob pour(InputStream content, long maxBytes, Sink sink) throws IOException {
    var digest = Hash.sha256();
    var portion = new byte[PORTION];
    long total = 0;
    for (int read = content.read(portion); read >= 0; read = content.read(portion)) {
      total += read;
      if (total > maxBytes) {
        throw new TooLarge("blob.too_large", "The content has more than " + maxBytes + " bytes.");
      }
      digest.update(portion, 0, read);
      sink.take(portion, read);
    }
    return new Blob(new BlobId(Hash.copyOf(digest.digest()).hex()), total);
  }
}
