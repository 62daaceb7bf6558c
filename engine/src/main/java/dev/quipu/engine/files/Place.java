package dev.quipu.engine.files;

import dev.quipu.model.json.Pointer;
import org.jspecify.annotations.Nullable;

/// Where something stands in a file.
public sealed interface Place {

  /// In the text.
  ///
  /// @param offset into it, in chars
  /// @param line from 1
  /// @param page from 1; null if the file has none
  record InText(int offset, int line, @Nullable Integer page) implements Place {}

  /// In a JSON document.
  record InJson(Pointer pointer) implements Place {}

  /// Not in its text: in its name, its title, what it says about itself.
  record Beside(String where) implements Place {}
}
