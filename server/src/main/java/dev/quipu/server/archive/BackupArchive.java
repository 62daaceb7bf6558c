package dev.quipu.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.archive.Archive;
import dev.quipu.engine.archive.Manifest;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogLine;
import dev.quipu.wire.JsonReader;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/// An archive that was written down in a folder. All of it was held against its manifest when it
/// was opened.
public final class BackupArchive implements Archive {

  private static final int BUFFER = 1 << 16;

  /// Wider than any door: what is in it was let in by one, under whatever limits it had then.
  private static final JsonReader READER =
      new JsonReader(
          new JsonReader.Limits(
              Integer.MAX_VALUE - 1, 1_024, Integer.MAX_VALUE, Integer.MAX_VALUE));

  private final Path folder;
  private final FolderManifest contents;
  private final Set<String> paths;
  private final KeyPair keys;

  private BackupArchive(Path folder, FolderManifest contents) {
    this.folder = folder;
    this.contents = contents;
    this.paths = contents.parts().stream().map(Part::path).collect(Collectors.toSet());
    this.keys = whole(Layout.KEYS, bytes -> KeptJson.keys(READER.readObject(bytes)));
  }

  /// Hears how many bytes were checked.
  public interface Checking {
    void at(long done, long total);
  }

  /// Opens a backup after checking every file of it.
  ///
  /// @throws Corrupt that names the file which is not as it was written
  public static BackupArchive open(Path folder, Checking checking) {
    if (!Files.isDirectory(folder)) {
      throw new Unavailable("backup.missing", "There is no folder " + folder + ".", Duration.ZERO);
    }
    var contents = manifest(folder);
    check(folder, contents, checking);
    return new BackupArchive(folder, contents);
  }

  private static FolderManifest manifest(Path folder) {
    if (!Files.exists(folder.resolve(Layout.MANIFEST))) {
      throw corrupt(
          folder.resolve(Layout.MANIFEST), "It is missing: the backup was cut short, or is none.");
    }
    var bytes = bytes(folder.resolve(Layout.MANIFEST));
    var sum = new String(bytes(folder.resolve(Layout.MANIFEST_SUM)), UTF_8);
    if (!sum.equals(sumLine(Hash.of(bytes)))) {
      throw corrupt(
          folder.resolve(Layout.MANIFEST), "It is not what " + Layout.MANIFEST_SUM + " says.");
    }
    return reading(
        folder.resolve(Layout.MANIFEST), () -> FolderManifest.read(READER.readObject(bytes)));
  }

  /// As `sha256sum` writes it, and checks it.
  static String sumLine(Hash manifest) {
    return manifest.hex() + "  " + Layout.MANIFEST + "\n";
  }

  private static void check(Path folder, FolderManifest contents, Checking checking) {
    var unlisted = files(folder);
    unlisted.remove(Layout.MANIFEST);
    unlisted.remove(Layout.MANIFEST_SUM);
    for (var part : contents.parts()) {
      if (!unlisted.remove(part.path())) {
        throw corrupt(folder.resolve(part.path()), "It is missing.");
      }
    }
    if (!unlisted.isEmpty()) {
      throw corrupt(
          folder.resolve(unlisted.iterator().next()), "It does not belong to the backup.");
    }
    long total = contents.parts().stream().mapToLong(Part::bytes).sum();
    long done = 0;
    for (var part : contents.parts()) {
      check(folder, part);
      done += part.bytes();
      checking.at(done, total);
    }
  }

  private static Set<String> files(Path folder) {
    try (var paths = Files.walk(folder)) {
      return paths
          .filter(path -> !Files.isDirectory(path))
          .map(path -> folder.relativize(path).toString().replace('\\', '/'))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static void check(Path folder, Part part) {
    var file = folder.resolve(part.path());
    try (var in = Files.newInputStream(file)) {
      long size = Files.size(file);
      if (size != part.bytes()) {
        throw corrupt(
            file, "It has " + size + " bytes, and had " + part.bytes() + " when it was written.");
      }
      var digest = Hash.sha256();
      var buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      if (!Hash.copyOf(digest.digest()).equals(part.sha256())) {
        throw corrupt(file, "Its content was altered.");
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public Manifest manifest() {
    return contents.manifest();
  }

  @Override
  public KeyPair checkpointKeys() {
    return keys;
  }

  @Override
  public void lines(TenantId log, Consumer<LogLine> each) {
    for (int number = 1; paths.contains(Layout.log(log, number)); number++) {
      lines(Layout.log(log, number), LineJson::read, each);
    }
  }

  @Override
  public void checkpoints(TenantId log, Consumer<SignedCheckpoint> each) {
    lines(Layout.checkpoints(log), KeptJson::checkpoint, each);
  }

  @Override
  public void remembered(BiConsumer<IdempotencyKey, Remembered> each) {
    record Kept(IdempotencyKey key, Remembered remembered) {}
    lines(
        Layout.REMEMBERED,
        json -> new Kept(KeptJson.key(json), KeptJson.remembered(json)),
        kept -> each.accept(kept.key(), kept.remembered()));
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    record Use(TenantId tenant, Instant time) {}
    var used = new HashMap<TenantId, Instant>();
    lines(
        Layout.LAST_USED,
        json -> new Use(new TenantId(Fields.text(json, "tenant_id")), Fields.time(json, "used_at")),
        use -> used.put(use.tenant(), use.time()));
    return used;
  }

  @Override
  public void blobs(TenantId tenant, BlobTaker each) {
    for (int number = 1; paths.contains(Layout.blobs(tenant, number)); number++) {
      var file = folder.resolve(Layout.blobs(tenant, number));
      try (var in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
        for (var line = line(in); line.length > 0; line = line(in)) {
          var bytes = line;
          var blob = reading(file, () -> KeptJson.blob(READER.readObject(bytes)));
          var content = new FirstBytes(in, blob.length());
          each.take(blob, content);
          content.skipToEnd();
        }
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }
  }

  /// Without its end; empty at the end of the file.
  private static byte[] line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toByteArray();
  }

  /// Nothing is held open.
  @Override
  public void close() {}

  /// What `each` throws is not the file's fault, and passes.
  private <T> void lines(String path, Function<JsonObject, T> read, Consumer<T> each) {
    var file = folder.resolve(path);
    try (var in =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file), BUFFER), UTF_8),
            BUFFER)) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var bytes = line.getBytes(UTF_8);
        each.accept(reading(file, () -> read.apply(READER.readObject(bytes))));
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private <T> T whole(String path, Function<byte[], T> read) {
    var file = folder.resolve(path);
    return reading(file, () -> read.apply(bytes(file)));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private interface Reading<T> {
    T get();
  }

  private static <T> T reading(Path file, Reading<T> reading) {
    try {
      return reading.get();
    } catch (Corrupt | Unavailable e) {
      throw e;
    } catch (MemoryException | IllegalArgumentException | DateTimeException e) {
      throw new Corrupt("backup.corrupt", file.toString(), "It is not what a backup holds.", e);
    }
  }

  private static Corrupt corrupt(Path file, String message) {
    return new Corrupt("backup.corrupt", file.toString(), message);
  }

  private static Corrupt unreadable(Path file, IOException cause) {
    return new Corrupt("backup.corrupt", file.toString(), "It cannot be read.", cause);
  }
}
