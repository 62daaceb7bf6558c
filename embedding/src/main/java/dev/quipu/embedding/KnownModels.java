package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Models;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models that come with the program, and the one behind an endpoint if there is one.
///
/// @param chosen by its name; null = none
/// @param endpoint null = none
/// @param files of the models that come with the program
/// @param folder for what has to be unpacked
/// @param threads how many documents are embedded at once
public record KnownModels(
    @Nullable String chosen,
    @Nullable Endpoint endpoint,
    ModelFiles files,
    Path folder,
    int threads,
    InstantSource clock)
    implements Models {

  @Override
  public Set<String> names() {
    var names = new TreeSet<String>();
    Stream.of(LocalModel.values()).map(LocalModel::title).forEach(names::add);
    if (endpoint != null) {
      names.add(endpoint.model());
    }
    return names;
  }

  @Override
  public Embedder open(String name) throws EmbeddingFailure {
    if (endpoint != null && endpoint.model().equals(name)) {
      return HttpEmbedder.open(endpoint, clock);
    }
    for (var local : LocalModel.values()) {
      if (local.title().equals(name)) {
        return OnnxEmbedder.open(local, files, folder, threads);
      }
    }
    throw new IllegalArgumentException("there is no model " + name);
  }
}
