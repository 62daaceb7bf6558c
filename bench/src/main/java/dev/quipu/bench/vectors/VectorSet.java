package dev.quipu.bench.vectors;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.testkit.index.VectorDraw;
import dev.quipu.wire.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Vectors, how each is filed, and questions with what is truly nearest.
record VectorSet(
    List<Vector> vectors, List<Label> labels, List<Vector> queries, List<Asked> asked) {

  private static final int LONG_TEXT = 400;
  private static final String LONG = "long";

  /// What a vector is filed under.
  record Label(String session, Instant time, Set<String> tags) {}

  /// @param query which
  /// @param kind of the filter
  /// @param nearest numbers of the vectors, nearest first
  record Asked(int query, String kind, List<IndexFilter> filters, List<Integer> nearest) {}

  /// A folder with `base.fvecs`, `query.fvecs`, `payload.jsonl.gz` and `filters.jsonl.gz`, or with
  /// three files whose names end with `_base.fvecs`, `_query.fvecs` and `_groundtruth.ivecs` and
  /// whose truth is by distance.
  static VectorSet read(Path folder) throws IOException {
    return Files.exists(folder.resolve("filters.jsonl.gz")) ? filtered(folder) : plain(folder);
  }

  /// Clusters of random ones, with no questions but those by share.
  static VectorSet random(int count, int dimension) {
    var draw = new VectorDraw(1, dimension, count / 50, 0.8);
    var vectors = Stream.generate(draw::distinct).limit(count).toList();
    var queries = Stream.generate(draw::distinct).limit(500).toList();
    return new VectorSet(vectors, unlabelled(count), queries, List.of());
  }

  private static List<Label> unlabelled(int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> new Label("all", Instant.EPOCH, Set.of()))
        .toList();
  }

  private static VectorSet plain(Path folder) throws IOException {
    var base = VectorFiles.floats(ending(folder, "_base.fvecs"));
    var lift = Lift.over(base);
    var truth = VectorFiles.integers(ending(folder, "_groundtruth.ivecs"));
    var asked = new ArrayList<Asked>();
    for (int i = 0; i < truth.size(); i++) {
      var nearest = IntStream.of(truth.get(i)).limit(VectorsBench.WANTED).boxed().toList();
      asked.add(new Asked(i, "none", List.of(), nearest));
    }
    return new VectorSet(
        base.stream().map(lift::found).toList(),
        unlabelled(base.size()),
        VectorFiles.floats(ending(folder, "_query.fvecs")).stream().map(lift::asked).toList(),
        asked);
  }

  private static Path ending(Path folder, String end) throws IOException {
    try (var files = Files.newDirectoryStream(folder, "*" + end)) {
      for (var file : files) {
        return file;
      }
    }
    throw new IllegalArgumentException("no file ends with " + end + " in " + folder);
  }

  private static VectorSet filtered(Path folder) throws IOException {
    var labels = lines(folder.resolve("payload.jsonl.gz")).stream().map(VectorSet::label).toList();
    var sessions = labels.stream().map(Label::session).collect(Collectors.toSet());
    var asked = new ArrayList<Asked>();
    for (var line : lines(folder.resolve("filters.jsonl.gz"))) {
      var filters =
          line.get("filter") instanceof JsonObject filter
              ? filters(filter, sessions)
              : List.<IndexFilter>of();
      asked.add(new Asked(number(line, "q"), text(line, "kind"), filters, numbers(line, "top10")));
    }
    return new VectorSet(
        VectorFiles.floats(folder.resolve("base.fvecs")).stream().map(Vector::towards).toList(),
        labels,
        VectorFiles.floats(folder.resolve("query.fvecs")).stream().map(Vector::towards).toList(),
        asked);
  }

  private static Label label(JsonObject line) {
    var tags = new TreeSet<String>();
    tags.add(speaker(text(line, "speaker")));
    if (number(line, "len") > LONG_TEXT) {
      tags.add(LONG);
    }
    return new Label(text(line, "tenant"), Instant.parse(text(line, "ts")), tags);
  }

  private static List<IndexFilter> filters(JsonObject filter, Set<String> sessions) {
    var filters = new ArrayList<IndexFilter>();
    for (var name : filter.members().keySet()) {
      switch (name) {
        case "tenant" -> filters.add(session(Set.of(text(filter, name))));
        case "tenant_in" ->
            filters.add(
                session(
                    ((JsonArray) member(filter, name))
                        .items().stream().map(item -> ((JsonString) item).value()).toList()));
        case "must_not" -> {
          var others = new TreeSet<>(sessions);
          others.remove(text((JsonObject) member(filter, name), "tenant"));
          filters.add(session(others));
        }
        case "speaker" -> filters.add(tag(speaker(text(filter, name))));
        case "len_gt" -> filters.add(tag(LONG));
        case "ts_gte" ->
            filters.add(new IndexFilter.Within(Instant.parse(text(filter, name)), null));
        case "ts_lte" ->
            filters.add(
                new IndexFilter.Within(null, Instant.parse(text(filter, name)).plusSeconds(1)));
        default -> throw new IllegalArgumentException("a filter by " + name);
      }
    }
    return filters;
  }

  private static IndexFilter session(Collection<String> ids) {
    return new IndexFilter.OneOf(FilterField.SESSION_IDS, new TreeSet<>(ids));
  }

  static IndexFilter tag(String tag) {
    return new IndexFilter.OneOf(FilterField.TAGS, new TreeSet<>(Set.of(tag)));
  }

  private static String speaker(String name) {
    return "speaker " + name;
  }

  private static dev.quipu.model.json.Json member(JsonObject object, String name) {
    var value = object.get(name);
    if (value == null) {
      throw new IllegalArgumentException("a line without " + name);
    }
    return value;
  }

  private static String text(JsonObject line, String name) {
    return ((JsonString) member(line, name)).value();
  }

  private static int number(JsonObject line, String name) {
    return (int) ((JsonNumber) member(line, name)).asLong();
  }

  private static List<Integer> numbers(JsonObject line, String name) {
    return ((JsonArray) member(line, name))
        .items().stream().map(item -> (int) ((JsonNumber) item).asLong()).toList();
  }

  private static List<JsonObject> lines(Path file) throws IOException {
    var json = new JsonReader();
    var lines = new ArrayList<JsonObject>();
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(json.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
    return lines;
  }
}
