package dev.quipu.testkit.history;

import dev.quipu.engine.ingest.Chance;
import java.util.Random;

/// The same chance for the same seed, so that two engines make the same ids, salts and tokens.
public final class SeededChance implements Chance {

  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int ULID_LENGTH = 26;

  private final Random random;

  public SeededChance(long seed) {
    this.random = new Random(seed);
  }

  @Override
  public synchronized String ulid() {
    var ulid = new StringBuilder("0");
    while (ulid.length() < ULID_LENGTH) {
      ulid.append(CROCKFORD.charAt(random.nextInt(CROCKFORD.length())));
    }
    return ulid.toString();
  }

  @Override
  public synchronized byte[] bytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
