package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.materialize.Embedding;
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
import dev.quipu.testkit.following.HandModels;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Holds an index that has followed a log against the storage: at any point on the two clocks it
/// shows the versions that are in force there, and nothing else; by their meaning, those that say
/// something.
///
/// @param seed of the points that are looked at
record IndexCheck(
    Storage storage, SearchIndex index, Indexing indexing, Embedding embedding, long seed) {

  private static final Set<ObjectType> EMBEDDED =
      Set.of(ObjectType.MEMORY, ObjectType.STATE, ObjectType.ARTIFACT);
  private static final Pattern SAYING = Pattern.compile("[\\p{L}\\p{N}]");
  private static final EmbeddingModel MODEL = HandModels.model(Teller.MODEL);

  private static final int POINTS = 12;
  private static final int ALL = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  void check(TenantId tenant, Instant now) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      await(tenant, head);
      for (var at : points(head, now)) {
        assertThat(shown(tenant, at)).as("%s at %s", tenant, at).isEqualTo(believed(snapshot, at));
        assertThat(meant(tenant, at))
            .as("by meaning: %s at %s", tenant, at)
            .containsAll(saying(snapshot, at))
            .isSubsetOf(shown(tenant, at));
      }
    }
  }

  private void await(TenantId tenant, LogPosition head) {
    try {
      assertThat(indexing.await(tenant, head, LIMIT)).as("the index has come to %s", head).isTrue();
      assertThat(embedding.await(tenant, head, LIMIT)).as("vectors have come to %s", head).isTrue();
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

  private TreeSet<String> meant(TenantId tenant, At at) {
    var meant = new TreeSet<String>();
    try (var view = index.read(ReadScope.whole(tenant))) {
      var filters = List.<IndexFilter>of(new IndexFilter.ValidAt(at.asOf()));
      var hits =
          view.select(MODEL, at.asKnownAt(), filters).nearest(Vector.towards(east()), ALL).hits();
      for (var hit : hits) {
        assertThat(EMBEDDED).contains(hit.filed().ref().type());
        assertThat(meant.add(hit.filed().ref() + "@" + hit.filed().version()))
            .as("%s is there once", hit.filed())
            .isTrue();
      }
    }
    return meant;
  }

  private static float[] east() {
    var numbers = new float[MODEL.dimension()];
    numbers[0] = 1;
    return numbers;
  }

  /// Memories that have something to say.
  private static TreeSet<String> saying(Snapshot snapshot, At at) {
    var saying = new TreeSet<String>();
    for (var stored :
        snapshot.objects(new ObjectListing(ObjectType.MEMORY, Map.of(), null, ALL), at)) {
      var content = stored.version().body().text("content");
      if (stored.object().envelope().indexed()
          && content != null
          && SAYING.matcher(content).find()) {
        saying.add(stored.object().ref() + "@" + stored.version().version());
      }
    }
    return saying;
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
