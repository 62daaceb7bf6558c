package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Answers that go on: server-sent events. Counts them, bounds them for each tenant, and ends them
/// when the server stops.
final class Streams {

  static final String MEDIA_TYPE = "text/event-stream";

  private final Engine engine;
  private final Limits limits;
  private final Metrics metrics;
  private final Duration heartbeat;
  private final Map<TenantId, Integer> open = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  Streams(Engine engine, Limits limits, Metrics metrics, Duration heartbeat) {
    this.engine = engine;
    this.limits = limits;
    this.metrics = metrics;
    this.heartbeat = heartbeat;
  }

  /// Writes a stream until it is broken off.
  interface Writing {
    void to(OutputStream out) throws IOException, InterruptedException;
  }

  /// How long a stream may say nothing.
  Duration heartbeat() {
    return heartbeat;
  }

  boolean isStopping() {
    return stopping;
  }

  /// Ends all streams, and refuses new ones.
  void stop() {
    stopping = true;
    engine.signal().ringAll();
  }

  /// Begins a stream of a tenant. A failure ends it with a frame that tells why.
  Reply begin(TenantId tenant, Writing writing) {
    if (stopping) {
      throw new Unavailable("server.stopping", "the server is stopping", Duration.ofSeconds(1));
    }
    enter(tenant);
    return new Reply.Stream(
        200,
        Map.of("Content-Type", MEDIA_TYPE),
        out -> {
          try {
            send(out, ": quipu\nretry: 1000\n\n");
            writing.to(out);
            send(out, "event: end\ndata: {\"code\":\"server.stopping\"}\n\n");
          } catch (MemoryException e) {
            var problem =
                new String(Answers.bytes(Problems.of(e).toJson()), StandardCharsets.UTF_8);
            out.write(frame("end", null, problem));
            out.flush();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the listener has lost its patience
          } finally {
            leave(tenant);
          }
        });
  }

  /// Says that the stream is still there.
  static void beat(OutputStream out) throws IOException {
    send(out, ":\n\n");
  }

  static byte[] frame(String event, @Nullable String id, String data) {
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
