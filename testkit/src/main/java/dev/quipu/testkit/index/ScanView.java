package dev.quipu.testkit.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What a scope sees of a list of documents, one by one.
final class ScanView implements IndexView {

  private final LogPosition position;
  private final int generation;
  private final List<IndexDocument> documents;
  private final ReadScope scope;

  ScanView(LogPosition position, int generation, List<IndexDocument> documents, ReadScope scope) {
    this.position = position;
    this.generation = generation;
    this.documents = documents;
    this.scope = scope;
  }

  @Override
  public LogPosition position() {
    return position;
  }

  @Override
  public int generation() {
    return generation;
  }

  @Override
  public Selection select(LogPosition knownAt, List<IndexFilter> filters) {
    if (knownAt.isAfter(position)) {
      throw new IllegalStateException("nothing is known here at " + knownAt);
    }
    var visible =
        documents.stream()
            .filter(document -> document.filed().isKnownAt(knownAt) && isSeen(document))
            .toList();
    var left = new ArrayList<Long>();
    var passing = visible;
    for (var filter : filters) {
      passing = passing.stream().filter(filter::admits).toList();
      left.add((long) passing.size());
    }
    return new ScanSelection(visible, passing, left);
  }

  private boolean isSeen(IndexDocument document) {
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
