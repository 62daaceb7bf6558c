package dev.quipu.testkit.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.FiledDocument;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// What a scope sees of a list of documents, one by one.
final class ScanView implements IndexView {

  private final int generation;
  private final ScanFilling.Shown<IndexDocument> words;
  private final Map<EmbeddingModel, ScanFilling.Shown<VectorDocument>> vectors;
  private final ReadScope scope;

  ScanView(
      int generation,
      ScanFilling.Shown<IndexDocument> words,
      Map<EmbeddingModel, ScanFilling.Shown<VectorDocument>> vectors,
      ReadScope scope) {
    this.generation = generation;
    this.words = words;
    this.vectors = Map.copyOf(vectors);
    this.scope = scope;
  }

  @Override
  public LogPosition position() {
    return words.position();
  }

  @Override
  public int generation() {
    return generation;
  }

  @Override
  public Selection select(LogPosition knownAt, List<IndexFilter> filters) {
    requireKnown(knownAt);
    var visible = seen(words.documents(), knownAt);
    var left = new ArrayList<Long>();
    var passing = visible;
    for (var filter : filters) {
      passing = passing.stream().filter(filter::admits).toList();
      left.add((long) passing.size());
    }
    return new ScanSelection(visible, passing, left);
  }

  @Override
  public VectorSelection select(
      EmbeddingModel model, LogPosition knownAt, List<IndexFilter> filters) {
    requireKnown(knownAt);
    var shown = vectors.getOrDefault(model, new ScanFilling.Shown<>(LogPosition.START, List.of()));
    var reached = knownAt.isAfter(shown.position()) ? shown.position() : knownAt;
    var passing =
        seen(shown.documents(), reached).stream()
            .filter(document -> filters.stream().allMatch(filter -> filter.admits(document)))
            .toList();
    return new ScanVectorSelection(model, shown.position(), passing);
  }

  private void requireKnown(LogPosition knownAt) {
    if (knownAt.isAfter(position())) {
      throw new IllegalStateException("nothing is known here at " + knownAt);
    }
  }

  private <D extends FiledDocument> List<D> seen(List<D> documents, LogPosition knownAt) {
    return documents.stream()
        .filter(document -> document.filed().isKnownAt(knownAt) && isSeen(document))
        .toList();
  }

  private boolean isSeen(FiledDocument document) {
    return switch (scope) {
      case ReadScope.Whole _ -> true;
      case ReadScope.Limited limited -> {
        var envelope = document.envelope();
        var workspace = envelope.workspace();
        var walls = limited.workspaces();
        var end = envelope.expiresAt();
        boolean aside = document.filed().lifecycle() == Lifecycle.QUARANTINED;
        yield !Collections.disjoint(limited.tokens(), AccessTokens.opening(envelope))
            && (walls == null || workspace == null || walls.contains(workspace))
            && (end == null || end.isAfter(limited.clock()))
            && (!aside || limited.quarantinedToo());
      }
    };
  }

  @Override
  public void close() {}
}
