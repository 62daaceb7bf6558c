package dev.quipu.testkit.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An index that is a list of documents, and looks at each of them for every question.
public final class ScanIndex implements SearchIndex {

  private final Map<TenantId, Home> homes = new HashMap<>();

  private ScanIndex() {}

  public static ScanIndex open() {
    return new ScanIndex();
  }

  private static final class Home {
    Filling serving;
    @Nullable Filling begun;
    int last = 1;

    Home(TenantId tenant) {
      serving = new Filling(tenant, 1);
    }
  }

  private static final class Filling implements Generation {

    private final TenantId tenant;
    private final int number;
    private final Map<IndexDocument.Key, IndexDocument> put = new LinkedHashMap<>();
    private List<IndexDocument> shown = List.of();
    private LogPosition position = LogPosition.START;
    private boolean dropped;

    Filling(TenantId tenant, int number) {
      this.tenant = tenant;
      this.number = number;
    }

    @Override
    public TenantId tenant() {
      return tenant;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public synchronized LogPosition position() {
      return position;
    }

    @Override
    public synchronized void put(List<IndexDocument> documents) {
      requireThere();
      for (var document : documents) {
        put.remove(document.key());
        if (document.envelope().indexed()) {
          put.put(document.key(), document);
        }
      }
    }

    @Override
    public synchronized void remove(Collection<ObjectRef> refs) {
      requireThere();
      var gone = Set.copyOf(refs);
      put.keySet().removeIf(key -> gone.contains(key.ref()));
    }

    @Override
    public synchronized void publish(LogPosition next) {
      requireThere();
      shown = List.copyOf(put.values());
      position = next;
    }

    private void requireThere() {
      if (dropped) {
        throw new Unavailable("index.rebuilding", "It has been dropped.", Duration.ZERO);
      }
    }

    synchronized void drop() {
      dropped = true;
      position = LogPosition.START;
    }

    synchronized IndexView view(ReadScope scope) {
      return new ScanView(position, number, shown, scope);
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
    home.begun = new Filling(tenant, ++home.last);
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
    return home(scope.tenant()).serving.view(scope);
  }

  @Override
  public synchronized void drop(TenantId tenant) {
    var home = homes.remove(tenant);
    if (home != null) {
      home.serving.drop();
      if (home.begun != null) {
        home.begun.drop();
      }
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
