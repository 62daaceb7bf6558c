package dev.quipu.model.view;

import dev.quipu.model.log.Hash;
import java.util.Arrays;
import java.util.HexFormat;

/// The sum of row hashes modulo 2²⁵⁶. Order does not matter and rows can be taken away again, so it
/// is kept with each commit instead of being computed by a scan.
public final class Digest {

  public static final Digest EMPTY = new Digest(new byte[Hash.LENGTH]);

  private final byte[] sum;

  private Digest(byte[] sum) {
    this.sum = sum;
  }

  public static Digest copyOf(byte[] bytes) {
    return new Digest(Hash.copyOf(bytes).bytes());
  }

  public Digest plus(Hash row) {
    var result = sum.clone();
    var added = row.bytes();
    int carry = 0;
    for (int i = Hash.LENGTH - 1; i >= 0; i--) {
      int digit = (result[i] & 0xff) + (added[i] & 0xff) + carry;
      result[i] = (byte) digit;
      carry = digit >>> 8;
    }
    return new Digest(result);
  }

  public Digest minus(Hash row) {
    var result = sum.clone();
    var taken = row.bytes();
    int borrow = 0;
    for (int i = Hash.LENGTH - 1; i >= 0; i--) {
      int digit = (result[i] & 0xff) - (taken[i] & 0xff) - borrow;
      result[i] = (byte) digit;
      borrow = digit < 0 ? 1 : 0;
    }
    return new Digest(result);
  }

  public byte[] bytes() {
    return sum.clone();
  }

  public String hex() {
    return HexFormat.of().formatHex(sum);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Digest that && Arrays.equals(sum, that.sum);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sum);
  }

  @Override
  public String toString() {
    return hex();
  }
}
