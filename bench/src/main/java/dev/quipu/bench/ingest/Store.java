package dev.quipu.bench.ingest;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import dev.quipu.sql.SqlStorage;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/// The engine on SQLite as the server wires it, without the server.
final class Store {

  private Store() {}

  static Engine open(Path folder, CommitMeter meter) {
    var clock = Clock.systemUTC();
    var random = new SecureRandom();
    return Engine.open(
        new Ports(
            SqlStorage.openSqlite(folder, clock, random),
            clock,
            new Dice(random),
            Limits.DEFAULT,
            meter,
            Hash.ZERO));
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
