package dev.quipu.engine.storage;

import dev.quipu.model.log.Checkpoint;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;

/// A checkpoint with its Ed25519 signature.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SignedCheckpoint(Checkpoint checkpoint, byte[] signature) {

  /// Whether the holder of the private half has signed just this.
  public boolean isSignedWith(PublicKey key) {
    try {
      var verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(checkpoint.signedBytes());
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
