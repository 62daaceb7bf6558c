/// How texts become the terms that are looked for.
///
/// Takes the texts of a document, or of a question; gives fields of terms, or the words that the
/// question is made of. Promises: a text is taken apart in one way, whoever asks and whatever else
/// is in the index; what changes that way changes [Analysis#VERSION]. Knows Lucene's analysis;
/// start reading at [Analysis].
@NullMarked
package dev.quipu.lucene.analysis;

import org.jspecify.annotations.NullMarked;
