package dev.quipu.engine.files;

import static java.util.Objects.requireNonNull;

import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a file says.
///
/// @param mediaType what its content is, whatever it is called; without parameters
/// @param text all that can be read of it, tidied by [TidyText]; `""` if it has none, as a picture
/// @param title as the file itself has it; null if it has none
/// @param author likewise
/// @param created likewise; a time that the file tells without a zone is not known, and stays a
///   text in the metadata
/// @param metadata whatever else it says about itself
public record FileText(
    String mediaType,
    String text,
    @Nullable String title,
    @Nullable String author,
    @Nullable Instant created,
    JsonObject metadata,
    Structure structure) {

  public FileText {
    requireNonNull(mediaType);
    requireNonNull(metadata);
    requireNonNull(structure);
    if (!text.equals(TidyText.of(text))) {
      throw new IllegalArgumentException("the text of a file is tidy");
    }
  }

  /// Says nothing about itself.
  public static FileText of(String mediaType, String text, Structure structure) {
    return new FileText(mediaType, text, null, null, null, JsonObject.EMPTY, structure);
  }
}
