package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.model.log.LogPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stands, through the eyes of a scope: that of the words, and those of vectors that were asked
/// for.
final class LuceneView implements IndexView {

  private final TenantHome home;
  private final Entry words;
  private final Map<EmbeddingModel, @Nullable Entry> vectors = new HashMap<>();
  private final Gaze gaze;
  private final Omitted omitted;
  private final int exactUpTo;
  private boolean closed;

  LuceneView(Workshop workshop, TenantHome home, ReadScope scope, Omitted omitted) {
    this.home = home;
    this.words = home.words().enter();
    this.gaze = Gaze.of(workshop.visibleSets(), scope);
    this.omitted = omitted;
    this.exactUpTo = workshop.bounds().exactUpTo();
  }

  @Override
  public LogPosition position() {
    return words.position();
  }

  @Override
  public int generation() {
    return words.generation().number();
  }

  @Override
  public Selection select(LogPosition knownAt, List<IndexFilter> filters) {
    requireKnown(knownAt);
    return words.reading(
        () -> {
          var reader = words.reader(knownAt);
          var passing = Passing.of(gaze, reader, knownAt, filters);
          var asking = filters.stream().filter(IndexFilter::decidesWords).toList();
          var asked =
              asking.size() == filters.size() ? passing : Passing.of(gaze, reader, knownAt, asking);
          return new LuceneSelection(words, gaze.sets(), omitted, passing, asked);
        });
  }

  @Override
  public VectorSelection select(
      EmbeddingModel model, LogPosition knownAt, List<IndexFilter> filters) {
    requireKnown(knownAt);
    var entry = vectors(model);
    if (entry == null) {
      return NoVectors.HERE;
    }
    var reached = knownAt.isAfter(entry.position()) ? entry.position() : knownAt;
    return entry.reading(
        () ->
            new LuceneVectorSelection(
                model,
                entry,
                gaze.sets(),
                Passing.of(gaze, entry.reader(reached), reached, filters),
                exactUpTo));
  }

  private void requireKnown(LogPosition knownAt) {
    if (closed || knownAt.isAfter(position())) {
      throw new IllegalStateException("nothing is known here at " + knownAt);
    }
  }

  /// As they were when they were asked for first; null if there were none.
  private @Nullable Entry vectors(EmbeddingModel model) {
    if (!vectors.containsKey(model)) {
      var known = home.knownVectors(model);
      vectors.put(model, known == null ? null : known.enter());
    }
    return vectors.get(model);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    words.leave();
    for (var entry : vectors.values()) {
      if (entry != null) {
        entry.leave();
      }
    }
  }
}
