package dev.quipu.server.cli;

import dev.quipu.server.cli.Carrying.Place;
import dev.quipu.server.config.BadConfig;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.Setting;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.Adapters;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./quipu copy`
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Makes an instance like another, as that is at this moment, in an empty storage.")
final class CopyCommand implements Callable<Integer> {

  @Option(
      names = "--from",
      paramLabel = "ADDRESS",
      required = true,
      description =
          "sqlite:DIR or postgres://user@host:5432/database; a password that is not in it is taken"
              + " from QUIPU_STORAGE_PASSWORD.")
  private String from = "";

  @Option(
      names = "--to",
      paramLabel = "ADDRESS",
      required = true,
      description = "Where to, in the same manner; nothing may be there.")
  private String to = "";

  @Option(
      names = "--from-blobs",
      paramLabel = "PLACE",
      description =
          "The data folder in which the blobs are, if they are not beside an SQLite database, or"
              + " s3://bucket/prefix with the keys in QUIPU_BLOBS_ACCESS_KEY and"
              + " QUIPU_BLOBS_SECRET_KEY.")
  private @Nullable String fromBlobs;

  @Option(
      names = "--to-blobs",
      paramLabel = "PLACE",
      description = "Where the blobs go, in the same manner.")
  private @Nullable String toBlobs;

  @Override
  public Integer call() {
    var carrying = new Carrying(Adapters.ofThisMachine(), ProgressBar.onStderr());
    System.out.println(carrying.copy(place("--from", from, fromBlobs), place("--to", to, toBlobs)));
    return ExitCodes.OK;
  }

  private static Place place(String option, String text, @Nullable String blobs) {
    var storage = storage(option, text);
    if (blobs != null) {
      return new Place(storage, blobs(option + "-blobs", blobs));
    }
    return switch (storage) {
      case StorageConfig.Sqlite(var folder) -> new Place(storage, BlobConfig.in(folder));
      case StorageConfig.Postgres _ -> new Place(storage, null);
    };
  }

  private static BlobConfig blobs(String option, String text) {
    if (!BlobConfig.isBucket(text)) {
      return BlobConfig.in(Path.of(text));
    }
    try {
      return BlobConfig.bucket(
          text,
          System.getenv(Setting.BLOBS_ACCESS_KEY.variable()),
          System.getenv(Setting.BLOBS_SECRET_KEY.variable()),
          Path.of(System.getProperty("java.io.tmpdir"), "quipu-copy"));
    } catch (IllegalArgumentException e) {
      throw new BadConfig(List.of(option + ": " + e.getMessage()));
    }
  }

  private static StorageConfig storage(String option, String text) {
    try {
      var password = System.getenv(Setting.STORAGE_PASSWORD.variable());
      return StorageConfig.parse(text, password);
    } catch (IllegalArgumentException e) {
      throw new BadConfig(List.of(option + ": " + e.getMessage()));
    }
  }
}
