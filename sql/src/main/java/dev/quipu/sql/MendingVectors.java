package dev.quipu.sql;

import static java.lang.System.Logger.Level.WARNING;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.sql.Writer.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Vectors in a file that is begun anew when it turns out to be damaged, at the start or later, and
/// that is opened when it is needed if it could not be opened before.
///
/// The damaged file is set aside, for whoever wants to know what had happened to it: one, the last.
/// It goes when something is erased, since nobody can tell whether that is in it.
final class MendingVectors implements VectorAccess {

  private static final System.Logger LOG = System.getLogger("dev.quipu.sql");

  private static final String FILE = "vectors.db";
  private static final String ASIDE = "vectors.db.damaged";

  /// How often a file that was just begun may turn out to be damaged too.
  private static final int TRIES = 2;

  private final Path folder;
  private final String logId;
  private final ConnectionOpener<Path> opener;

  /// Whoever uses the file holds the one lock, and whoever replaces it the other.
  private final ReentrantReadWriteLock using = new ReentrantReadWriteLock();

  private @Nullable OpenVectors open;
  private boolean closed;

  private MendingVectors(Path folder, String logId, ConnectionOpener<Path> opener) {
    this.folder = folder;
    this.logId = logId;
    this.opener = opener;
  }

  /// Does not fail: what cannot be opened now is tried again when it is needed.
  static MendingVectors open(Path folder, String logId, ConnectionOpener<Path> opener) {
    var vectors = new MendingVectors(folder, logId, opener);
    try {
      vectors.opened();
    } catch (Unavailable e) {
      LOG.log(WARNING, "action=open_vectors outcome=failed; tried again when needed", e);
    }
    return vectors;
  }

  @Override
  public <T> T reading(Function<Session, T> question) {
    return run(vectors -> vectors.reading(question));
  }

  @Override
  public <T> T writing(Function<Session, Result<T>> transaction) {
    return run(
        vectors ->
            vectors.writing(
                session -> {
                  var result = transaction.apply(session);
                  if (result.erased()) {
                    deleteAside();
                  }
                  return result;
                }));
  }

  @Override
  public void scrub() {
    run(
        vectors -> {
          vectors.scrub();
          deleteAside();
          return true;
        });
  }

  private <T> T run(Function<OpenVectors, T> work) {
    for (int tries = 1; ; tries++) {
      var vectors = opened();
      Corrupt damage;
      using.readLock().lock();
      try {
        if (!vectors.equals(open)) {
          continue;
        }
        return work.apply(vectors);
      } catch (Corrupt e) {
        damage = e;
      } finally {
        using.readLock().unlock();
      }
      if (tries > TRIES) {
        throw unavailable("They are damaged again and again.", damage);
      }
      replace(vectors, damage);
    }
  }

  private OpenVectors opened() {
    using.writeLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the store is closed");
      }
      if (open == null) {
        open = openOrBegin();
      }
      return open;
    } finally {
      using.writeLock().unlock();
    }
  }

  private OpenVectors openOrBegin() {
    try {
      PrivateFiles.createFolder(folder);
      try {
        return openFile();
      } catch (Corrupt e) {
        setAside(e);
      } catch (Unavailable e) {
        if (!e.code().equals(Migrations.UNKNOWN_SCHEMA)) {
          throw e;
        }
        // A newer program's: it makes its own again, should it come back.
        setAside(e);
      }
      return openFile();
    } catch (IOException | UncheckedIOException | Corrupt e) {
      throw unavailable("The file of vectors cannot be used.", e);
    }
  }

  private OpenVectors openFile() {
    var vectors = OpenVectors.open(new SqliteVectorFile(folder.resolve(FILE), opener), logId);
    if (vectors.hasStartedOver()) {
      deleteAside();
    }
    return vectors;
  }

  private void replace(OpenVectors damaged, Corrupt damage) {
    using.writeLock().lock();
    try {
      if (!closed && damaged.equals(open)) {
        open = null;
        damaged.close();
        setAside(damage);
      }
    } catch (IOException e) {
      throw unavailable("The damaged file of vectors cannot be set aside.", e);
    } finally {
      using.writeLock().unlock();
    }
  }

  private void setAside(MemoryException why) throws IOException {
    LOG.log(
        WARNING,
        "action=open_vectors outcome=damaged; the file is set aside as "
            + ASIDE
            + " and vectors are made again; cause="
            + (why.getCause() == null ? why : why.getCause()));
    Files.move(folder.resolve(FILE), folder.resolve(ASIDE), REPLACE_EXISTING);
    Files.deleteIfExists(folder.resolve(FILE + "-wal"));
    Files.deleteIfExists(folder.resolve(FILE + "-shm"));
  }

  private void deleteAside() {
    try {
      Files.deleteIfExists(folder.resolve(ASIDE));
    } catch (IOException e) {
      throw unavailable("The damaged file of vectors cannot be removed.", e);
    }
  }

  private static Unavailable unavailable(String why, Exception cause) {
    return new Unavailable("storage.unavailable", why, Duration.ofSeconds(1), cause);
  }

  @Override
  public void close() {
    using.writeLock().lock();
    try {
      closed = true;
      if (open != null) {
        open.close();
        open = null;
      }
    } finally {
      using.writeLock().unlock();
    }
  }
}
