/// What objects hold beyond their fields: the bytes of artifacts, and the words of summaries.
///
/// Takes a caller and streams or memories, gives receipts, streams and texts. Promises that content
/// is reached by who sees its object and by nobody else, and that nothing is kept of what was
/// refused. Reads through `inspect`, writes through `ingest`; start reading at
/// [dev.quipu.engine.content.ArtifactContents].
@NullMarked
package dev.quipu.engine.content;

import org.jspecify.annotations.NullMarked;
