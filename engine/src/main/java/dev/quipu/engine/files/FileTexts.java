package dev.quipu.engine.files;

import java.io.IOException;

/// Turns files into texts.
///
/// Every implementation keeps these promises; `FileTextsContract` checks them:
/// - what a file is follows from its content; its name and declared type help only where the
///   content cannot tell, as between Markdown and plain text;
/// - the text is in NFC, its lines end in `\n`, and it holds nothing that JSON could not keep;
/// - equal files of equal names have equal texts, whatever was read before, whoever reads at the
///   same time, and wherever the machine stands: no locale, no time zone;
/// - a file that cannot be read is [Unreadable], of one of eight kinds, in bounded time and memory,
///   and takes nothing down with it: the next one is read as if nothing had happened;
/// - nothing is cut off: what has more than the limits admit is refused, not shortened;
/// - what the source throws comes out as it is, and every stream that it opened is closed.
///
/// Thread-safe. What the machine cannot do just now is an [dev.quipu.model.failure.Unavailable].
public interface FileTexts extends AutoCloseable {

  /// Reads one file.
  ///
  /// @throws IOException only what the source throws
  FileText read(FileSource source) throws Unreadable, IOException;

  /// Ends whatever is still being read, as unavailable.
  @Override
  void close();
}
