package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.store.FSDirectory;

/// The index in files: `<folder>/<tenant>/g<generation>/now` and `past`.
///
/// Tenants are opened when somebody comes for them, and closed when too many are open.
public final class LuceneIndex implements SearchIndex {

  /// Of what the files hold: indexes of another format are filled again.
  static final String FORMAT = "1." + Analysis.VERSION;

  private final Path folder;
  private final Workshop workshop;
  private final Committer committer;
  private final ConcurrentHashMap<TenantId, TenantHome> homes = new ConcurrentHashMap<>();

  private LuceneIndex(Path folder, Workshop workshop) {
    this.folder = folder;
    this.workshop = workshop;
    this.committer = new Committer(workshop);
  }

  /// Makes the folder if need be, and opens no tenant yet.
  ///
  /// @param logId of the log that it follows: what was made from another counts as empty
  public static LuceneIndex open(Path folder, IndexBounds bounds, String logId) {
    return open(folder, bounds, logId, FSDirectory::open);
  }

  static LuceneIndex open(
      Path folder, IndexBounds bounds, String logId, Workshop.Directories directories) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw Broken.because(e);
    }
    var index =
        new LuceneIndex(folder, new Workshop(MachineLimits.read().fit(bounds), logId, directories));
    index.committer.start();
    return index;
  }

  @Override
  public Generation serving(TenantId tenant) {
    return home(tenant).serving();
  }

  @Override
  public Generation begin(TenantId tenant) {
    return home(tenant).begin();
  }

  @Override
  public void serve(Generation next) {
    if (!(next instanceof LuceneGeneration generation)) {
      throw new IllegalArgumentException("not a generation of this index");
    }
    home(next.tenant()).serve(generation);
  }

  @Override
  public IndexView read(ReadScope scope) {
    return read(scope, Omitted.NOTHING);
  }

  /// The same index for one who reads, with something left out: for a bench.
  public SearchIndex omitting(Omitted omitted) {
    return new OmittingIndex(this, omitted);
  }

  IndexView read(ReadScope scope, Omitted omitted) {
    var home = home(scope.tenant());
    while (true) {
      var generation = home.serving();
      try {
        var stand = generation.enter();
        if (stand != null) {
          return new LuceneView(workshop, home, generation, stand, scope, omitted);
        }
        if (home.serving() == generation) {
          throw Broken.rebuilding();
        }
      } catch (IOException e) {
        if (!Broken.isDamage(e)) {
          throw Broken.because(e);
        }
        home.replace(generation, e);
      }
    }
  }

  @Override
  public void drop(TenantId tenant) {
    homes.compute(
        tenant,
        (_, home) -> {
          try {
            (home == null ? opened(tenant) : home).drop();
          } catch (UncheckedIOException e) {
            throw Broken.because(e);
          }
          return null;
        });
  }

  @Override
  public IndexUse use() {
    long bytes = 0;
    for (var generation : workshop.open()) {
      bytes += generation.bytesOnDisk();
    }
    return new IndexUse(workshop.writers().get(), workshop.readers().get(), bytes);
  }

  /// Commits whatever can be, now.
  void commit() {
    committer.commitAll(Duration.ZERO);
  }

  /// Joins all files of a tenant, as time would do.
  void forceMerge(TenantId tenant) {
    home(tenant).serving().forceMerge();
  }

  @Override
  public void close() {
    committer.stop();
    homes.values().forEach(TenantHome::close);
    workshop.merges().stop();
  }

  private TenantHome home(TenantId tenant) {
    try {
      return homes.computeIfAbsent(tenant, this::opened);
    } catch (UncheckedIOException e) {
      throw Broken.because(e);
    }
  }

  private TenantHome opened(TenantId tenant) {
    try {
      return TenantHome.open(workshop, tenant, folder.resolve(tenant.fileName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
