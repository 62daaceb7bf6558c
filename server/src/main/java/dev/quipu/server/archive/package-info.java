/// Backups: an archive written down in a folder, and read from there again.
///
/// Takes an [dev.quipu.engine.archive.Archive], gives a folder, and the other way round. Promises
/// that a backup which was cut short is none, that whatever is not as it was written is refused
/// with the name of the file before anything is done with it, and that memory is bounded. May
/// depend on `engine`, `wire` and `model`; start reading at [BackupWriter].
@NullMarked
package dev.quipu.server.archive;

import org.jspecify.annotations.NullMarked;
