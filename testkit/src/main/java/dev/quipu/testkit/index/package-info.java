/// The promises of the search index as tests, and an index that keeps them by looking at
/// everything.
///
/// Takes a way to open an index, gives tests. Promises: what [ScanIndex] answers about sets, counts
/// and orders is plain to see in its code; its scores are its own. Knows the engine's port and
/// JUnit; start reading at [SearchIndexContract].
@NullMarked
package dev.quipu.testkit.index;

import org.jspecify.annotations.NullMarked;
