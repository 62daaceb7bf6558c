package dev.quipu.lucene;

import static java.util.Objects.requireNonNull;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;

/// A stand, through the eyes of a scope.
final class LuceneView implements IndexView {

  private final Workshop workshop;
  private final TenantHome home;
  private final LuceneGeneration generation;
  private final Stand stand;
  private final Sight sight;
  private final long clock;
  private final Omitted omitted;
  private boolean closed;

  LuceneView(
      Workshop workshop,
      TenantHome home,
      LuceneGeneration generation,
      Stand stand,
      ReadScope scope,
      Omitted omitted) {
    this.workshop = workshop;
    this.home = home;
    this.generation = generation;
    this.stand = stand;
    this.omitted = omitted;
    this.sight = Sight.of(scope);
    this.clock =
        switch (scope) {
          case ReadScope.Whole _ -> Long.MIN_VALUE;
          case ReadScope.Limited limited -> Micros.floor(limited.clock());
        };
  }

  @Override
  public LogPosition position() {
    return stand.position();
  }

  @Override
  public int generation() {
    return generation.number();
  }

  @Override
  public Selection select(LogPosition knownAt, List<IndexFilter> filters) {
    if (closed || knownAt.isAfter(position())) {
      throw new IllegalStateException("nothing is known here at " + knownAt);
    }
    return reading(
        () -> {
          var reader = reader(knownAt);
          var passing = Passing.of(this, reader, knownAt, filters);
          var asking = filters.stream().filter(IndexFilter::decidesWords).toList();
          var asked =
              asking.size() == filters.size() ? passing : Passing.of(this, reader, knownAt, asking);
          return new LuceneSelection(this, passing, asked);
        });
  }

  private IndexReader reader(LogPosition knownAt) throws IOException {
    var readers = new ArrayList<IndexReader>();
    var now = stand.now();
    if (now != null) {
      readers.add(now);
    }
    if (position().isAfter(knownAt)) {
      var past = stand.past();
      if (past != null) {
        readers.add(past);
      }
    }
    return readers.size() == 1
        ? readers.getFirst()
        : new MultiReader(readers.toArray(IndexReader[]::new), false);
  }

  VisibleSets sets() {
    return workshop.visibleSets();
  }

  Sight sight() {
    return sight;
  }

  Omitted omitted() {
    return omitted;
  }

  long clock() {
    return clock;
  }

  /// Something that reads files.
  ///
  /// @param <T> what comes of it
  interface Reading<T> {
    T read() throws IOException;
  }

  /// Files that turn out to be damaged are given up: an empty index is better than a wrong one.
  <T> T reading(Reading<T> reading) {
    try {
      return reading.read();
    } catch (UncheckedIOException e) {
      throw failed(requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private RuntimeException failed(IOException e) {
    if (Broken.isDamage(e)) {
      home.replace(generation, e);
      return Broken.rebuilding();
    }
    return Broken.because(e);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      stand.leave();
    }
  }
}
