package dev.quipu.testkit.query;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorGeneration;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// An index into which vectors are put as soon as words are, or as soon as a test lets them.
final class VectorsBeside implements SearchIndex {

  private final SearchIndex index;
  private final EmbeddingModel model;
  private final Function<IndexDocument, List<Vector>> passages;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean rests;

  /// @param index that keeps both
  VectorsBeside(
      SearchIndex index, EmbeddingModel model, Function<IndexDocument, List<Vector>> passages) {
    this.index = index;
    this.model = model;
    this.passages = passages;
  }

  /// From now on vectors stay where they are.
  synchronized void rest() {
    rests = true;
  }

  /// Vectors catch up, and go on.
  synchronized void follow() {
    rests = false;
    waiting.forEach(Runnable::run);
    waiting.clear();
  }

  private synchronized void inTurn(Runnable work) {
    if (rests) {
      waiting.add(work);
    } else {
      work.run();
    }
  }

  /// Words, with their vectors behind them.
  private final class Followed implements Generation {

    private final Generation words;

    private Followed(Generation words) {
      this.words = words;
    }

    private VectorGeneration vectors() {
      return index.vectors(words.tenant(), model);
    }

    @Override
    public int number() {
      return words.number();
    }

    @Override
    public TenantId tenant() {
      return words.tenant();
    }

    @Override
    public LogPosition position() {
      return words.position();
    }

    @Override
    public void put(List<IndexDocument> documents) {
      words.put(documents);
      inTurn(
          () ->
              vectors()
                  .put(
                      documents.stream()
                          .map(
                              each ->
                                  new VectorDocument(
                                      each.filed(),
                                      each.envelope(),
                                      passages.apply(each),
                                      each.entity()))
                          .toList()));
    }

    @Override
    public void remove(Collection<ObjectRef> refs) {
      words.remove(refs);
      inTurn(() -> vectors().remove(refs));
    }

    @Override
    public void publish(LogPosition position) {
      inTurn(() -> vectors().publish(position));
      words.publish(position);
    }
  }

  @Override
  public Generation serving(TenantId tenant) {
    return new Followed(index.serving(tenant));
  }

  @Override
  public Generation begin(TenantId tenant) {
    return new Followed(index.begin(tenant));
  }

  @Override
  public void serve(Generation next) {
    index.serve(next instanceof Followed followed ? followed.words : next);
  }

  @Override
  public VectorGeneration vectors(TenantId tenant, EmbeddingModel other) {
    return index.vectors(tenant, other);
  }

  @Override
  public Set<EmbeddingModel> models(TenantId tenant) {
    return index.models(tenant);
  }

  @Override
  public void dropVectors(TenantId tenant, EmbeddingModel other) {
    index.dropVectors(tenant, other);
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
