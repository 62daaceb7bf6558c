/// What every reader of files is measured by.
///
/// Takes a way to open one and a document that it reads, gives the tests of the port's promises.
/// Promises to leave the machine's locale and time zone as they were. May depend on the engine and
/// the test libraries; start reading at [FileTextsContract].
@NullMarked
package dev.quipu.testkit.files;

import org.jspecify.annotations.NullMarked;
