package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit.Matched;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.Provenance;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An answer, with everything that it rests on.
///
/// @param edges of a bounded expansion from what was found
/// @param applied the filters, in the order in which they were applied
/// @param trace by which the answer can be made again
/// @param search how it was searched
/// @param wordsPosition the position of the log that the index has shown
/// @param vectorsPosition the same of the vectors; null if words alone have answered
/// @param context a block that quotes what was found, if it was asked for
/// @param nextCursor null at the end
public record Evidence(
    List<Found> objects,
    List<Expansion.Followed> edges,
    List<Provenance> provenance,
    List<Applied> applied,
    Trace trace,
    Search search,
    LogPosition wordsPosition,
    @Nullable LogPosition vectorsPosition,
    At at,
    @Nullable ContextBlock context,
    @Nullable String nextCursor) {

  public Evidence {
    objects = List.copyOf(objects);
    edges = List.copyOf(edges);
    provenance = List.copyOf(provenance);
    applied = List.copyOf(applied);
  }

  /// All that is told of, what says the same behind what it is told under.
  Stream<Node> nodes() {
    return objects.stream()
        .flatMap(
            found ->
                Stream.concat(
                    Stream.of(found.node()), found.duplicates().stream().map(Duplicate::node)));
  }

  /// An object that was found.
  ///
  /// @param node as the caller sees it at the point of the answer
  /// @param filed as the index knows it
  /// @param matched the words that were found, if that was asked for
  /// @param cosine how near it lies to the question, if that was asked for and is known
  /// @param duplicates what else says the same
  /// @param superseded null if nothing that the caller sees has taken its place
  public record Found(
      Node node,
      Filed filed,
      double score,
      Map<String, Double> parts,
      List<String> sourceEvents,
      List<Matched> matched,
      @Nullable Double cosine,
      List<Duplicate> duplicates,
      @Nullable Superseded superseded) {

    public Found {
      sourceEvents = List.copyOf(sourceEvents);
      matched = List.copyOf(matched);
      duplicates = List.copyOf(duplicates);
    }

    /// The version that was found.
    public int version() {
      return filed.version();
    }

    Found with(List<Matched> matched, @Nullable Double cosine) {
      return new Found(
          node, filed, score, parts, sourceEvents, matched, cosine, duplicates, superseded);
    }

    /// What has taken its place, if that was found too.
    public @Nullable ObjectRef supersededBy() {
      return superseded == null ? null : superseded.by();
    }
  }

  /// An object that was found and says the same as another that ranks higher.
  public record Duplicate(Node node, int version, double score, List<String> sourceEvents) {

    /// Characters of its text that are told: it differs from the other in next to nothing.
    private static final int TOLD = 500;

    public Duplicate {
      sourceEvents = List.copyOf(sourceEvents);
    }

    /// How it says it, or how that begins.
    public String text() {
      var text = Wording.of(node);
      return text.codePointCount(0, text.length()) <= TOLD
          ? text
          : text.substring(0, text.offsetByCodePoints(0, TOLD));
    }
  }

  /// That something has taken the place of an object.
  ///
  /// @param by what did, among what was found; null if it is not there
  public record Superseded(@Nullable ObjectRef by) {}

  /// A filter.
  ///
  /// @param removed what the caller would see after the filters before it, less what is left
  public record Applied(String name, JsonObject params, long removed) {}

  /// How it was searched.
  ///
  /// @param exact whether everything eligible was considered that the index has
  /// @param eligible documents that pass all filters
  /// @param visited documents whose words were looked at, and vectors that were compared
  /// @param vectors whether they have taken part
  /// @param covered what share of what could be found by meaning has vectors by now; null if they
  ///   have not taken part
  public record Search(
      boolean exact, long eligible, long visited, VectorUse vectors, @Nullable Double covered) {

    /// What share of the nearest by meaning a search finds that does not look at all of them, at
    /// least: `bench vectors` holds it to that.
    public static final double APPROXIMATE_RECALL = 0.99;

    /// What share of the nearest is among what was found, to be expected; null if nothing was
    /// looked for by its meaning.
    public @Nullable Double recall() {
      return covered == null
          ? null
          : (Double) Ranker.rounded(covered * (exact ? 1 : APPROXIMATE_RECALL));
    }
  }
}
