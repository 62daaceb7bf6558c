package dev.quipu.bench.embedded;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.quipu.blob.FileBlobStore;
import dev.quipu.embedding.LocalModel;
import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.lucene.IndexBounds;
import dev.quipu.lucene.LuceneIndex;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.sql.PostgresAddress;
import dev.quipu.sql.SqlStorage;
import dev.quipu.wire.payload.BuiltIns;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/// The engine as the server wires it, without the server.
///
/// @param storage what the engine stands on; it closes it
/// @param index likewise
public record Store(Engine engine, Storage storage, LuceneIndex index) implements AutoCloseable {

  private static final SecureRandom RANDOM = new SecureRandom();

  public static Store open(Path folder) {
    return open(folder, CommitMeter.SILENT);
  }

  public static Store open(Path folder, CommitMeter meter) {
    return open(SqlStorage.openSqlite(folder, Clock.systemUTC(), RANDOM), folder, meter, null);
  }

  /// With the model that a server has if nobody says otherwise.
  public static Store openWithVectors(Path folder) {
    var adapters = Adapters.ofThisMachine();
    var storage = SqlStorage.openSqlite(folder, Clock.systemUTC(), RANDOM);
    return open(
        storage,
        folder,
        CommitMeter.SILENT,
        new Ports.Meaning(
            adapters.openVectors(new StorageConfig.Sqlite(folder), storage.logId()),
            adapters.models(new EmbedderConfig.Local(LocalModel.BGE_SMALL, null), folder)));
  }

  /// On PostgreSQL, with blobs in a folder.
  public static Store open(PostgresAddress address, Path folder, CommitMeter meter) {
    return open(SqlStorage.openPostgres(address, Clock.systemUTC(), RANDOM), folder, meter, null);
  }

  private static Store open(
      Storage storage, Path folder, CommitMeter meter, Ports.@Nullable Meaning meaning) {
    var blobs = FileBlobStore.open(folder.resolve("blobs"));
    var index = LuceneIndex.open(folder.resolve("index"), IndexBounds.DEFAULT, storage.logId());
    var ports =
        new Ports(
            storage,
            blobs,
            index,
            meaning,
            Clock.systemUTC(),
            new Dice(RANDOM),
            Limits.DEFAULT,
            BuiltIns.catalogue(),
            meter,
            Hash.ZERO,
            "bench");
    return new Store(Engine.open(ports), storage, index);
  }

  @Override
  public void close() {
    engine.close();
  }

  private record Dice(SecureRandom random) implements Chance {

    @Override
    public String ulid() {
      return UlidCreator.getMonotonicUlid().toString();
    }

    @Override
    public byte[] bytes(int length) {
      var bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
  }
}
