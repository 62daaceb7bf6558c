package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What outlives an [InMemoryStorage] or an [InMemoryBlobStore], so that opening another on it is a
/// restart.
public final class Disk {

  private final String logId;
  private final Map<TenantId, Instant> lastUsed = new ConcurrentHashMap<>();
  private final Map<TenantId, Map<BlobId, byte[]>> blobs = new ConcurrentHashMap<>();
  private final Map<String, Lease> leases = new HashMap<>();
  private volatile World world = World.begin();
  private volatile SigningKeys keys;
  private volatile boolean beingFilled;
  private volatile boolean broken;

  private Disk(String logId, SigningKeys keys) {
    this.logId = logId;
    this.keys = keys;
  }

  public static Disk blank(String logId) {
    var secret = Hash.of(logId.getBytes(StandardCharsets.UTF_8)).bytes();
    return new Disk(logId, new SigningKeys(keyPair(), secret));
  }

  /// @param until by the clock of [System#nanoTime]
  private record Lease(String holder, long until) {}

  synchronized boolean lease(String name, String holder, Duration term) {
    long now = System.nanoTime();
    var held = leases.get(name);
    if (held != null && !held.holder().equals(holder) && held.until() - now > 0) {
      return false;
    }
    leases.put(name, new Lease(holder, now + term.toNanos()));
    return true;
  }

  synchronized void release(String name, String holder) {
    leases.computeIfPresent(name, (_, held) -> held.holder().equals(holder) ? null : held);
  }

  /// The next commit will fail as a whole; those after it work again.
  public void failNextCommit() {
    broken = true;
  }

  String logId() {
    return logId;
  }

  SigningKeys keys() {
    return keys;
  }

  /// Takes keys over and begins anew, unless something is there that nobody was filling in.
  boolean beginFilling(KeyPair checkpoints) {
    if (!beingFilled && !(world.isEmpty() && lastUsed.isEmpty())) {
      return false;
    }
    beingFilled = true;
    keys = new SigningKeys(checkpoints, keys.cursors());
    world = World.begin();
    lastUsed.clear();
    return true;
  }

  void endFilling() {
    beingFilled = false;
  }

  boolean isBeingFilled() {
    return beingFilled;
  }

  Map<TenantId, Instant> lastUsed() {
    return lastUsed;
  }

  Map<TenantId, Map<BlobId, byte[]>> blobs() {
    return blobs;
  }

  World world() {
    return world;
  }

  /// Whether it was written; if not, everything is as it was.
  boolean write(World world) {
    if (broken) {
      broken = false;
      return false;
    }
    this.world = world;
    return true;
  }

  private static KeyPair keyPair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has Ed25519", e);
    }
  }
}
