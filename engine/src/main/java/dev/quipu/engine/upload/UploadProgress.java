package dev.quipu.engine.upload;

import java.util.Locale;

/// Is told how far a file has come.
public interface UploadProgress {

  /// Nobody wants to know.
  UploadProgress UNSEEN = (stage, done, of) -> {};

  /// What is being done.
  enum Stage {
    /// Its text is being read; in bytes.
    READING,
    /// Its bytes are being kept; in bytes.
    KEEPING,
    /// Parts of a long text are being written.
    PARTS,
    /// Payloads are being compiled.
    PAYLOADS;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// So much of a stage is done. Called by the thread that works on the file.
  void at(Stage stage, long done, long of);
}
