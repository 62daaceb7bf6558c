package dev.quipu.lucene;

import static java.util.Objects.requireNonNull;

import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;

/// A stand that somebody has entered, and leaves.
record Entry(Home<?> home, LuceneFilling<?> generation, Stand stand) {

  LogPosition position() {
    return stand.position();
  }

  /// The files in which something may lie that was known at a position.
  IndexReader reader(LogPosition knownAt) throws IOException {
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

  void leave() {
    stand.leave();
  }
}
