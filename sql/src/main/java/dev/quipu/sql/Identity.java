package dev.quipu.sql;

import dev.quipu.engine.storage.SigningKeys;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What makes one history that one and no other: its name and its secrets, made once.
record Identity(String logId, SigningKeys keys) {

  private static final String SELECT_META = "SELECT value FROM meta WHERE name = ?";
  private static final String INSERT_META = "INSERT INTO meta (name, value) VALUES (?, ?)";

  private static final String DELETE_MARK = "DELETE FROM meta WHERE name = ?";

  /// Any row of one of these means that somebody uses the storage.
  private static final List<String> CONTENTS =
      List.of(
          "SELECT 1 FROM tenant WHERE position > 0 LIMIT 1",
          "SELECT 1 FROM idempotency LIMIT 1",
          "SELECT 1 FROM last_used LIMIT 1");

  private static final String BEING_FILLED = "being_filled";
  private static final String LOG_ID = "log_id";
  private static final String PUBLIC_KEY = "checkpoint_public_key";
  private static final String PRIVATE_KEY = "checkpoint_private_key";
  private static final String CURSOR_KEY = "cursor_key";

  private static final String ED25519 = "Ed25519";
  private static final int CURSOR_KEY_LENGTH = 32;
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /// The identity that is kept, or a new one that is kept from now on, and with it the beginning of
  /// the platform's log.
  static Identity of(Session session, InstantSource clock, SecureRandom random) {
    session.dialect().beginAlone(session);
    refuseUnlessWhole(session);
    var kept = read(session);
    var identity = kept == null ? made(clock, random) : kept;
    if (kept == null) {
      identity.write(session);
      Standing.begin(session, TenantId.PLATFORM);
    }
    session.commit();
    return identity;
  }

  /// The identity that is kept, for whoever only reads. Inside a transaction.
  ///
  /// @throws Unavailable if there is none
  static Identity kept(Session session) {
    refuseUnlessWhole(session);
    var kept = read(session);
    if (kept == null) {
      throw new Unavailable("storage.schema", "There is no Quipu in the database.", Duration.ZERO);
    }
    return kept;
  }

  /// Gives an empty database an identity with another's checkpoint keys, and marks it as being
  /// filled. What an earlier filling has left is thrown away.
  ///
  /// @throws Conflict if it is not empty, and was not being filled
  static Identity adopting(
      Session session, KeyPair checkpoints, InstantSource clock, SecureRandom random) {
    session.dialect().beginAlone(session);
    if (!isBeingFilled(session) && CONTENTS.stream().anyMatch(any -> session.sql(any).any())) {
      throw new Conflict(
          "storage.not_empty",
          "The target holds something already. Choose an empty one: nothing is ever overwritten.");
    }
    Migrations.LOG.startOver(session);
    var own = made(clock, random);
    var identity = new Identity(own.logId, new SigningKeys(checkpoints, own.keys.cursors()));
    identity.write(session);
    Standing.begin(session, TenantId.PLATFORM);
    insert(session, BEING_FILLED, new byte[0]);
    session.commit();
    return identity;
  }

  /// Takes the mark away.
  ///
  /// @throws Conflict if another process has started over meanwhile
  void release(Session session) {
    session.dialect().beginAlone(session);
    var found = read(session);
    if (found == null
        || !found.logId.equals(logId)
        || session.sql(DELETE_MARK).text(BEING_FILLED).update() != 1) {
      throw new Conflict(
          "storage.not_empty", "Another process has begun to fill the target meanwhile.");
    }
    session.commit();
  }

  private static void refuseUnlessWhole(Session session) {
    if (isBeingFilled(session)) {
      throw new Unavailable(
          "storage.half_filled",
          "The storage is being filled by a restore or a copy, or one was cut short. Let it end, or"
              + " run it again: it starts over.",
          Duration.ofSeconds(10));
    }
  }

  private static boolean isBeingFilled(Session session) {
    return find(session, BEING_FILLED) != null;
  }

  private static @Nullable Identity read(Session session) {
    var logId = find(session, LOG_ID);
    var publicKey = find(session, PUBLIC_KEY);
    var privateKey = find(session, PRIVATE_KEY);
    var cursors = find(session, CURSOR_KEY);
    if (logId == null || publicKey == null || privateKey == null || cursors == null) {
      return null;
    }
    try {
      var factory = KeyFactory.getInstance(ED25519);
      var pair =
          new KeyPair(
              factory.generatePublic(new X509EncodedKeySpec(publicKey)),
              factory.generatePrivate(new PKCS8EncodedKeySpec(privateKey)));
      return new Identity(
          new String(logId, StandardCharsets.UTF_8), new SigningKeys(pair, cursors));
    } catch (GeneralSecurityException e) {
      throw new Corrupt("storage.corrupt", "table meta", "The signing keys cannot be read.", e);
    }
  }

  private static byte @Nullable [] find(Session session, String name) {
    return session.sql(SELECT_META).text(name).first(Row::bytes);
  }

  private static Identity made(InstantSource clock, SecureRandom random) {
    try {
      var generator = KeyPairGenerator.getInstance(ED25519);
      generator.initialize(255, random);
      var cursors = new byte[CURSOR_KEY_LENGTH];
      random.nextBytes(cursors);
      var keys = new SigningKeys(generator.generateKeyPair(), cursors);
      return new Identity("log_" + ulid(clock.millis(), random), keys);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has Ed25519", e);
    }
  }

  private void write(Session session) {
    insert(session, LOG_ID, logId.getBytes(StandardCharsets.UTF_8));
    insert(session, PUBLIC_KEY, keys.checkpoints().getPublic().getEncoded());
    insert(session, PRIVATE_KEY, keys.checkpoints().getPrivate().getEncoded());
    insert(session, CURSOR_KEY, keys.cursors());
  }

  private static void insert(Session session, String name, byte[] value) {
    session.sql(INSERT_META).text(name).bytes(value).run();
  }

  /// Ten characters of time, sixteen of chance.
  private static String ulid(long millis, SecureRandom random) {
    var text = new StringBuilder(26);
    for (int shift = 45; shift >= 0; shift -= 5) {
      text.append(CROCKFORD.charAt((int) (millis >>> shift) & 31));
    }
    for (int i = 0; i < 16; i++) {
      text.append(CROCKFORD.charAt(random.nextInt(32)));
    }
    return text.toString();
  }
}
