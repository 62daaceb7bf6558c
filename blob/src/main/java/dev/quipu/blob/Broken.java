package dev.quipu.blob;

import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// What every failure of disk or network is told as.
public final class Broken {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private Broken() {}

  public static Unavailable because(Exception cause) {
    return new Unavailable(
        "blob.unavailable", "The blob store does not work just now.", RETRY_AFTER, cause);
  }

  public static Unavailable folder(Path folder, IOException cause) {
    return new Unavailable(
        "blob.unavailable",
        "The folder of blobs " + folder + " cannot be used.",
        RETRY_AFTER,
        cause);
  }
}
