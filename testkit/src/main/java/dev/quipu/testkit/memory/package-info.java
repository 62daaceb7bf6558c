/// The oracle: a storage so plain that one sees that it is right.
///
/// Takes and gives what the port `Storage` does. Promises the port's contract, and no speed: it
/// scans, and it copies what it changes. May depend on `engine` and `model`; start reading at
/// [InMemoryStorage].
@NullMarked
package dev.quipu.testkit.memory;

import org.jspecify.annotations.NullMarked;
