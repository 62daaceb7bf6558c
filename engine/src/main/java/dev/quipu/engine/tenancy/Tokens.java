package dev.quipu.engine.tenancy;

import dev.quipu.engine.ingest.Chance;
import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Tokens: 256 random bits behind a prefix that says what they are to a person (and to a secret
/// scanner). A plain hash is enough to keep, since there is nothing to guess.
final class Tokens {

  static final String TENANT_PREFIX = "qpt_";
  static final String KEY_PREFIX = "qpk_";

  private static final int BYTES = 32;

  private Tokens() {}

  static String fresh(String prefix, Chance chance) {
    return prefix + HexFormat.of().formatHex(chance.bytes(BYTES));
  }

  static Hash hash(String token) {
    return Hash.of(token.getBytes(StandardCharsets.UTF_8));
  }
}
