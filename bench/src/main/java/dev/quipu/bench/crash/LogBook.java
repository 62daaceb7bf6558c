package dev.quipu.bench.crash;

import dev.quipu.bench.child.Client;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// What is in the log, read back over HTTP, held against what the writers were told.
public final class LogBook {

  private static final Pattern MARK = Pattern.compile("mark_[A-Za-z0-9]+_\\d+");

  private final Map<String, List<Long>> positions = new HashMap<>();
  private final List<String> findings = new ArrayList<>();
  private long last;

  private LogBook() {}

  static LogBook of(List<JsonObject> events) {
    var book = new LogBook();
    events.forEach(book::add);
    return book;
  }

  public static LogBook read(Client client) throws IOException, InterruptedException {
    var book = new LogBook();
    String cursor = null;
    do {
      var page =
          client.get(Attempts.EVENTS + "?limit=1000" + (cursor == null ? "" : "&cursor=" + cursor));
      if (!page.isGood()) {
        throw new IllegalStateException("the log cannot be read: " + page.body());
      }
      var events = page.body().array("events");
      if (events == null) {
        throw new IllegalStateException("not a page of events: " + page.body());
      }
      events.items().forEach(event -> book.add((JsonObject) event));
      cursor = page.body().text("next_cursor");
    } while (cursor != null);
    return book;
  }

  private void add(JsonObject event) {
    long position = event.get("position") instanceof JsonNumber number ? number.asLong() : -1;
    if (position != last + 1) {
      findings.add("position " + position + " follows " + last);
    }
    last = position;
    var mark = MARK.matcher(String.valueOf(event.get("payload")));
    if (mark.find()) {
      positions.computeIfAbsent(mark.group(), _ -> new ArrayList<>()).add(position);
    }
  }

  public long events() {
    return last;
  }

  /// What is wrong; nothing if all is well.
  public List<String> judge(Ledger ledger) {
    ledger
        .acknowledged()
        .forEach(
            (mark, position) -> {
              var found = positions.getOrDefault(mark, List.of());
              if (!found.equals(List.of(position))) {
                findings.add(mark + " was acknowledged at " + position + " and is at " + found);
              }
            });
    for (var attempt : ledger.open()) {
      judge(attempt);
    }
    return List.copyOf(findings);
  }

  private void judge(Attempt attempt) {
    int there = 0;
    for (var mark : attempt.marks()) {
      var found = positions.getOrDefault(mark, List.of());
      if (found.size() > 1) {
        findings.add(mark + " is there more than once: " + found);
      }
      there += found.isEmpty() ? 0 : 1;
    }
    if (attempt.atomic() && there != 0 && there != attempt.marks().size()) {
      findings.add(there + " of the inseparable " + attempt.marks() + " are there");
    }
  }
}
