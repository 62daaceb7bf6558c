/// Files in: received, read, kept, and submitted as payloads by the compiler that all payloads go
/// through.
///
/// Takes a caller, the bytes of a file and what was said along with them, gives what became of
/// them. Promises that nothing is kept of a file that cannot be read, that the same file sent again
/// changes nothing, and that memory is bounded whatever the size. Reads by `files`, writes through
/// `ingest`; start reading at [dev.quipu.engine.upload.Uploads].
@NullMarked
package dev.quipu.engine.upload;

import org.jspecify.annotations.NullMarked;
