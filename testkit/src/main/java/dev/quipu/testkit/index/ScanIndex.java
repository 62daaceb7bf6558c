package dev.quipu.testkit.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An index that is a list of documents, and looks at each of them for every question.
public final class ScanIndex implements SearchIndex {

  private final Map<TenantId, Home> homes = new HashMap<>();

  private ScanIndex() {}

  public static ScanIndex open() {
    return new ScanIndex();
  }

  private static final class Home {
    ScanFilling.Words serving;
    ScanFilling.@Nullable Words begun;
    final Map<EmbeddingModel, ScanFilling.Vectors> vectors = new HashMap<>();
    int last = 1;

    Home(TenantId tenant) {
      serving = new ScanFilling.Words(tenant, 1);
    }
  }

  @Override
  public synchronized Generation serving(TenantId tenant) {
    return home(tenant).serving;
  }

  @Override
  public synchronized Generation begin(TenantId tenant) {
    var home = home(tenant);
    if (home.begun != null) {
      home.begun.drop();
    }
    home.begun = new ScanFilling.Words(tenant, ++home.last);
    return home.begun;
  }

  @Override
  public synchronized void serve(Generation next) {
    var home = home(next.tenant());
    var begun = home.begun;
    if (begun == null || begun != next) {
      throw new IllegalStateException("not a generation that was begun last");
    }
    home.serving.drop();
    home.serving = begun;
    home.begun = null;
  }

  @Override
  public synchronized IndexView read(ReadScope scope) {
    var home = home(scope.tenant());
    var vectors = new HashMap<EmbeddingModel, ScanFilling.Shown<VectorDocument>>();
    home.vectors.forEach((model, filling) -> vectors.put(model, filling.shown()));
    return new ScanView(home.serving.number(), home.serving.shown(), vectors, scope);
  }

  @Override
  public synchronized VectorGeneration vectors(TenantId tenant, EmbeddingModel model) {
    return home(tenant)
        .vectors
        .computeIfAbsent(model, made -> new ScanFilling.Vectors(tenant, made));
  }

  @Override
  public synchronized Set<EmbeddingModel> models(TenantId tenant) {
    return home(tenant).vectors.values().stream()
        .filter(filling -> !filling.position().equals(LogPosition.START))
        .map(ScanFilling.Vectors::model)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public synchronized void dropVectors(TenantId tenant, EmbeddingModel model) {
    var known = home(tenant).vectors.remove(model);
    if (known != null) {
      known.drop();
    }
  }

  @Override
  public synchronized void drop(TenantId tenant) {
    var home = homes.remove(tenant);
    if (home != null) {
      home.serving.drop();
      if (home.begun != null) {
        home.begun.drop();
      }
      home.vectors.values().forEach(ScanFilling::drop);
    }
  }

  @Override
  public IndexUse use() {
    return IndexUse.NONE;
  }

  @Override
  public void close() {}

  private Home home(TenantId tenant) {
    return homes.computeIfAbsent(tenant, Home::new);
  }
}
