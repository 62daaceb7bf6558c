package dev.quipu.server.wiring;

import dev.quipu.blob.FileBlobStore;
import dev.quipu.embedding.Endpoint;
import dev.quipu.embedding.KnownModels;
import dev.quipu.embedding.ModelFiles;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.files.ChildProgram;
import dev.quipu.files.SniffingFileTexts;
import dev.quipu.lucene.IndexBounds;
import dev.quipu.lucene.LuceneIndex;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.sql.SqlStorage;
import dev.quipu.sql.SqlVectorStore;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The adapter that a configuration names, in each of the ways it is opened.
public record Adapters(InstantSource clock, SecureRandom random) {

  /// Each takes some 60 MB while it runs, and only the time that nobody else needs.
  private static final int MOST_EMBEDDING_THREADS = 2;

  /// With the clock and the randomness of this machine.
  public static Adapters ofThisMachine() {
    return new Adapters(InstantSource.system(), new SecureRandom());
  }

  public Storage open(StorageConfig config) {
    return switch (config) {
      case StorageConfig.Sqlite(var folder) -> SqlStorage.openSqlite(folder, clock, random);
      case StorageConfig.Postgres(var address) -> SqlStorage.openPostgres(address, clock, random);
    };
  }

  public BlobStore open(BlobConfig config) {
    return switch (config) {
      case BlobConfig.Files(var folder) -> FileBlobStore.open(folder);
      case BlobConfig.S3(var address, var folder) ->
          S3Jars.beside(Adapters.class).open(address, folder);
    };
  }

  /// The index that belongs to this server.
  ///
  /// @param logId of the history that it follows
  public SearchIndex openIndex(Path dataFolder, String logId) {
    return LuceneIndex.open(dataFolder.resolve("index"), IndexBounds.DEFAULT, logId);
  }

  /// Where vectors are kept that belong to a storage.
  ///
  /// @param logId of the history that they are made from
  public VectorStore openVectors(StorageConfig config, String logId) {
    return switch (config) {
      case StorageConfig.Sqlite(var folder) -> SqlVectorStore.openSqlite(folder, logId);
      case StorageConfig.Postgres(var address) -> SqlVectorStore.openPostgres(address, logId);
    };
  }

  /// How many texts are embedded at once.
  public static int embeddingThreads() {
    return Math.min(MOST_EMBEDDING_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /// What turns files into texts. What reads documents lies where the build has left it, beside
  /// what this class comes from; it is started when there is one to read.
  public FileTexts openFiles(Path dataFolder) {
    try {
      var source = Adapters.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      var tika = Path.of(source).resolveSibling("../../tika/target").normalize();
      return SniffingFileTexts.open(ChildProgram.tika(tika), dataFolder.resolve("reading"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// What makes vectors. Nothing is opened yet.
  public Models models(ServerConfig config) {
    var former = config.embedderBefore();
    return models(
        config.embedder(), former == null ? List.of() : List.of(former), config.dataFolder());
  }

  /// What makes vectors where nothing made any before.
  public Models models(EmbedderConfig embedder, Path dataFolder) {
    return models(embedder, List.of(), dataFolder);
  }

  private Models models(EmbedderConfig embedder, List<Endpoint> before, Path dataFolder) {
    return switch (embedder) {
      case EmbedderConfig.None _ -> models(null, before, null, dataFolder);
      case EmbedderConfig.Local(var model, var files) ->
          models(model.title(), before, files, dataFolder);
      case EmbedderConfig.Distilled(var model, var files) ->
          models(model.title(), before, files, dataFolder);
      case EmbedderConfig.Remote(var endpoint) -> {
        var both = Stream.concat(Stream.of(endpoint), before.stream()).toList();
        yield models(endpoint.name(), both, null, dataFolder);
      }
    };
  }

  /// @param files null = those that come with the program
  private Models models(
      @Nullable String chosen, List<Endpoint> endpoints, @Nullable Path files, Path dataFolder) {
    var folder = dataFolder.resolve("models");
    return new KnownModels(
        chosen,
        endpoints,
        files == null ? new ModelFiles.Bundled(folder) : new ModelFiles.Provided(files),
        folder,
        embeddingThreads(),
        clock);
  }

  /// To be read beside whoever uses it.
  public Cut openCut(StorageConfig config) {
    return switch (config) {
      case StorageConfig.Sqlite(var folder) -> SqlStorage.openSqliteCut(folder);
      case StorageConfig.Postgres(var address) -> SqlStorage.openPostgresCut(address);
    };
  }

  /// To be filled.
  public Vessel openVessel(StorageConfig config, KeyPair checkpoints) {
    return switch (config) {
      case StorageConfig.Sqlite(var folder) ->
          SqlStorage.openSqliteVessel(folder, checkpoints, clock, random);
      case StorageConfig.Postgres(var address) ->
          SqlStorage.openPostgresVessel(address, checkpoints, clock, random);
    };
  }
}
