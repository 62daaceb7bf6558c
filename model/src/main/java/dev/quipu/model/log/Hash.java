package dev.quipu.model.log;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// A SHA-256 value.
public final class Hash {

  public static final int LENGTH = 32;

  /// What the first entry of a log follows.
  public static final Hash ZERO = new Hash(new byte[LENGTH]);

  private static final MessageDigest FRESH = fresh();

  private final byte[] bytes;

  private Hash(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Hash copyOf(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("a SHA-256 value has 32 bytes, not " + bytes.length);
    }
    return new Hash(bytes.clone());
  }

  public static Hash ofHex(String hex) {
    return copyOf(HexFormat.of().parseHex(hex));
  }

  /// The hash of the parts, one after the other.
  public static Hash of(byte[]... parts) {
    var digest = sha256();
    for (var part : parts) {
      digest.update(part);
    }
    return new Hash(digest.digest());
  }

  /// The hash of the first `length` bytes.
  public static Hash ofFirst(byte[] bytes, int length) {
    var digest = sha256();
    digest.update(bytes, 0, length);
    return new Hash(digest.digest());
  }

  /// The hash of an entry that follows `previous`.
  static Hash chained(Hash previous, Hash header, Hash payload) {
    return of(previous.bytes, header.bytes, payload.bytes);
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hash that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }

  /// For what comes in portions.
  ///
  /// A copy of a fresh one, since asking the platform's providers takes longer than hashing a row.
  public static MessageDigest sha256() {
    try {
      return (MessageDigest) FRESH.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of this Java platform cannot be copied", e);
    }
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
