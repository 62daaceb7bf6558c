package dev.quipu.model.log;

/// The hashes that bind an entry to its content and to all entries before it.
///
/// @param hash SHA-256(previous ‖ headerHash ‖ payloadHash)
public record Seal(Hash headerHash, Hash payloadHash, Hash hash) {

  /// Seals an entry's bytes onto the chain.
  ///
  /// @param payloadHash of the content's payload with its salt
  static Seal over(Hash previous, Content content, Hash payloadHash) {
    var headerHash = Hash.of(content.headerSalt(), content.header());
    return new Seal(headerHash, payloadHash, Hash.chained(previous, headerHash, payloadHash));
  }

  /// Whether this seal follows `previous`. Needs no content, so it also holds for an erased entry.
  public boolean follows(Hash previous) {
    return Hash.chained(previous, headerHash, payloadHash).equals(hash);
  }

  /// Whether these bytes are the ones that were sealed.
  public boolean covers(Content content) {
    return Hash.of(content.headerSalt(), content.header()).equals(headerHash)
        && Hash.of(content.payloadSalt(), content.payload()).equals(payloadHash);
  }

  /// The bytes that a seal is over, with their salts: what erasing removes.
  @SuppressWarnings(
      "ArrayRecordComponent") // never compared; goes straight from the encoder to the store
  public record Content(byte[] header, byte[] payload, byte[] headerSalt, byte[] payloadSalt) {

    public static final int SALT_LENGTH = 16;
  }
}
