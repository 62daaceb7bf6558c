package dev.quipu.engine.content;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Set;

/// Content that must have the hashes which its sender announced. The end of any other is refused,
/// so that whoever keeps it keeps nothing.
final class Announced extends InputStream {

  private final InputStream content;
  private final Set<BlobId> hashes;
  private final MessageDigest digest = Hash.sha256();

  Announced(InputStream content, Set<BlobId> hashes) {
    this.content = content;
    this.hashes = hashes;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = content.read(bytes, offset, length);
    if (read >= 0) {
      digest.update(bytes, offset, read);
    } else {
      check();
    }
    return read;
  }

  private void check() {
    var found = new BlobId(Hash.copyOf(digest.digest()).hex());
    if (!hashes.stream().allMatch(found::equals)) {
      throw new Invalid(
          "blob.hash",
          "The content has the SHA-256 "
              + found
              + ", which is not the announced one: send it again.");
    }
  }
}
