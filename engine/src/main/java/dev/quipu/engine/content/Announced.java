package dev.quipu.engine.content;

import dev.quipu.engine.content.ContentDigest.Algorithm;
import dev.quipu.model.failure.Invalid;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/// Content that must have the hashes which its sender announced. The end of any other is refused,
/// so that whoever keeps it keeps nothing.
final class Announced extends InputStream {

  private final InputStream content;
  private final Set<ContentDigest> hashes;
  private final Map<Algorithm, MessageDigest> digests = new EnumMap<>(Algorithm.class);

  Announced(InputStream content, Set<ContentDigest> hashes) {
    this.content = content;
    this.hashes = hashes;
    hashes.forEach(hash -> digests.computeIfAbsent(hash.algorithm(), Algorithm::start));
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
      digests.values().forEach(digest -> digest.update(bytes, offset, read));
    } else {
      check();
    }
    return read;
  }

  private void check() {
    for (var entry : digests.entrySet()) {
      var found = HexFormat.of().formatHex(entry.getValue().digest());
      boolean holds =
          hashes.stream()
              .filter(hash -> hash.algorithm() == entry.getKey())
              .allMatch(hash -> hash.hex().equals(found));
      if (!holds) {
        var name = entry.getKey() == Algorithm.SHA_256 ? "SHA-256" : "SHA-512";
        throw new Invalid(
            "blob.hash",
            "The content has the "
                + name
                + " "
                + found
                + ", which is not the announced one: send it again.");
      }
    }
  }
}
