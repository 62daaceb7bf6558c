/// The blob store in a bucket of S3.
///
/// Takes content and tenants, gives what [dev.quipu.engine.blob.BlobStore] promises. Promises
/// beside that bounded patience with the server at the other end. May depend on `engine`, on what
/// `blob` has for content that is on its way in, and on the S3 client, which this module keeps off
/// everybody's class path; start reading at [S3BlobStore].
@NullMarked
package dev.quipu.s3;

import org.jspecify.annotations.NullMarked;
