package dev.quipu.server.wiring;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.quipu.engine.ingest.Chance;
import java.security.SecureRandom;

/// The randomness of this machine. Thread-safe.
final class SystemChance implements Chance {

  private final SecureRandom random;

  SystemChance(SecureRandom random) {
    this.random = random;
  }

  /// Rising within a millisecond too, so that ids sort in the order they were made.
  @Override
  public String ulid() {
    return UlidCreator.getMonotonicUlid().toString();
  }

  @Override
  public byte[] bytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
