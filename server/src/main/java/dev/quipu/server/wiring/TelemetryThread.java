package dev.quipu.server.wiring;

import dev.quipu.engine.Engine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/// Writes down now and then what was only noted. Losing the last of it does no harm.
final class TelemetryThread implements AutoCloseable {

  private static final Logger LOG = System.getLogger(TelemetryThread.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final Engine engine;
  private final Thread thread;

  private TelemetryThread(Engine engine) {
    this.engine = engine;
    this.thread = Thread.ofPlatform().daemon().name("quipu-telemetry").unstarted(this::run);
  }

  static TelemetryThread open(Engine engine) {
    var opened = new TelemetryThread(engine);
    opened.thread.start();
    return opened;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY);
        flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void flush() {
    try {
      engine.flushTelemetry();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "times of last use could not be written; trying again later", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
