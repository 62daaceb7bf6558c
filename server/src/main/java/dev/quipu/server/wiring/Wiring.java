package dev.quipu.server.wiring;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.log.Hash;
import dev.quipu.server.config.Secret;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.wire.payload.BuiltIns;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;

/// Chooses the adapters that a configuration names.
public final class Wiring {

  private final ServerConfig config;
  private final Limits limits;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Chance chance = new SystemChance(random);

  public Wiring(ServerConfig config, Limits limits, InstantSource clock) {
    this.config = config;
    this.limits = limits;
    this.clock = clock;
  }

  /// With the clock of this machine and the limits that we stand by.
  public static Wiring of(ServerConfig config) {
    return new Wiring(config, Limits.DEFAULT, InstantSource.system());
  }

  /// The engine, on the storage and the blob store that the configuration names.
  public Engine openEngine(CommitMeter meter) {
    // First, so that a folder that cannot be written to is told before anything is opened.
    adminToken(DataFolder.open(config.dataFolder()));
    var storage = new Adapters(clock, random).open(config.storage());
    try {
      return openEngine(storage, meter);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  /// The engine, on a storage that was opened elsewhere.
  public Engine openEngine(Storage storage, CommitMeter meter) {
    var token = adminToken(DataFolder.open(config.dataFolder()));
    var hash = Hash.of(token.value().getBytes(StandardCharsets.UTF_8));
    var name = "server_" + chance.ulid();
    var adapters = new Adapters(clock, random);
    var blobs = adapters.open(config.blobs());
    try {
      var meaning =
          new Ports.Meaning(
              adapters.openVectors(config.storage(), storage.logId()), adapters.models(config));
      var index = adapters.openIndex(config.dataFolder(), storage.logId());
      return Engine.open(
          new Ports(
              storage,
              blobs,
              index,
              meaning,
              clock,
              chance,
              limits,
              BuiltIns.catalogue(),
              meter,
              hash,
              name));
    } catch (RuntimeException e) {
      blobs.close();
      throw e;
    }
  }

  /// What turns files into texts; the caller's to close.
  FileTexts openFiles() {
    return new Adapters(clock, random).openFiles(config.dataFolder());
  }

  /// Who holds the admin token.
  public Caller operator(Engine engine) {
    var token = adminToken(DataFolder.open(config.dataFolder()));
    return engine.credentials().operatorOf(token.value());
  }

  Secret adminToken(DataFolder folder) {
    var configured = config.adminToken();
    return configured == null ? new Secret(folder.adminTokenOrNew(chance)) : configured;
  }

  ServerConfig config() {
    return config;
  }

  Limits limits() {
    return limits;
  }

  InstantSource clock() {
    return clock;
  }

  Chance chance() {
    return chance;
  }
}
