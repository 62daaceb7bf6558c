package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.engine.embedding.Models;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models that come with the program, and the one behind an endpoint if there is one.
public final class KnownModels implements Models {

  private final @Nullable String chosen;
  private final @Nullable Remote remote;
  private final ModelFiles files;
  private final Path folder;
  private final int threads;
  private final InstantSource clock;

  /// @param budget of the whole process, however often the model is opened
  private record Remote(Endpoint endpoint, Budget budget) {

    boolean isCalled(String name) {
      return endpoint.model().equals(name);
    }
  }

  /// @param chosen by its name; null = none
  /// @param endpoint null = none
  /// @param files of the models that come with the program
  /// @param folder for what has to be unpacked
  /// @param threads how many documents are embedded at once
  public KnownModels(
      @Nullable String chosen,
      @Nullable Endpoint endpoint,
      ModelFiles files,
      Path folder,
      int threads,
      InstantSource clock) {
    this.chosen = chosen;
    this.remote =
        endpoint == null ? null : new Remote(endpoint, new Budget(endpoint.budget(), clock));
    this.files = files;
    this.folder = folder;
    this.threads = threads;
    this.clock = clock;
  }

  @Override
  public @Nullable String chosen() {
    return chosen;
  }

  @Override
  public Set<String> names() {
    var names = new TreeSet<String>();
    Stream.of(LocalModel.values()).map(LocalModel::title).forEach(names::add);
    if (remote != null) {
      names.add(remote.endpoint.model());
    }
    return names;
  }

  /// Those that come with the program are of English.
  @Override
  public Letters letters(String name) {
    return remote != null && remote.isCalled(name) ? remote.endpoint.letters() : Letters.LATIN;
  }

  @Override
  public int dimension(String name) {
    if (remote != null && remote.isCalled(name)) {
      return remote.endpoint.dimension();
    }
    return names().contains(name) ? LocalModel.DIMENSION : 0;
  }

  @Override
  public Embedder open(String name) throws EmbeddingFailure {
    if (remote != null && remote.isCalled(name)) {
      return HttpEmbedder.open(remote.endpoint, remote.budget, clock);
    }
    for (var local : LocalModel.values()) {
      if (local.title().equals(name)) {
        return OnnxEmbedder.open(local, files, folder, threads);
      }
    }
    throw new IllegalArgumentException("there is no model " + name);
  }
}
