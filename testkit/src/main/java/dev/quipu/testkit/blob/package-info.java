/// What every blob store is measured by.
///
/// Takes a way to open a store and to alter what it keeps, gives the tests of the port's promises.
/// Promises that the in-memory oracle passes them too. May depend on the engine and the test
/// libraries; start reading at [BlobStoreContract].
@NullMarked
package dev.quipu.testkit.blob;

import org.jspecify.annotations.NullMarked;
