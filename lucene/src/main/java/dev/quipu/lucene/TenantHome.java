package dev.quipu.lucene;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Everything of one tenant: its words, and the vectors of each model in a folder of their own.
final class TenantHome {

  private final Workshop workshop;
  private final TenantId tenant;
  private final Path folder;
  private final Home<LuceneGeneration> words;
  private final Map<EmbeddingModel, Home<LuceneVectors>> vectors = new HashMap<>();

  private TenantHome(
      Workshop workshop, TenantId tenant, Path folder, Home<LuceneGeneration> words) {
    this.workshop = workshop;
    this.tenant = tenant;
    this.folder = folder;
    this.words = words;
  }

  static TenantHome open(Workshop workshop, TenantId tenant, Path folder) throws IOException {
    var purpose =
        new Home.Purpose<>(
            workshop,
            tenant,
            WordLayout.FORMAT,
            place -> new LuceneGeneration(workshop, tenant, place));
    var home = new TenantHome(workshop, tenant, folder, Home.open(purpose, folder));
    for (var entry : folders(folder)) {
      home.openVectors(entry);
    }
    return home;
  }

  private static List<Path> folders(Path folder) throws IOException {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, VectorLayout.FOLDER + "*")) {
      entries.forEach(found::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return found;
    }
    return found;
  }

  /// Which model it is of is written in its commits; a folder that does not say so holds nothing.
  private void openVectors(Path entry) throws IOException {
    var format = Home.formatOf(workshop, entry);
    var model = format == null ? null : VectorLayout.modelOf(format);
    if (model == null || !entry.endsWith(new VectorLayout(model).folder())) {
      Folders.delete(entry);
    } else {
      vectors.put(model, opened(model));
    }
  }

  private Home<LuceneVectors> opened(EmbeddingModel model) throws IOException {
    var layout = new VectorLayout(model);
    var purpose =
        new Home.Purpose<>(
            workshop,
            tenant,
            layout.format(),
            place -> new LuceneVectors(workshop, tenant, model, place));
    return Home.open(purpose, folder.resolve(layout.folder()));
  }

  Home<LuceneGeneration> words() {
    return words;
  }

  synchronized Home<LuceneVectors> vectors(EmbeddingModel model) {
    var known = vectors.get(model);
    if (known == null) {
      try {
        known = opened(model);
      } catch (IOException e) {
        throw Broken.because(e);
      }
      vectors.put(model, known);
    }
    return known;
  }

  /// Null if there are none.
  synchronized @Nullable Home<LuceneVectors> knownVectors(EmbeddingModel model) {
    return vectors.get(model);
  }

  synchronized Set<EmbeddingModel> models() {
    return vectors.entrySet().stream()
        .filter(entry -> !entry.getValue().serving().position().equals(LogPosition.START))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  synchronized void dropVectors(EmbeddingModel model) {
    var known = vectors.remove(model);
    if (known != null) {
      known.drop();
    }
  }

  /// Joins all files, as time would do.
  synchronized void forceMerge() {
    vectors.values().forEach(home -> home.serving().forceMerge());
    words.serving().forceMerge();
  }

  synchronized void close() {
    vectors.values().forEach(Home::close);
    words.close();
  }

  synchronized void drop() {
    vectors.values().forEach(Home::drop);
    vectors.clear();
    words.drop();
  }
}
