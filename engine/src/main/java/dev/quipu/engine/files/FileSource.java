package dev.quipu.engine.files;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// A file that is to be read.
///
/// @param content opens it; each time from the beginning, with the same bytes
/// @param size in bytes
/// @param name as its sender calls it, such as `invoice.pdf`; null if he does not
/// @param mediaType as its sender declares it, perhaps with a charset; null if he does not
public record FileSource(
    Opener content, long size, @Nullable String name, @Nullable String mediaType) {

  public FileSource {
    if (size < 0) {
      throw new IllegalArgumentException("a size is not negative: " + size);
    }
  }

  /// Opens the content of a file. To be closed.
  public interface Opener {
    InputStream open() throws IOException;
  }
}
