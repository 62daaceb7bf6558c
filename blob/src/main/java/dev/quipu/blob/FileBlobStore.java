package dev.quipu.blob;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.blob.VerifiedStream;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Blobs in files: `<folder>/<tenant>/<first two digits>/<id>`.
///
/// A put is written elsewhere in the folder, synced, and renamed to its place; so what has a blob's
/// name is whole. Several processes may use one folder.
public final class FileBlobStore implements BlobStore {

  /// How often a put makes its folder anew if an [#eraseAll] keeps removing it.
  private static final int TRIES = 3;

  private final Path folder;
  private final Incoming incoming;

  private FileBlobStore(Path folder, Incoming incoming) {
    this.folder = folder;
    this.incoming = incoming;
  }

  /// Makes the folder if need be, and removes what was on its way in when an earlier process died.
  public static FileBlobStore open(Path folder) {
    try {
      return new FileBlobStore(folder, Incoming.open(folder));
    } catch (IOException e) {
      throw Broken.folder(folder, e);
    }
  }

  @Override
  public Blob put(TenantId tenant, InputStream content, long maxBytes) throws IOException {
    try (var arrived = incoming.take(content, maxBytes)) {
      keep(arrived, shelf(tenant, arrived.blob().id()));
      return arrived.blob();
    }
  }

  /// Over one of the same name too: that is the same content, or should have been.
  private static void keep(Incoming.Arrived arrived, Path shelf) {
    try {
      arrived.sync();
      for (int attempt = 1; ; attempt++) {
        try {
          Folders.make(shelf);
          var file = shelf.resolve(arrived.blob().id().value());
          Files.move(arrived.file(), file, StandardCopyOption.ATOMIC_MOVE);
          Folders.sync(shelf);
          return;
        } catch (NoSuchFileException e) {
          if (attempt == TRIES || !Files.exists(arrived.file())) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  @Override
  public @Nullable InputStream open(TenantId tenant, BlobId id) {
    var file = file(tenant, id);
    try {
      return new VerifiedStream(Files.newInputStream(file), id, file.toString());
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  @Override
  public boolean has(TenantId tenant, BlobId id) {
    return Files.exists(file(tenant, id));
  }

  @Override
  public void erase(TenantId tenant, BlobId id) {
    try {
      if (Files.deleteIfExists(file(tenant, id))) {
        Folders.sync(shelf(tenant, id));
      }
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  @Override
  public void eraseAll(TenantId tenant) {
    var home = home(tenant);
    try {
      for (var shelf : entries(home)) {
        for (var file : entries(shelf)) {
          Files.deleteIfExists(file);
        }
        Files.deleteIfExists(shelf);
      }
      if (Files.exists(home)) {
        Folders.sync(home);
        Files.deleteIfExists(home);
      }
      Folders.sync(folder);
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  @Override
  public void each(TenantId tenant, Consumer<Blob> consumer) {
    try {
      for (var shelf : entries(home(tenant))) {
        for (var file : entries(shelf)) {
          show(file, consumer);
        }
      }
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  private static void show(Path file, Consumer<Blob> consumer) throws IOException {
    var name = String.valueOf(file.getFileName());
    if (!BlobId.isWellFormed(name)) {
      return; // not put there by us
    }
    Blob blob;
    try {
      blob = new Blob(new BlobId(name), Files.size(file));
    } catch (NoSuchFileException e) {
      return; // erased meanwhile
    }
    consumer.accept(blob);
  }

  /// What lies in a folder, none if there is no such folder. Shelves are a 256th of the whole.
  private static List<Path> entries(Path folder) throws IOException {
    var entries = new ArrayList<Path>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
    return entries;
  }

  private Path file(TenantId tenant, BlobId id) {
    return shelf(tenant, id).resolve(id.value());
  }

  private Path shelf(TenantId tenant, BlobId id) {
    return home(tenant).resolve(id.value().substring(0, 2));
  }

  private Path home(TenantId tenant) {
    return folder.resolve(tenant.fileName());
  }

  @Override
  public void close() {}
}
