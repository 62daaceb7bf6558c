package dev.quipu.engine.files;

import dev.quipu.engine.embedding.Passages;
import dev.quipu.model.Limits;
import java.util.ArrayList;
import java.util.List;

/// Cuts the text of a file into parts of about equal length, between sentences and lines, as
/// [Passages] cuts for a model; here the measure is chars, so that what is kept does not change
/// with the model. Put side by side, the chunks are the text.
public final class Chunks {

  private Chunks() {}

  /// One if the text is short; none if it is blank.
  public static List<Chunk> of(FileText file) {
    return of(file, Limits.FILES.chunk());
  }

  /// As [#of(FileText)], with another measure.
  ///
  /// @param limit how many chars a chunk may have
  public static List<Chunk> of(FileText file, int limit) {
    var text = file.text();
    if (text.isBlank()) {
      return List.of();
    }
    var places = Places.of(file);
    var passages = new Passages(limit, String::length).cut(text);
    var chunks = new ArrayList<Chunk>(passages.size());
    for (var passage : passages) {
      var begin = places.at(passage.begin());
      chunks.add(new Chunk(passage.ordinal() + 1, passages.size(), begin, passage.of(text)));
    }
    return List.copyOf(chunks);
  }
}
