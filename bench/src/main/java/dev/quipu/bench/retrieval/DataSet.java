package dev.quipu.bench.retrieval;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.Client;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is written, and what is asked about it: a folder with `turns.jsonl` and `queries.jsonl`.
record DataSet(List<Turn> turns, List<Asked> questions) {

  private static final int PORTION = 500;
  private static final int NOT_YET = 503;
  static final int MOST_WAITS = 2_000;

  static DataSet read(Path folder) throws IOException {
    var turns = new ArrayList<Turn>();
    for (var line : lines(folder.resolve("turns.jsonl"))) {
      turns.add(new Turn(turns.size(), String.valueOf(line.text("id")), line));
    }
    return new DataSet(
        turns, lines(folder.resolve("queries.jsonl")).stream().map(Asked::new).toList());
  }

  private static List<JsonObject> lines(Path file) throws IOException {
    var json = new JsonReader();
    var lines = new ArrayList<JsonObject>();
    for (var line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        lines.add(json.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
    return lines;
  }

  /// A tenant that has it all.
  ///
  /// @param position of the last event
  record Filled(String token, long position) {

    /// As it was noted when it was filled.
    static Filled read(Path note) throws IOException {
      var lines = Files.readAllLines(note);
      return new Filled(lines.getFirst(), Long.parseLong(lines.getLast()));
    }

    void write(Path note) throws IOException {
      Files.write(note, List.of(token, Long.toString(position)));
    }
  }

  /// Makes a tenant and writes everything there. The index has it then.
  Filled fill(Client operator, Progress progress) throws IOException, InterruptedException {
    var body = JsonObject.of("name", Json.of("retrieval"));
    var made = good(operator.send(Call.post("/v1/admin/tenants", body, null)));
    var token = String.valueOf(made.body().text("token"));
    var client = operator.as(token);
    long position = write(client, progress);
    awaitIndex(client, position, progress);
    return new Filled(token, position);
  }

  /// One event for each turn. Returns the position of the last.
  private long write(Client client, Progress progress) throws IOException, InterruptedException {
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
  private void awaitIndex(Client client, long position, Progress progress)
      throws IOException, InterruptedException {
    progress.say("waiting for the index");
    var body = JsonObject.of("top_k", Json.of(1), "after", Json.of(position));
    await(client, body);
  }

  /// Vectors take longer still.
  void awaitVectors(Client client, long position, Progress progress)
      throws IOException, InterruptedException {
    progress.say("waiting for vectors");
    var body =
        JsonObject.of(
            "top_k", Json.of(1), "after", Json.of(position), "wait_for", Json.of("vectors"));
    await(client, body);
  }

  private static void await(Client client, JsonObject question)
      throws IOException, InterruptedException {
    for (int i = 0; i < MOST_WAITS; i++) {
      if (client.send(Call.post("/v1/query", question, null)).status() != NOT_YET) {
        return;
      }
    }
  }

  static Client.Answer good(Client.Answer answer) {
    if (!answer.isGood()) {
      throw new IllegalStateException(
          "the server answered " + answer.status() + " " + answer.body());
    }
    return answer;
  }
}
