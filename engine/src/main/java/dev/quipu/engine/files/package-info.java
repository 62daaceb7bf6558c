/// What a file says: its text, what it tells about itself, and the structure that matters.
///
/// Takes the bytes of a file with what its sender calls it, gives a [FileText] or the reason why
/// there is none. Promises what [FileTexts] lists; what is done to texts here is pure. May depend
/// on `model`, and on `embedding` for how long texts are cut; start reading at [FileTexts].
@NullMarked
package dev.quipu.engine.files;

import org.jspecify.annotations.NullMarked;
