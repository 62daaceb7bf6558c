package dev.quipu.server.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.quipu.engine.archive.Archive;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.wire.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes an archive down in a folder: the parts, each on the disk before the next is begun, and
/// the manifest last. Without a manifest it is no backup.
public final class BackupWriter {

  /// Small enough to be read again in seconds when one is in doubt.
  private static final long FILE_BYTES = 256L << 20;

  private static final int REPORT_EVERY = 1_000;

  private final Archive archive;
  private final Path folder;
  private final Progress progress;
  private final JsonWriter json = new JsonWriter();
  private final List<Part> parts = new ArrayList<>();

  private BackupWriter(Archive archive, Path folder, Progress progress) {
    this.archive = archive;
    this.folder = folder;
    this.progress = progress;
  }

  /// Returns how many bytes the backup has.
  ///
  /// @throws Conflict if something is in the folder
  public static long write(Archive archive, Path folder, Progress progress) {
    try {
      PartWriter.createFolder(folder);
      refuseUnlessEmpty(folder);
      return new BackupWriter(archive, folder, progress).write();
    } catch (IOException e) {
      throw unwritable(folder, e);
    } catch (UncheckedIOException e) {
      throw unwritable(folder, e);
    }
  }

  /// Looks before anything is read.
  ///
  /// @throws Conflict if something is in the folder
  public static void refuseUnlessEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        throw new Conflict(
            "backup.folder_in_use",
            "There is something in " + folder + ". A backup goes into a folder of its own.");
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  private static Unavailable unwritable(Path folder, Exception cause) {
    return new Unavailable(
        "backup.unwritable",
        "The backup could not be written to " + folder + ": " + cause.getMessage(),
        Duration.ZERO,
        cause);
  }

  private long write() throws IOException {
    file(Layout.KEYS, out -> out.accept(json.pretty(KeptJson.of(archive.checkpointKeys()))));
    for (var log : archive.manifest().logs()) {
      lines(log);
      blobs(log.tenant());
      file(
          Layout.checkpoints(log.tenant()),
          out -> archive.checkpoints(log.tenant(), signed -> line(out, KeptJson.of(signed))));
    }
    file(
        Layout.REMEMBERED,
        out -> archive.remembered((key, kept) -> line(out, KeptJson.of(key, kept))));
    file(
        Layout.LAST_USED,
        out ->
            archive
                .lastUsed()
                .forEach(
                    (tenant, time) ->
                        line(
                            out,
                            JsonObject.of(
                                "tenant_id", Json.of(tenant.value()),
                                "used_at", Json.of(time.toString())))));
    manifest();
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  private void lines(LogEnd log) throws IOException {
    long head = log.head().position().value();
    var bytes = new ByteArrayOutputStream();
    try (var files = new Series(number -> Layout.log(log.tenant(), number))) {
      archive.lines(
          log.tenant(),
          line -> {
            try {
              bytes.reset();
              LineJson.write(line, bytes);
              bytes.write('\n');
              files.next().write(bytes.toByteArray());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            long position = line.position().value();
            if (position % REPORT_EVERY == 0 || position == head) {
              progress.at(log.tenant(), "backup", position, head);
            }
          });
      files.end();
    }
  }

  /// Files of a handy size, one after the other.
  private final class Series implements AutoCloseable {

    private final IntFunction<String> paths;
    private @Nullable PartWriter file;
    private int number;

    Series(IntFunction<String> paths) {
      this.paths = paths;
    }

    /// The file that the next item goes to.
    PartWriter next() throws IOException {
      if (file != null && file.taken() >= FILE_BYTES) {
        end();
      }
      if (file == null) {
        number++;
        file = PartWriter.open(folder, paths.apply(number));
      }
      return file;
    }

    void end() throws IOException {
      if (file != null) {
        parts.add(file.finish());
        close();
      }
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
        file = null;
      }
    }
  }

  /// One behind the other, each after a line that says what it is: a million files take longer than
  /// what is in them.
  private void blobs(TenantId tenant) throws IOException {
    try (var files = new Series(number -> Layout.blobs(tenant, number))) {
      archive.blobs(
          tenant,
          (blob, content) -> {
            try {
              var file = files.next();
              file.write(json.compact(KeptJson.of(blob)));
              file.write(new byte[] {'\n'});
              file.write(content);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      files.end();
    }
  }

  private void file(String path, Consumer<Consumer<byte[]>> content) throws IOException {
    try (var file = PartWriter.open(folder, path)) {
      content.accept(
          bytes -> {
            try {
              file.write(bytes);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      parts.add(file.finish());
    }
  }

  private void line(Consumer<byte[]> out, JsonObject object) {
    out.accept(json.compact(object));
    out.accept(new byte[] {'\n'});
  }

  /// Its hash goes first: where there is a manifest, everything is there.
  private void manifest() throws IOException {
    var bytes = json.pretty(new FolderManifest(archive.manifest(), parts).toJson());
    var sum = BackupArchive.sumLine(Hash.of(bytes)).getBytes(US_ASCII);
    file(Layout.MANIFEST_SUM, out -> out.accept(sum));
    syncFolders();
    file(Layout.MANIFEST, out -> out.accept(bytes));
    sync(folder);
  }

  private void syncFolders() throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var each : paths.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList()) {
        sync(each);
      }
    }
    var parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      sync(parent);
    }
  }

  /// Makes the names in a folder durable.
  private static void sync(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
