package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.store.FSDirectory;

/// The index in files: `<folder>/<tenant>/g<generation>/now` and `past` for words, and
/// `<folder>/<tenant>/vectors-<model>/g<generation>` likewise.
///
/// Tenants are opened when somebody comes for them, and closed when too many are open.
public final class LuceneIndex implements SearchIndex {

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
    return home(tenant).words().serving();
  }

  @Override
  public Generation begin(TenantId tenant) {
    return home(tenant).words().begin();
  }

  @Override
  public void serve(Generation next) {
    if (!(next instanceof LuceneGeneration generation)) {
      throw new IllegalArgumentException("not a generation of this index");
    }
    home(next.tenant()).words().serve(generation);
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
    return new LuceneView(workshop, home(scope.tenant()), scope, omitted);
  }

  @Override
  public VectorGeneration vectors(TenantId tenant, EmbeddingModel model) {
    return home(tenant).vectors(model).serving();
  }

  @Override
  public Set<EmbeddingModel> models(TenantId tenant) {
    return home(tenant).models();
  }

  @Override
  public void dropVectors(TenantId tenant, EmbeddingModel model) {
    home(tenant).dropVectors(model);
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
    home(tenant).forceMerge();
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
