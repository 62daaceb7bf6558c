package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How the model and the index keep pace with each other.
@Timeout(120)
final class PaceTest {

  private static final String A = "model-a";
  private static final int MANY = 200;

  private static Follower follow(HandModels models, Putting putting) {
    return Follower.open(
        Follower.Kept.blank(),
        new Watched(ScanIndex.open(), putting),
        InMemoryVectorStore.open(new InMemoryVectorStore.Shelves(), "log"),
        models,
        Follower.QUICK);
  }

  /// So many that they are several portions, all there before the model has made the first.
  private static void writeMany(Follower follower, HandModels models) throws InterruptedException {
    var begun = models.block(A);
    follower.memory("mem_first", "the first");
    begun.await();
    for (int i = 1; i < MANY; i++) {
      follower.memory("mem_" + i, "note " + i);
    }
    models.letGo(A);
  }

  @Test
  void the_model_goes_on_while_what_it_has_made_is_put() throws InterruptedException {
    var models = new HandModels(A, A);
    var goesOn = new AtomicBoolean();
    var put = new AtomicInteger();
    Putting putting =
        documents -> {
          int soFar = put.addAndGet(documents.size());
          if (documents.size() > 1 && soFar < MANY && !goesOn.get()) {
            goesOn.set(Eventually.holds(Follower.LIMIT, () -> models.embedded().size() > soFar));
          }
        };
    try (var follower = follow(models, putting)) {
      writeMany(follower, models);
      follower.awaitVectors();

      assertThat(goesOn).isTrue();
      assertThat(models.embedded()).hasSize(MANY).doesNotHaveDuplicates();
      follower.assertLikeWords(A);
    }
  }

  @Test
  void what_cannot_be_put_is_put_later_and_embedded_once() throws InterruptedException {
    var models = new HandModels(A, A);
    var failed = new AtomicBoolean();
    Putting putting =
        documents -> {
          if (documents.size() > 1 && failed.compareAndSet(false, true)) {
            throw new Unavailable("index.unavailable", "The disk is full.", Duration.ZERO, null);
          }
        };
    try (var follower = follow(models, putting)) {
      writeMany(follower, models);
      follower.awaitVectors();

      assertThat(failed).isTrue();
      assertThat(models.embedded()).hasSize(MANY).doesNotHaveDuplicates();
      follower.assertLikeWords(A);
    }
  }

  /// Is told before vectors are put.
  private interface Putting {
    void before(List<VectorDocument> documents);
  }

  private record Watched(SearchIndex index, Putting putting) implements SearchIndex {

    @Override
    public VectorGeneration vectors(TenantId tenant, EmbeddingModel model) {
      return new WatchedVectors(index.vectors(tenant, model), putting);
    }

    @Override
    public Generation serving(TenantId tenant) {
      return index.serving(tenant);
    }

    @Override
    public Generation begin(TenantId tenant) {
      return index.begin(tenant);
    }

    @Override
    public void serve(Generation next) {
      index.serve(next);
    }

    @Override
    public Set<EmbeddingModel> models(TenantId tenant) {
      return index.models(tenant);
    }

    @Override
    public void dropVectors(TenantId tenant, EmbeddingModel model) {
      index.dropVectors(tenant, model);
    }

    @Override
    public IndexView read(ReadScope scope) {
      return index.read(scope);
    }

    @Override
    public void drop(TenantId tenant) {
      index.drop(tenant);
    }

    @Override
    public IndexUse use() {
      return index.use();
    }

    @Override
    public void close() {
      index.close();
    }
  }

  private record WatchedVectors(VectorGeneration vectors, Putting putting)
      implements VectorGeneration {

    @Override
    public void put(List<VectorDocument> documents) {
      putting.before(documents);
      vectors.put(documents);
    }

    @Override
    public EmbeddingModel model() {
      return vectors.model();
    }

    @Override
    public TenantId tenant() {
      return vectors.tenant();
    }

    @Override
    public LogPosition position() {
      return vectors.position();
    }

    @Override
    public void remove(Collection<ObjectRef> refs) {
      vectors.remove(refs);
    }

    @Override
    public void publish(LogPosition position) {
      vectors.publish(position);
    }
  }
}
