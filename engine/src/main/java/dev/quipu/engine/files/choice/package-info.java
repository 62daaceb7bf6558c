/// Which capability a file is submitted under, and with which fields.
///
/// Takes what a file says and the capabilities that there are, gives a choice with its score, its
/// reasons, what came next, and every field with its place. Promises to be deterministic, to depend
/// on no locale and no clock, and never to guess: what can be read in two ways stays text. May
/// depend on `engine.files` and the model; start reading at [Chooser].
@NullMarked
package dev.quipu.engine.files.choice;

import org.jspecify.annotations.NullMarked;
