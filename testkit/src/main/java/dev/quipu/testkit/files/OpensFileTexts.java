package dev.quipu.testkit.files;

import dev.quipu.engine.files.FileTexts;
import java.io.IOException;

/// How the tests of a contract come by what they test.
public interface OpensFileTexts {

  /// Opens the readers under test.
  FileTexts openFileTexts() throws IOException;

  /// A document that is not text, such as a PDF.
  byte[] document() throws IOException;

  /// What [#document] is.
  String typeOfDocument();

  /// Something that stands in [#document].
  String wordsOfDocument();
}
