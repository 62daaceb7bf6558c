/// The search index in files, by Lucene.
///
/// Takes documents and scopes, gives what [dev.quipu.engine.index.SearchIndex] promises. Promises
/// beside that: few files and little memory for each tenant, a bounded number of them open, and
/// nothing synced to the disk while somebody waits. Knows the engine's port and Lucene, and is the
/// only place that does; start reading at [LuceneIndex], then [LuceneFilling] for writing,
/// [LuceneSelection] and [LuceneVectorSelection] for reading.
@NullMarked
package dev.quipu.lucene;

import org.jspecify.annotations.NullMarked;
