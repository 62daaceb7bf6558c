package dev.quipu.testkit.following;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.engine.embedding.Models;
import dev.quipu.testkit.embedding.WordEmbedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Models that do what a test tells them: answer, fail, or be at it for ever.
public final class HandModels implements Models {

  private static final int DIMENSION = 32;

  /// Tokens of a passage: few, so that texts of a test have several.
  public static final int PASSAGE = 12;

  private final Set<String> names;
  private final @Nullable String chosen;

  /// What a model fails with, by name.
  private final Map<String, EmbeddingFailure> failing = new HashMap<>();

  /// What a model waits for, by name.
  private final Map<String, CountDownLatch> gates = new HashMap<>();

  /// What models were given to embed, in their order.
  private final List<String> embedded = new ArrayList<>();

  private final List<String> opened = new ArrayList<>();
  private int open;

  public HandModels(@Nullable String chosen, String... names) {
    this.chosen = chosen;
    this.names = Set.of(names);
  }

  /// Those of a server that is started again with another one.
  public HandModels with(String other) {
    return new HandModels(other, names.toArray(String[]::new));
  }

  @Override
  public @Nullable String chosen() {
    return chosen;
  }

  @Override
  public Set<String> names() {
    return names;
  }

  @Override
  public Letters letters(String name) {
    return Letters.LATIN;
  }

  @Override
  public int dimension(String name) {
    return names.contains(name) ? DIMENSION : 0;
  }

  @Override
  public Embedder open(String name) throws EmbeddingFailure {
    check(name);
    synchronized (this) {
      opened.add(name);
      open++;
    }
    return new Obedient(WordEmbedder.open(name, DIMENSION, PASSAGE));
  }

  public static EmbeddingModel model(String name) {
    return WordEmbedder.open(name, DIMENSION, PASSAGE).model();
  }

  /// Lets a model fail from now on, until it is healed.
  public synchronized void fail(String name, EmbeddingFailure failure) {
    failing.put(name, failure);
  }

  public synchronized void heal(String name) {
    failing.remove(name);
  }

  /// Lets a model begin and not end from now on, until it is let go.
  ///
  /// @return opens as soon as it has begun once
  public synchronized CountDownLatch block(String name) {
    var begun = new CountDownLatch(1);
    gates.put(name, new CountDownLatch(1));
    arrivals.put(name, begun);
    return begun;
  }

  private final Map<String, CountDownLatch> arrivals = new HashMap<>();

  public synchronized void letGo(String name) {
    var gate = gates.remove(name);
    if (gate != null) {
      gate.countDown();
    }
  }

  public synchronized List<String> embedded() {
    return List.copyOf(embedded);
  }

  public synchronized List<String> opened() {
    return List.copyOf(opened);
  }

  /// How many are open at this moment.
  public synchronized int open() {
    return open;
  }

  private void check(String name) throws EmbeddingFailure {
    @Nullable CountDownLatch gate;
    synchronized (this) {
      var failure = failing.get(name);
      if (failure != null) {
        throw failure;
      }
      gate = gates.get(name);
      var arrival = arrivals.get(name);
      if (gate != null && arrival != null) {
        arrival.countDown();
      }
    }
    if (gate != null) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EmbeddingFailure.Transient("interrupted", Duration.ZERO, e);
      }
    }
  }

  private final class Obedient implements Embedder {

    private final WordEmbedder words;

    Obedient(WordEmbedder words) {
      this.words = words;
    }

    @Override
    public EmbeddingModel model() {
      return words.model();
    }

    @Override
    public int tokens(String text) {
      return words.tokens(text);
    }

    @Override
    public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
      check(model().name());
      synchronized (HandModels.this) {
        embedded.addAll(texts);
      }
      return words.documents(texts);
    }

    @Override
    public Embedded query(String text) throws EmbeddingFailure {
      check(model().name());
      return words.query(text);
    }

    @Override
    public void close() {
      synchronized (HandModels.this) {
        open--;
      }
    }
  }
}
