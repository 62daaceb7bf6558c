package dev.quipu.engine.storage;

import java.security.KeyPair;

/// The secrets of a history.
///
/// @param checkpoints Ed25519, signs checkpoints; its public half is published
/// @param cursors 32 bytes for the HMAC of cursors
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SigningKeys(KeyPair checkpoints, byte[] cursors) {

  @Override
  public String toString() {
    return "SigningKeys(***)";
  }
}
