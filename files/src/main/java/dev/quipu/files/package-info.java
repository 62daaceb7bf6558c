/// Files to texts.
///
/// Takes files, gives what [dev.quipu.engine.files.FileTexts] promises: what is text already is
/// read here, documents and pictures in a process of their own. Promises beside that to believe
/// nothing that such a process says without looking. May depend on `engine` and `wire`; start
/// reading at [SniffingFileTexts].
@NullMarked
package dev.quipu.files;

import org.jspecify.annotations.NullMarked;
