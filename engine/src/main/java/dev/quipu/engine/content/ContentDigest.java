package dev.quipu.engine.content;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/// What a sender says that its content hashes to.
///
/// @param hex the hash, in small hexadecimal digits
public record ContentDigest(Algorithm algorithm, String hex) {

  /// Those that can be checked, by their names in RFC 9530.
  public enum Algorithm {
    SHA_256("sha-256", 32),
    SHA_512("sha-512", 64);

    private final String wireName;
    private final int length;

    Algorithm(String wireName, int length) {
      this.wireName = wireName;
      this.length = length;
    }

    public String wireName() {
      return wireName;
    }

    /// How many bytes a hash has.
    public int length() {
      return length;
    }

    MessageDigest start() {
      try {
        return MessageDigest.getInstance(wireName.toUpperCase(java.util.Locale.ROOT));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has " + wireName, e);
      }
    }
  }

  public static List<String> names() {
    return Arrays.stream(Algorithm.values()).map(Algorithm::wireName).toList();
  }
}
