package dev.quipu.engine.blob;

import dev.quipu.model.id.BlobId;

/// Content that is kept: its name and how many bytes it has.
public record Blob(BlobId id, long length) {

  public Blob {
    if (length < 0) {
      throw new IllegalArgumentException("a length is not negative: " + length);
    }
  }
}
