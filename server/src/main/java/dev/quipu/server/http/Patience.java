package dev.quipu.server.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Ends the waits that have become too long. One thread for all connections.
final class Patience implements AutoCloseable {

  private static final Duration LINGER = Duration.ofSeconds(2);

  /// How much longer than for the rest of a request we wait for a new one.
  private static final int REST_FACTOR = 4;

  private final Waits.Nanos nanos;
  private final long tickMillis;
  private final Supplier<byte[]> goodbye;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final Thread thread;

  private Patience(Duration patience, Supplier<byte[]> goodbye) {
    this.nanos =
        new Waits.Nanos(
            patience.toNanos() * REST_FACTOR,
            patience.toNanos(),
            Math.min(LINGER.toNanos(), patience.toNanos()));
    this.tickMillis = Math.clamp(patience.toMillis() / 8, 10, 1000);
    this.goodbye = goodbye;
    this.thread = Thread.ofPlatform().daemon().name("quipu-patience").unstarted(this::watch);
  }

  /// @param goodbye what a client is told whose request does not arrive: a whole HTTP answer
  static Patience open(Duration patience, Supplier<byte[]> goodbye) {
    var opened = new Patience(patience, goodbye);
    opened.thread.start();
    return opened;
  }

  Waits newWaits() {
    return new Waits(nanos);
  }

  void watch(Link link) {
    links.add(link);
  }

  void forget(Link link) {
    links.remove(link);
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(tickMillis);
        long now = System.nanoTime();
        var overdue = links.stream().filter(link -> link.waits().isOverdue(now)).toList();
        for (var link : overdue) {
          links.remove(link);
          end(link);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  /// The last word may itself block, so it is not said on the thread that watches everybody.
  private void end(Link link) {
    if (!link.waits().isAnswerable()) {
      link.cut();
      return;
    }
    Thread.ofVirtual()
        .name("quipu-goodbye")
        .start(
            () -> {
              try {
                link.sayGoodbye(goodbye.get());
              } finally {
                link.cut();
              }
            });
  }
}
