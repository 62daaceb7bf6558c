package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EventFilter;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import dev.quipu.wire.EventAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// `/v1/events/stream`: events as they are appended, as server-sent events.
///
/// The token is checked again before anything is sent: a stream outlives neither its key nor its
/// tenant.
final class EventStream {

  static final String MEDIA_TYPE = "text/event-stream";

  private static final int PORTION = 200;
  private static final long MAX_POSITION = 1L << 53;

  private final Engine engine;
  private final Limits limits;
  private final Metrics metrics;
  private final Duration heartbeat;
  private final Map<TenantId, Integer> open = new ConcurrentHashMap<>();
  private final Map<Thread, Long> behind = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  EventStream(Engine engine, Limits limits, Metrics metrics, Duration heartbeat) {
    this.engine = engine;
    this.limits = limits;
    this.metrics = metrics;
    this.heartbeat = heartbeat;
    metrics.showFollowerLag(this::lag);
  }

  /// How many entries the slowest stream had still before it when it last looked.
  private long lag() {
    return behind.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /// Ends all streams, and refuses new ones.
  void stop() {
    stopping = true;
    engine.signal().ringAll();
  }

  Reply follow(Caller caller, Call call, EventFilter filter) {
    var after = after(caller, call);
    call.query().check();
    if (stopping) {
      throw new Unavailable("server.stopping", "the server is stopping", Duration.ofSeconds(1));
    }
    var token = Gate.token(call.incoming());
    enter(caller.tenant());
    return new Reply.Stream(
        200,
        Map.of("Content-Type", MEDIA_TYPE),
        out -> {
          try {
            write(caller.tenant(), token, after, filter, out);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the listener has lost its patience
          } finally {
            behind.remove(Thread.currentThread());
            leave(caller.tenant());
          }
        });
  }

  private void write(
      TenantId tenant, String token, LogPosition after, EventFilter filter, OutputStream out)
      throws IOException, InterruptedException {
    send(out, ": quipu\nretry: 1000\n\n");
    var at = after;
    // Taken before the first read, so that nothing falls between reading and waiting.
    try (var follower = engine.signal().follow(tenant)) {
      while (!stopping) {
        var caller = engine.credentials().callerOf(token);
        var portion = engine.events().follow(caller, at, filter, PORTION);
        behind.put(Thread.currentThread(), portion.head().value() - at.value());
        for (var entry : portion.events()) {
          var data = new String(Answers.bytes(EventAnswer.of(entry)), StandardCharsets.UTF_8);
          out.write(frame("event", entry.position().toString(), data));
        }
        out.flush();
        boolean more = portion.seen().isAfter(at);
        at = portion.seen();
        behind.put(Thread.currentThread(), portion.head().value() - at.value());
        if (!more && !follower.await(heartbeat) && !stopping) {
          engine.credentials().callerOf(token);
          send(out, ":\n\n");
        }
      }
      send(out, "event: end\ndata: {\"code\":\"server.stopping\"}\n\n");
    } catch (MemoryException e) {
      var problem = new String(Answers.bytes(Problems.of(e).toJson()), StandardCharsets.UTF_8);
      out.write(frame("end", null, problem));
      out.flush();
    }
  }

  private static byte[] frame(String event, @Nullable String id, String data) {
    var frame = new StringBuilder(data.length() + 64);
    if (id != null) {
      frame.append("id: ").append(id).append('\n');
    }
    frame.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
    return frame.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
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
    if (last.length() > 16 || !last.matches("[0-9]+")) {
      throw new Invalid("/Last-Event-ID", "position.format", "Send the id of an event you got.");
    }
    return upTo(head, Long.parseLong(last), "/Last-Event-ID");
  }

  /// A place ahead of the log would quietly skip what comes before it.
  private static LogPosition upTo(LogPosition head, long asked, String pointer) {
    if (asked > head.value()) {
      throw new Invalid(
          pointer,
          "position.future",
          "The log ends at position " + head + "; begin there or earlier.");
    }
    return new LogPosition(asked);
  }

  private void enter(TenantId tenant) {
    open.merge(
        tenant,
        1,
        (count, one) -> {
          if (count >= limits.maxStreams()) {
            throw new Exhausted(
                "streams.too_many",
                "this tenant has " + count + " open streams, and may have no more");
          }
          return count + one;
        });
    metrics.streamOpened();
  }

  private void leave(TenantId tenant) {
    open.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
    metrics.streamClosed();
  }
}
