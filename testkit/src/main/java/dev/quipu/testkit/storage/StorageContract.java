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
public interface StorageContract
    extends LogContract,
        GroupContract,
        FactsContract,
        RowsContract,
        SnapshotContract,
        ClocksContract,
        ViewRowsContract,
        HistoryContract,
        ObjectListingContract,
        EdgeListingContract,
        EventListingContract,
        AccessContract,
        SpacesContract,
        EraseContract,
        EndContract,
        TouchedContract,
        LeaseContract,
        KeepingContract,
        PouringContract {}
