package dev.quipu.testkit.storage;

/// The promises of `Storage`, `Transaction` and `Snapshot`, as tests. An adapter joins with a class
/// that implements [#open]:
///
/// ```java
/// final class SqliteStorageTest implements StorageContract {
///   @TempDir Path folder;
///
///   @Override
///   public Storage open() {
///     return SqliteStorage.open(folder);
///   }
/// }
/// ```
///
/// Beside it there are the properties, which run on jqwik.
public interface StorageContract extends LogContract, GroupContract, FactsContract, RowsContract {}
