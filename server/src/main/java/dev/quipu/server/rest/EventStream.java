package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EventFilter;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import dev.quipu.wire.EventAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// `/v1/events/stream`: events as they are appended, as server-sent events.
///
/// The token is checked again before anything is sent: a stream outlives neither its key nor its
/// tenant.
final class EventStream {

  private static final int PORTION = 200;
  private static final long MAX_POSITION = 1L << 53;

  private final Engine engine;
  private final Streams streams;
  private final Map<Thread, Long> behind = new ConcurrentHashMap<>();

  EventStream(Engine engine, Streams streams, Metrics metrics) {
    this.engine = engine;
    this.streams = streams;
    metrics.showFollowerLag(this::lag);
  }

  /// How many entries the slowest stream had still before it when it last looked.
  private long lag() {
    return behind.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  Reply follow(Caller caller, Call call, EventFilter filter) {
    var after = after(caller, call);
    call.query().check();
    var token = Gate.token(call.incoming());
    return streams.begin(
        caller.tenant(),
        out -> {
          try {
            write(caller.tenant(), token, after, filter, out);
          } finally {
            behind.remove(Thread.currentThread());
          }
        });
  }

  private void write(
      TenantId tenant, String token, LogPosition after, EventFilter filter, OutputStream out)
      throws IOException, InterruptedException {
    var at = after;
    // Taken before the first read, so that nothing falls between reading and waiting.
    try (var follower = engine.signal().follow(tenant)) {
      while (!streams.isStopping()) {
        var caller = engine.credentials().callerOf(token);
        var portion = engine.events().follow(caller, at, filter, PORTION);
        behind.put(Thread.currentThread(), portion.head().value() - at.value());
        for (var entry : portion.events()) {
          var data = new String(Answers.bytes(EventAnswer.of(entry)), StandardCharsets.UTF_8);
          out.write(Streams.frame("event", entry.position().toString(), data));
        }
        out.flush();
        boolean more = portion.seen().isAfter(at);
        at = portion.seen();
        behind.put(Thread.currentThread(), portion.head().value() - at.value());
        if (!more && !follower.await(streams.heartbeat()) && !streams.isStopping()) {
          engine.credentials().callerOf(token);
          Streams.beat(out);
        }
      }
    }
  }

  /// Where to begin: what a browser sends when it reconnects goes before what the address says. Who
  /// says nothing wants what happens from now on.
  private LogPosition after(Caller caller, Call call) {
    var asked = call.query().integer("after", 0, MAX_POSITION);
    var last = call.incoming().header("Last-Event-ID");
    var head = engine.events().head(caller).position();
    if (last == null) {
      return asked == null ? head : upTo(head, asked, "/after");
    }
    return upTo(head, position(last), "/Last-Event-ID");
  }

  /// The position that a client says it has seen last.
  static long position(String last) {
    if (last.length() > 16 || !last.matches("[0-9]+")) {
      throw new Invalid("/Last-Event-ID", "position.format", "Send the id of an event you got.");
    }
    return Long.parseLong(last);
  }

  /// A place ahead of the log would quietly skip what comes before it.
  static LogPosition upTo(LogPosition head, long asked, String pointer) {
    if (asked > head.value()) {
      throw new Invalid(
          pointer,
          "position.future",
          "The log ends at position " + head + "; begin there or earlier.");
    }
    return new LogPosition(asked);
  }
}
