/// The blob store in files, and what it shares with that in S3.
///
/// Takes content and tenants, gives what [dev.quipu.engine.blob.BlobStore] promises. Promises
/// beside that: what is on its way in lies in files that nobody takes for blobs, and that the next
/// to open removes if their process has died. May depend on `engine`; start reading at
/// [FileBlobStore].
@NullMarked
package dev.quipu.blob;

import org.jspecify.annotations.NullMarked;
