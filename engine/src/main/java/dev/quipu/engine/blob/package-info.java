/// Content that is too large or too foreign to stand in the log: files, by their SHA-256.
///
/// Takes streams of bytes, gives ids and checked streams. Promises what [BlobStore] lists. May
/// depend on `model` only; start reading at [BlobStore].
@NullMarked
package dev.quipu.engine.blob;

import org.jspecify.annotations.NullMarked;
