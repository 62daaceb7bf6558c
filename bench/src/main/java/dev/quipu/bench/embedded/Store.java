package dev.quipu.bench.embedded;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.quipu.blob.FileBlobStore;
import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import dev.quipu.sql.SqlStorage;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/// The engine on SQLite as the server wires it, without the server.
///
/// @param storage what the engine stands on; it closes it
public record Store(Engine engine, Storage storage) implements AutoCloseable {

  public static Store open(Path folder) {
    return open(folder, CommitMeter.SILENT);
  }

  public static Store open(Path folder, CommitMeter meter) {
    var clock = Clock.systemUTC();
    var random = new SecureRandom();
    var storage = SqlStorage.openSqlite(folder, clock, random);
    var blobs = FileBlobStore.open(folder.resolve("blobs"));
    var engine =
        Engine.open(
            new Ports(
                storage,
                blobs,
                clock,
                new Dice(random),
                Limits.DEFAULT,
                meter,
                Hash.ZERO,
                "bench"));
    return new Store(engine, storage);
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
