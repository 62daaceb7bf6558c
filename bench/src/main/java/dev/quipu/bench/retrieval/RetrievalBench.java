package dev.quipu.bench.retrieval;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;

/// `bench retrieval`.
@Command(
    name = "retrieval",
    mixinStandardHelpOptions = true,
    description = "How well the questions of a data set are answered: scores by category.")
public final class RetrievalBench implements Callable<Integer> {

  static final int DEPTH = 50;

  @Option(
      names = "--data",
      required = true,
      description = "A folder with turns.jsonl and queries.jsonl.")
  Path data = Path.of("");

  @Option(
      names = "--run-out",
      description =
          "Writes the ranked turns of each question here; those of single lists beside it, under"
              + " its name with `.words` and `.vectors`.")
  @Nullable Path runOut;

  @Option(
      names = "--lists",
      description = "Asks by words alone and by vectors alone as well, of the same memories.")
  boolean lists;

  @Option(
      names = "--embedder",
      description = "What makes vectors: as the server's setting; `none` asks by words alone.",
      defaultValue = "bge-small",
      showDefaultValue = Help.Visibility.ALWAYS)
  String embedder = "";

  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var set = DataSet.read(data);
    try (var scratch = Scratch.open();
        var server =
            ServerProcess.startAsIs(scratch.resolve("data"), Map.of("QUIPU_EMBEDDER", embedder));
        var operator = new Client(server.port(), server.adminToken())) {
      var filled = set.fill(operator, progress);
      if (!embedder.equals("none")) {
        set.awaitVectors(operator.as(filled.token()), filled.position(), progress);
      }
      var client = operator.as(filled.token());
      ask(client, set, filled.position(), null);
      if (lists) {
        ask(client, set, filled.position(), "words");
        ask(client, set, filled.position(), "vectors");
      }
    }
    return 0;
  }

  /// @param list the only one that is asked; null = all, fused
  private void ask(Client client, DataSet set, long position, @Nullable String list)
      throws IOException, InterruptedException {
    var turns = set.turns();
    var questions = set.questions();
    var run = new LinkedHashMap<String, Json>();
    var table = new ScoreTable();
    var millis = new ArrayList<Double>();
    for (var question : questions) {
      long start = System.nanoTime();
      var answer = client.send(Call.post("/v1/query", body(question, position, list), null));
      millis.add((answer.arrivedAt() - start) / 1e6);
      boolean isUnknown = // to the model, by its letters
          list != null && "vectors.unavailable".equals(answer.body().text("code"));
      var ranked = isUnknown ? List.<String>of() : ranked(DataSet.good(answer).body(), turns);
      run.put(question.id(), JsonArray.ofTexts(ranked));
      if (question.isScored()) {
        table.add(question.category(), question.score(ranked));
      }
      progress.say("asking", run.size(), questions.size());
    }
    progress.end();
    if (list != null) {
      System.out.println("by " + list + " alone");
    }
    table.print(System.out);
    millis.sort(null);
    System.out.printf(
        Locale.ROOT,
        "%d turns, %d questions; a question took %.1f ms (median), %.1f ms (99th of 100)%n",
        turns.size(),
        questions.size(),
        millis.get(millis.size() / 2),
        millis.get(millis.size() * 99 / 100));
    if (runOut != null) {
      var file = list == null ? runOut : runOut.resolveSibling(runOut.getFileName() + "." + list);
      Files.write(file, new JsonWriter().compact(new JsonObject(run)));
    }
  }

  private static JsonObject body(Asked question, long position, @Nullable String list) {
    var body =
        JsonObject.of(
            "query_text", Json.of(question.text()),
            "session_ids", JsonArray.ofTexts(List.of(question.conversation())),
            "top_k", Json.of(DEPTH),
            "response_mode", Json.of("objects_only"),
            "after", Json.of(position));
    return list == null
        ? body
        : body.with("search", JsonObject.of("by", JsonArray.ofTexts(List.of(list))));
  }

  /// The turns that what was found comes from, and right behind them those of what says the same.
  private static List<String> ranked(JsonObject answer, List<Turn> turns) {
    var ranked = new ArrayList<String>();
    if (answer.get("objects") instanceof JsonArray(var objects)) {
      for (var object : objects) {
        addSources(object, turns, ranked);
        if (object instanceof JsonObject found
            && found.get("duplicates") instanceof JsonArray(var duplicates)) {
          duplicates.forEach(duplicate -> addSources(duplicate, turns, ranked));
        }
      }
    }
    return ranked.stream().distinct().toList();
  }

  private static void addSources(Json object, List<Turn> turns, List<String> ranked) {
    if (object instanceof JsonObject found
        && found.get("source_event_ids") instanceof JsonArray(var sources)) {
      for (var source : sources) {
        if (source instanceof JsonString(var id)) {
          ranked.add(turns.get(Turn.numberOf(id)).id());
        }
      }
    }
  }
}
