package dev.quipu.server.metrics;

import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.materialize.Embedding;
import dev.quipu.engine.storage.StorageUse;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// All figures. Thread-safe.
///
/// Names follow Prometheus' habits: unit last, counters end in `_total`. No label has a value that
/// a caller can choose.
public final class Metrics implements CommitMeter {

  public static final String MEDIA_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS = 1e-9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final AtomicInteger openStreams = new AtomicInteger();

  private final Histogram commitSeconds =
      Histogram.builder()
          .name("quipu_commit_seconds")
          .help("Time of a commit, from its first statement until it is on disk.")
          .classicUpperBounds(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5)
          .classicOnly()
          .register(registry);

  private final Histogram commitUnits =
      Histogram.builder()
          .name("quipu_commit_units")
          .help("Writes that shared one commit.")
          .classicUpperBounds(1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
          .classicOnly()
          .register(registry);

  private final Counter failedCommits =
      Counter.builder()
          .name("quipu_failed_commits_total")
          .help("Commits that failed as a whole; nobody in them was acknowledged.")
          .register(registry);

  private final Counter requests =
      Counter.builder()
          .name("quipu_http_requests_total")
          .help("Requests by route and status.")
          .labelNames("route", "status")
          .register(registry);

  private final Histogram requestSeconds =
      Histogram.builder()
          .name("quipu_http_request_seconds")
          .help("Time until an answer was ready to be sent.")
          .labelNames("route")
          .classicUpperBounds(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
          .classicOnly()
          .register(registry);

  public Metrics() {
    gauge("quipu_open_streams", "Event streams that are open.", openStreams::get);
    var memory = ManagementFactory.getMemoryMXBean();
    gauge(
        "jvm_heap_used_bytes",
        "Heap in use.",
        () -> (double) memory.getHeapMemoryUsage().getUsed());
    gauge(
        "jvm_heap_committed_bytes",
        "Heap taken from the machine.",
        () -> (double) memory.getHeapMemoryUsage().getCommitted());
    var threads = ManagementFactory.getThreadMXBean();
    gauge("jvm_platform_threads", "Platform threads.", threads::getThreadCount);
    var runtime = ManagementFactory.getRuntimeMXBean();
    gauge("jvm_uptime_seconds", "Time since the start.", () -> runtime.getUptime() / 1000.0);
    gauge("jvm_gc_seconds", "Time spent collecting garbage.", Metrics::gcSeconds);
  }

  /// Shows how many writes are waiting, as the engine says at the moment of asking.
  public void showQueue(IntSupplier queued) {
    gauge("quipu_queued_writes", "Writes that wait for a commit.", queued::getAsInt);
  }

  /// Shows how well commits of other servers are noticed, as the engine says at the moment of
  /// asking.
  public void showWatch(LongSupplier failures, Supplier<Duration> lag) {
    counter(
        "quipu_watch_failures_total",
        "Looks for commits of other servers that failed.",
        () -> (double) failures.getAsLong());
    gauge(
        "quipu_watch_lag_seconds",
        "Time since the last look for commits of other servers, while somebody follows a log.",
        () -> lag.get().toNanos() * NANOS);
  }

  /// Shows how long deleted tenants wait to be erased.
  public void showErasureLag(Supplier<Duration> lag) {
    gauge(
        "quipu_erasure_lag_seconds",
        "Age of the oldest deletion of a tenant whose bytes are not gone yet.",
        () -> lag.get().toNanos() * NANOS);
  }

  /// Shows how far streams are behind the logs that they follow.
  public void showFollowerLag(LongSupplier entries) {
    gauge(
        "quipu_follower_lag_entries",
        "Entries that the slowest event stream had still before it when it last looked.",
        () -> (double) entries.getAsLong());
  }

  /// Shows how busy the storage is, as the engine says at the moment of asking.
  public void showStorage(Supplier<StorageUse> use) {
    gauge(
        "quipu_pool_active",
        "Connections for reading that are in use.",
        () -> use.get().readers().active());
    gauge(
        "quipu_pool_idle",
        "Connections for reading that are open and free.",
        () -> use.get().readers().idle());
    gauge(
        "quipu_pool_waiting",
        "Reads that wait for a connection.",
        () -> use.get().readers().waiting());
    gauge(
        "quipu_pool_max",
        "Connections for reading that there may be.",
        () -> use.get().readers().most());
    counter(
        "quipu_storage_retries_total",
        "Reads and commits that were tried again, because somebody was in the way or a connection was lost.",
        () -> use.get().retries());
    counter(
        "quipu_storage_outages_total",
        "Reads and commits that were refused because the storage was not there.",
        () -> use.get().outages());
  }

  /// Shows how busy the index is and how well it follows, as the engine says at the moment of
  /// asking.
  ///
  /// @param behind tenants that have something to look at
  public void showIndex(Supplier<IndexUse> use, IntSupplier behind, LongSupplier failures) {
    gauge("quipu_index_writers", "Writers of indexes that are open.", () -> use.get().writers());
    gauge("quipu_index_readers", "Readers of indexes that are open.", () -> use.get().readers());
    gauge(
        "quipu_index_bytes",
        "Bytes on the disk of the indexes that are open.",
        () -> (double) use.get().bytes());
    gauge(
        "quipu_index_behind_tenants",
        "Tenants whose index has something to look at.",
        behind::getAsInt);
    counter(
        "quipu_index_failures_total",
        "Turns of a tenant's index that failed; they are tried again.",
        () -> (double) failures.getAsLong());
  }

  /// Shows how vectors follow the logs, as the engine says at the moment of asking.
  public void showEmbedding(Supplier<Embedding.Standing> standing) {
    gauge(
        "quipu_embedding_ready",
        "1 if the model that makes vectors answers, 0 if it does not or there is none.",
        () -> standing.get().ready() == null || standing.get().trouble() != null ? 0 : 1);
    gauge(
        "quipu_embedding_behind_tenants",
        "Tenants whose vectors have something to look at.",
        () -> standing.get().behind());
    gauge(
        "quipu_embedding_lag_entries",
        "Entries of logs that vectors have still before them.",
        () -> (double) standing.get().lag());
    counter(
        "quipu_embedding_failures_total",
        "Turns of a tenant's vectors, models and questions that failed; they are tried again.",
        () -> (double) standing.get().failures());
    counter(
        "quipu_embedded_passages_total",
        "Passages that the model has made vectors of.",
        () -> (double) standing.get().counts().embedded());
    counter(
        "quipu_embedding_found_total",
        "Passages whose vectors were kept from before.",
        () -> (double) standing.get().counts().found());
    counter(
        "quipu_embedding_refused_total",
        "Passages that have no vector and will have none.",
        () -> (double) standing.get().counts().refused());
  }

  @Override
  public void committed(int units, long nanos) {
    commitSeconds.observe(nanos * NANOS);
    commitUnits.observe(units);
  }

  @Override
  public void failed(int units) {
    failedCommits.inc();
  }

  /// Counts an answer.
  ///
  /// @param route template of the path with its method; never the path itself
  public void answered(String route, int status, long nanos) {
    requests.labelValues(route, Integer.toString(status)).inc();
    requestSeconds.labelValues(route).observe(nanos * NANOS);
  }

  public void streamOpened() {
    openStreams.incrementAndGet();
  }

  public void streamClosed() {
    openStreams.decrementAndGet();
  }

  public byte[] toPrometheusText() {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.toByteArray();
  }

  private interface Figure {
    double now();
  }

  private void gauge(String name, String help, Figure figure) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(figure.now()))
        .register(registry);
  }

  private void counter(String name, String help, Figure figure) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(figure.now()))
        .register(registry);
  }

  private static double gcSeconds() {
    long millis = 0;
    for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis / 1000.0;
  }
}
