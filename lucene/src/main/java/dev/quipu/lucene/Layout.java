package dev.quipu.lucene;

import dev.quipu.engine.index.FiledDocument;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;

/// How documents of one kind lie in files.
///
/// @param <D> the kind
interface Layout<D extends FiledDocument> {

  /// Of what the files hold: those of another format are filled again.
  String format();

  /// How `now` is written.
  Codec now(IndexBounds bounds);

  /// How `past` is written.
  Codec past();

  /// What is smaller counts as of this size when files are chosen to be joined.
  int leastMegabytes();

  /// For documents that are put together.
  Pages<D> pages();

  /// About how much there is to write of a document.
  long bytes(D document);

  /// Makes of a document what Lucene keeps.
  ///
  /// @param <D> the kind
  interface Pages<D extends FiledDocument> {

    /// Side by side, under the key of the document; empty if it has nothing to be found by.
    List<Document> of(D document) throws IOException;
  }
}
