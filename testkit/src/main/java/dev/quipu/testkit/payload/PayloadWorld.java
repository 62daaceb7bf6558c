package dev.quipu.testkit.payload;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.view.Digest;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.wire.payload.BuiltIns;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// An engine that payloads are submitted to. Closes the storage in the end.
record PayloadWorld(Storage storage, Engine engine) implements AutoCloseable {

  private static final int MAX_BATCH = 40;

  static PayloadWorld open(Storage storage, InstantSource clock, long seed) {
    var ports =
        new Ports(
            storage,
            InMemoryBlobStore.open(),
            ScanIndex.open(),
            null,
            clock,
            new SeededChance(seed),
            Limits.DEFAULT,
            BuiltIns.catalogue(),
            CommitMeter.SILENT,
            Hash.ZERO,
            "payloads " + seed);
    return new PayloadWorld(storage, Engine.open(ports));
  }

  /// In their order, in batches whose sizes are drawn; those of one batch are of one owner.
  void submit(List<SentPayload> payloads, Random random) {
    for (int from = 0; from < payloads.size(); ) {
      int to = Math.min(payloads.size(), from + 1 + random.nextInt(MAX_BATCH));
      submitTogether(payloads.subList(from, to));
      from = to;
    }
  }

  /// By several writers at once, each in batches of its own.
  void submit(List<SentPayload> payloads, Random random, int writers) {
    var shares = new ArrayList<List<SentPayload>>();
    for (int i = 0; i < writers; i++) {
      shares.add(new ArrayList<>());
    }
    payloads.forEach(each -> shares.get(random.nextInt(writers)).add(each));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (var share : shares) {
        long seed = random.nextLong();
        running.add(threads.submit(() -> submit(share, new Random(seed))));
      }
      for (var each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a writer failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void submitTogether(List<SentPayload> batch) {
    Map<Caller, List<SentPayload>> byOwner = new LinkedHashMap<>();
    batch.forEach(each -> byOwner.computeIfAbsent(each.owner(), _ -> new ArrayList<>()).add(each));
    byOwner.forEach(
        (owner, payloads) -> {
          var submissions = payloads.stream().map(SentPayload::submission).toList();
          for (var outcome : engine.ingest().submitEach(owner, submissions, null, 0)) {
            if (!(outcome instanceof Outcome.Written)) {
              throw new IllegalStateException("not written: " + outcome);
            }
          }
        });
  }

  Head head() {
    try (var snapshot = storage.read(ReadScope.whole(PayloadDraw.TENANT))) {
      return snapshot.head();
    }
  }

  Digest digest() {
    try (var snapshot = storage.read(ReadScope.whole(PayloadDraw.TENANT))) {
      return snapshot.keptDigest(Objects.requireNonNull(snapshot.activeSpace()));
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
