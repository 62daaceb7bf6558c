/// The promises of the port `Storage`, as tests that every adapter joins.
///
/// Takes a way to open an adapter, gives its verdict. Promises a test for every promise of the port
/// that needs no broken machine; crashes are the adapter's own matter. May depend on `fixture`,
/// `memory` and the test libraries; start reading at [StorageContract].
@NullMarked
package dev.quipu.testkit.storage;

import org.jspecify.annotations.NullMarked;
