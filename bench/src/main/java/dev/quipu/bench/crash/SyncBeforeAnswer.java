package dev.quipu.bench.crash;

import dev.quipu.bench.child.Call;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.process.Strace;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/// Watches the server's calls to the kernel while one client writes one event after the other: the
/// write-ahead log is written, then synced, then the answer goes out.
public record SyncBeforeAnswer() implements Scenario {

  private static final int EVENTS = 20;

  private static final Pattern SYNCED =
      Pattern.compile("(fdatasync|fsync)\\(\\d+<[^>]*quipu\\.db-wal>\\) *= 0");
  private static final Pattern LOGGED =
      Pattern.compile("(pwrite64|write|pwritev)\\(\\d+<[^>]*quipu\\.db-wal>.*");
  private static final Pattern ANSWERED =
      Pattern.compile("(write|writev|sendto)\\(\\d+<[^>]*(socket|TCP)[^>]*>.*HTTP/1\\.1 201.*");

  @Override
  public String name() {
    return "answers sent before the log was synced";
  }

  @Override
  public String obstacle() {
    return Strace.works() ? "" : "strace cannot be had";
  }

  @Override
  public Result play() throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      var trace = scratch.resolve("trace");
      var options =
          List.of(
              "--seccomp-bpf",
              "-y",
              "-s",
              "64",
              "-o",
              trace.toString(),
              "-e",
              "trace=fdatasync,fsync,write,writev,pwrite64,pwritev,sendto");
      var folder = scratch.resolve("data");
      try (var server = ServerProcess.start(folder, command -> Strace.with(options, command))) {
        var house = House.found(folder, server, 0, 0);
        try (var client = house.client(server)) {
          for (int i = 0; i < EVENTS; i++) {
            var event = JsonObject.of("event_type", Json.of("traced"), "payload", JsonObject.EMPTY);
            client.send(Call.post(Attempts.EVENTS, event, null));
          }
        }
        server.stop();
      }
      return judge(trace);
    }
  }

  private static Result judge(Path trace) throws IOException {
    var findings = new ArrayList<String>();
    int answers = 0;
    boolean logged = false;
    boolean synced = false;
    for (var call : calls(trace)) {
      if (LOGGED.matcher(call).find()) {
        logged = true;
        synced = false;
      } else if (SYNCED.matcher(call).find()) {
        synced = true;
      } else if (ANSWERED.matcher(call).find()) {
        if (!logged || !synced) {
          findings.add("answer " + answers + (logged ? " before the sync" : " without a write"));
        }
        answers++;
        logged = false;
        synced = false;
      }
    }
    // The tenant is made before the events, by a 201 of its own.
    if (answers < EVENTS) {
      findings.add("the trace shows " + answers + " answers to " + EVENTS + " events");
    }
    return new Result(answers + " answers traced", findings);
  }

  /// The calls in the order in which they ended, but answers in the order in which they began.
  /// strace breaks a call in two when another thread's comes between.
  private static List<String> calls(Path trace) throws IOException {
    var calls = new ArrayList<String>();
    var begun = new HashMap<String, String>();
    for (var line : Files.readAllLines(trace, StandardCharsets.ISO_8859_1)) {
      int space = line.indexOf(' ');
      var thread = line.substring(0, Math.max(space, 0));
      var call = line.substring(space + 1).strip();
      if (call.endsWith("<unfinished ...>")) {
        begun.put(thread, call.substring(0, call.length() - "<unfinished ...>".length()).strip());
        if (ANSWERED.matcher(call).find()) {
          calls.add(call);
          begun.put(thread, "");
        }
      } else if (call.startsWith("<... ")) {
        calls.add(begun.getOrDefault(thread, "") + call.substring(call.indexOf("resumed>") + 8));
      } else {
        calls.add(call);
      }
    }
    return calls;
  }
}
