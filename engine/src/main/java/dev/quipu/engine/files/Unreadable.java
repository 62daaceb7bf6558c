package dev.quipu.engine.files;

import static java.util.Objects.requireNonNull;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.TooLarge;

/// A file has no text, and sending it again would not change that.
///
/// Checked, because whoever reads a file has to think of it: the file may be kept all the same.
@SuppressWarnings("serial")
public final class Unreadable extends Exception {

  /// Why.
  public enum Kind {
    /// It has a password.
    ENCRYPTED("file.encrypted", "The file is protected by a password: send it without one."),
    /// It is not what it begins as: cut off, damaged, or never right.
    BROKEN("file.broken", "The file is damaged: what it begins as is not what follows."),
    /// It has no bytes, or nothing but white space.
    EMPTY("file.empty", "The file is empty."),
    /// It has more of something than is read.
    TOO_LARGE("file.too_large", "The file is too large to be read: send it in parts."),
    /// Things lie in things lie in things.
    TOO_DEEP("file.too_deep", "The file is nested too deeply to be read."),
    /// It would be far larger unpacked than any honest file, or asks for things outside of itself.
    HOSTILE(
        "file.hostile",
        "The file is built like an attack: it unpacks to a multiple of itself, or reaches outside."),
    /// It took too long.
    TIMED_OUT("file.timed_out", "Reading the file took too long and was given up."),
    /// It is of a kind that is not read.
    UNSUPPORTED(
        "file.unsupported",
        "Files of this kind are not read. Those that are: PDF, DOCX, XLSX, PPTX, HTML, EML, plain"
            + " text, Markdown, CSV, JSON, and of pictures what they say about themselves.");

    private final String code;
    private final String sentence;

    Kind(String code, String sentence) {
      this.code = code;
      this.sentence = sentence;
    }

    /// Stable, for programs; listed in `docs/problems.md`.
    public String code() {
      return code;
    }

    /// What is said if nothing more precise is known.
    public String sentence() {
      return sentence;
    }
  }

  private final Kind kind;

  public Unreadable(Kind kind) {
    this(kind, kind.sentence);
  }

  /// With a sentence of its own.
  ///
  /// @param message a sentence for whoever sent the file, with none of its words in it
  public Unreadable(Kind kind, String message) {
    // Without a stack: where it was noticed tells nobody anything.
    super(requireNonNull(message), null, false, false);
    this.kind = requireNonNull(kind);
  }

  public Kind kind() {
    return kind;
  }

  /// Never null, unlike that of other throwables.
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }

  /// For a caller who wanted nothing but the text.
  public MemoryException toFailure() {
    return switch (kind) {
      case TOO_LARGE -> new TooLarge(kind.code, getMessage());
      case ENCRYPTED, BROKEN, EMPTY, TOO_DEEP, HOSTILE, TIMED_OUT, UNSUPPORTED ->
          new Invalid(kind.code, getMessage());
    };
  }
}
