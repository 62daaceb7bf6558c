package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.engine.embedding.Models;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models that come with the program, the tables that are made from them, and those behind
/// endpoints.
public final class KnownModels implements Models {

  private final @Nullable String chosen;
  private final Map<String, Remote> remotes;
  private final ModelFiles files;
  private final Path folder;
  private final int threads;
  private final InstantSource clock;

  /// @param budget of the whole process, however often the model is opened
  private record Remote(Endpoint endpoint, Budget budget) {}

  /// @param chosen by its name; null = none
  /// @param endpoints whose models have different names
  /// @param files of the models that come with the program
  /// @param folder for what has to be unpacked or made
  /// @param threads how many documents are embedded at once
  public KnownModels(
      @Nullable String chosen,
      List<Endpoint> endpoints,
      ModelFiles files,
      Path folder,
      int threads,
      InstantSource clock) {
    this.chosen = chosen;
    this.remotes =
        endpoints.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Endpoint::name, each -> new Remote(each, new Budget(each.budget(), clock))));
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
    Stream.of(DistilledModel.values()).map(DistilledModel::title).forEach(names::add);
    names.addAll(remotes.keySet());
    return names;
  }

  /// Those that come with the program are of English.
  @Override
  public Letters letters(String name) {
    var remote = remotes.get(name);
    return remote == null ? Letters.LATIN : remote.endpoint.letters();
  }

  @Override
  public int dimension(String name) {
    var remote = remotes.get(name);
    if (remote != null) {
      return remote.endpoint.dimension();
    }
    return names().contains(name) ? LocalModel.DIMENSION : 0;
  }

  @Override
  public Embedder open(String name) throws EmbeddingFailure {
    var remote = remotes.get(name);
    if (remote != null) {
      return HttpEmbedder.open(remote.endpoint, remote.budget, clock);
    }
    for (var local : LocalModel.values()) {
      if (local.title().equals(name)) {
        return OnnxEmbedder.open(local, files, folder, threads);
      }
    }
    for (var distilled : DistilledModel.values()) {
      if (distilled.title().equals(name)) {
        return TableEmbedder.open(distilled, files, folder, threads);
      }
    }
    throw new IllegalArgumentException("there is no model " + name);
  }
}
