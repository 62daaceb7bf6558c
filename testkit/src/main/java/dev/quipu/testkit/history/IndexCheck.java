package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.materialize.Indexing;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/// Holds an index that has followed a log against the storage: at any point on the two clocks it
/// shows the versions that are in force there, and nothing else.
///
/// @param seed of the points that are looked at
record IndexCheck(Storage storage, SearchIndex index, Indexing indexing, long seed) {

  private static final int POINTS = 12;
  private static final int ALL = 100_000;

  void check(TenantId tenant, Instant now) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      await(tenant, head);
      for (var at : points(head, now)) {
        assertThat(shown(tenant, at)).as("%s at %s", tenant, at).isEqualTo(believed(snapshot, at));
      }
    }
  }

  private void await(TenantId tenant, LogPosition head) {
    try {
      assertThat(indexing.await(tenant, head, Duration.ofSeconds(30)))
          .as("the index has come to %s", head)
          .isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<At> points(LogPosition head, Instant now) {
    var random = new Random(seed);
    var points = new ArrayList<At>();
    points.add(new At(now, head));
    long span = Duration.between(RandomHistory.BEGINNING, now).abs().plusDays(1).toSeconds();
    for (int i = 0; i < POINTS; i++) {
      long age = random.nextLong(span);
      points.add(new At(now.minusSeconds(age), new LogPosition(random.nextLong(head.value() + 1))));
      points.add(new At(now.plusSeconds(age), new LogPosition(random.nextLong(head.value() + 1))));
    }
    return points;
  }

  private TreeSet<String> shown(TenantId tenant, At at) {
    var shown = new TreeSet<String>();
    try (var view = index.read(ReadScope.whole(tenant))) {
      var selection = view.select(at.asKnownAt(), List.of(new IndexFilter.ValidAt(at.asOf())));
      for (var hit : selection.newest(ALL)) {
        assertThat(shown.add(hit.filed().ref() + "@" + hit.filed().version()))
            .as("%s is there once", hit.filed())
            .isTrue();
      }
    }
    return shown;
  }

  private static TreeSet<String> believed(Snapshot snapshot, At at) {
    var believed = new TreeSet<String>();
    for (var type : ObjectType.values()) {
      if (type == ObjectType.EVENT || !IndexDocument.isFound(type)) {
        continue;
      }
      for (var stored : snapshot.objects(new ObjectListing(type, Map.of(), null, ALL), at)) {
        if (stored.object().envelope().indexed()) {
          believed.add(stored.object().ref() + "@" + stored.version().version());
        }
      }
    }
    for (var line : snapshot.log(LogPosition.START, ALL)) {
      if (line instanceof LogEntry entry
          && !entry.position().isAfter(at.asKnownAt())
          && !entry.event().since().isAfter(at.asOf())
          && !entry.event().eventType().isReserved()
          && entry.recorded().envelope().indexed()) {
        believed.add(ObjectRef.of(entry.eventId()) + "@1");
      }
    }
    return believed;
  }
}
