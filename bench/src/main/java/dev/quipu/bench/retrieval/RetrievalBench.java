package dev.quipu.bench.retrieval;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.wire.JsonReader;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import picocli.CommandLine.Option;

/// `bench retrieval`.
@Command(
    name = "retrieval",
    mixinStandardHelpOptions = true,
    description = "How well the questions of a data set are answered: scores by category.")
public final class RetrievalBench implements Callable<Integer> {

  private static final int PORTION = 500;
  private static final int DEPTH = 50;
  private static final int NOT_YET = 503;
  private static final int MOST_WAITS = 100;

  @Option(
      names = "--data",
      required = true,
      description = "A folder with turns.jsonl and queries.jsonl.")
  Path data = Path.of("");

  @Option(names = "--run-out", description = "Writes the ranked turns of each question here.")
  @Nullable Path runOut;

  private final Progress progress = Progress.onTerminal();
  private final JsonReader json = new JsonReader();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var turns = new ArrayList<Turn>();
    for (var line : lines("turns.jsonl")) {
      turns.add(new Turn(turns.size(), String.valueOf(line.text("id")), line));
    }
    var questions = lines("queries.jsonl").stream().map(Asked::new).toList();
    try (var scratch = Scratch.open();
        var server = ServerProcess.startAsIs(scratch.resolve("data"), Map.of());
        var operator = new Client(server.port(), server.adminToken())) {
      var body = JsonObject.of("name", Json.of("retrieval"));
      var made = good(operator.send(Call.post("/v1/admin/tenants", body, null)));
      var client = operator.as(String.valueOf(made.body().text("token")));
      var position = write(client, turns);
      awaitIndex(client, position);
      ask(client, turns, questions, position);
    }
    return 0;
  }

  private List<JsonObject> lines(String file) throws IOException {
    var lines = new ArrayList<JsonObject>();
    for (var line : Files.readAllLines(data.resolve(file))) {
      if (!line.isBlank()) {
        lines.add(json.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
    return lines;
  }

  /// One event for each turn. Returns the position of the last.
  private long write(Client client, List<Turn> turns) throws IOException, InterruptedException {
    long position = 0;
    for (int from = 0; from < turns.size(); from += PORTION) {
      var portion = turns.subList(from, Math.min(from + PORTION, turns.size()));
      var events = portion.stream().map(Turn::event).toList();
      var answer = good(client.send(Call.lines("/v1/events", events, null)));
      if (answer.body().get("receipts") instanceof JsonArray(var receipts)) {
        for (var receipt : receipts) {
          if (!(receipt instanceof JsonObject object)
              || !(object.get("position") instanceof JsonNumber at)) {
            throw new IllegalStateException("not taken: " + receipt);
          }
          position = Math.max(position, at.asLong());
        }
      }
      progress.say("writing", from + portion.size(), turns.size());
    }
    return position;
  }

  /// A large set takes the index longer than a question waits for it.
  private void awaitIndex(Client client, long position) throws IOException, InterruptedException {
    progress.say("waiting for the index");
    var body = JsonObject.of("top_k", Json.of(1), "after", Json.of(position));
    for (int i = 0; i < MOST_WAITS; i++) {
      if (client.send(Call.post("/v1/query", body, null)).status() != NOT_YET) {
        return;
      }
    }
  }

  private void ask(Client client, List<Turn> turns, List<Asked> questions, long position)
      throws IOException, InterruptedException {
    var run = new LinkedHashMap<String, Json>();
    var table = new ScoreTable();
    var millis = new ArrayList<Double>();
    for (var question : questions) {
      long start = System.nanoTime();
      var answer = good(client.send(Call.post("/v1/query", body(question, position), null)));
      millis.add((answer.arrivedAt() - start) / 1e6);
      var ranked = ranked(answer.body(), turns);
      run.put(question.id(), JsonArray.ofTexts(ranked));
      if (question.isScored()) {
        table.add(question.category(), question.score(ranked));
      }
      progress.say("asking", run.size(), questions.size());
    }
    progress.end();
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
      Files.write(runOut, new JsonWriter().compact(new JsonObject(run)));
    }
  }

  private static JsonObject body(Asked question, long position) {
    return JsonObject.of(
        "query_text", Json.of(question.text()),
        "session_ids", JsonArray.ofTexts(List.of(question.conversation())),
        "top_k", Json.of(DEPTH),
        "response_mode", Json.of("objects_only"),
        "after", Json.of(position));
  }

  /// The turns that what was found comes from.
  private static List<String> ranked(JsonObject answer, List<Turn> turns) {
    var ranked = new ArrayList<String>();
    if (answer.get("objects") instanceof JsonArray(var objects)) {
      for (var object : objects) {
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
    return ranked.stream().distinct().toList();
  }

  private static Client.Answer good(Client.Answer answer) {
    if (!answer.isGood()) {
      throw new IllegalStateException(
          "the server answered " + answer.status() + " " + answer.body());
    }
    return answer;
  }
}
