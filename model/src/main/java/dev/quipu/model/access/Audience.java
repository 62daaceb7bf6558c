package dev.quipu.model.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// A set of tokens that opens objects, under a short name: the first 16 bytes of the SHA-256 of its
/// sorted tokens. Objects with equal access share one.
public final class Audience {

  public static final int LENGTH = 16;

  private final byte[] name;

  private Audience(byte[] name) {
    this.name = name;
  }

  /// The audience of an envelope, kept while the next is alike, as neighbours in a log mostly are.
  private record Known(Envelope envelope, Audience audience) {}

  private static volatile @Nullable Known last;

  public static Audience of(Envelope envelope) {
    var known = last;
    if (known == null || !known.envelope().equals(envelope)) {
      known = new Known(envelope, of(AccessTokens.opening(envelope)));
      last = known;
    }
    return known.audience();
  }

  public static Audience of(SortedSet<AccessToken> tokens) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var token : tokens) {
        digest.update(token.value().getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) '\n');
      }
      return new Audience(Arrays.copyOf(digest.digest(), LENGTH));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static Audience copyOf(byte[] name) {
    if (name.length != LENGTH) {
      throw new IllegalArgumentException("an audience's name has 16 bytes, not " + name.length);
    }
    return new Audience(name.clone());
  }

  public byte[] bytes() {
    return name.clone();
  }

  public String hex() {
    return HexFormat.of().formatHex(name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Audience that && Arrays.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(name);
  }

  @Override
  public String toString() {
    return hex();
  }
}
