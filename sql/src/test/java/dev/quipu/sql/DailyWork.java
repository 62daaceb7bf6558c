package dev.quipu.sql;

import static dev.quipu.testkit.embedding.VectorStoreContract.MODEL;
import static dev.quipu.testkit.embedding.VectorStoreContract.many;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.seenBy;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.MORNING;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.edge;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;

import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.Audience;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.view.At;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Every statement of daily work, once at least.
final class DailyWork {

  private static final JsonObject BODY =
      JsonObject.of("name", Json.of("m"), "mood", Json.of("good"));

  private DailyWork() {}

  /// Some hundreds of vectors.
  static void fill(VectorStore store) {
    for (var tenant : List.of(ACME, GLOBEX)) {
      store.put(tenant, MODEL, many(MODEL, 0, 500));
    }
  }

  static void doAll(VectorStore store) {
    for (int count : new int[] {1, 30, 300}) {
      var some = many(MODEL, 1_000, 1_000 + count);
      store.put(ACME, MODEL, some);
      store.find(ACME, MODEL, some.keySet());
    }
    store.put(GLOBEX, MODEL, many(MODEL, 0, 3));
    store.kept(ACME);
    store.kept();
    store.drop(ACME, MODEL);
    store.drop(GLOBEX);
  }

  /// Some hundreds of objects of several kinds, so that a planner has something to tell apart.
  static void fill(Storage storage) {
    for (int group = 0; group < 20; group++) {
      var units = new ArrayList<Unit>();
      for (int i = 0; i < 20; i++) {
        var one = memory("f" + group + "_" + i);
        units.add(
            Deed.of(i % 2 == 0 ? ACME : Names.GLOBEX, "f" + group + "_" + i)
                .by(SCOUT, MORNING)
                .create(one, Envelopes.OPEN, BODY, DAWN)
                .change(one, BODY.with("mood", Json.of("mood " + i)), DAWN.plusSeconds(i))
                .create(memory("g" + group + "_" + i))
                .link("fl" + group + "_" + i, "knows", one, memory("g" + group + "_" + i)));
      }
      done(storage, units.toArray(Unit[]::new));
    }
  }

  static void doAll(Storage storage) {
    makeTenants(storage);
    write(storage);
    storage.touched(List.of(ACME, Names.GLOBEX));
    storage.lease("work", "one", Duration.ofSeconds(1));
    storage.release("work", "one");
    try (var all = whole(storage, ACME);
        var some = seenBy(storage, Callers.user(ACME, Names.ALICE))) {
      read(all);
      read(some);
      all.log(at(0), 10);
      var views = all.views();
      views.object(memory("a"));
      views.version(memory("a"), 1);
      views.opened(memory("a"), at(1));
      views.closed(at(0), at(9));
      views.tombstones(memory("a"));
      all.checkpoints(at(0), 10);
      all.strandedSpaces();
      all.rows(all.activeSpace(), _ -> {});
    }
  }

  private static void makeTenants(Storage storage) {
    done(
        storage,
        Deed.of(TenantId.PLATFORM, "p1")
            .create(new ObjectRef(ObjectType.TENANT, ACME.value()))
            .create(new ObjectRef(ObjectType.TENANT, Names.GLOBEX.value())));
  }

  private static void write(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "e1")
            .by(SCOUT, MORNING)
            .create(memory("a"), Envelopes.OPEN, BODY, DAWN)
            .create(memory("b"), Envelopes.OPEN, BODY, DAWN)
            .link("l", "knows", memory("a"), memory("b")),
        Deed.of(ACME, "e2")
            .change(memory("a"), BODY.with("mood", Json.of("bad")), DAWN.plusSeconds(1)),
        Deed.of(ACME, "e3").delete(memory("b")),
        Deed.of(ACME, "e4").undelete(memory("b")));
    done(
        storage,
        new Asking(List.of(new FactKey.LineOf(event("e1")), new FactKey.LineOf(event("e9")))),
        new Asking(List.of(new FactKey.ObjectOf(memory("a")), new FactKey.ObjectOf(memory("z")))));
    var key = new IdempotencyKey(ACME, Names.ALICE, "POST /v1/events", "k", 0);
    done(
        storage,
        unit(
            ACME,
            transaction -> {
              transaction.remember(key, new Remembered(Hash.ZERO, event("e1"), DUSK));
              transaction.recall(key, DAWN);
              var facts = transaction.facts();
              facts.find(new FactKey.LineOf(event("e1")));
              facts.find(new FactKey.SpanAfter(memory("a"), DAWN));
              facts.find(new FactKey.SpanBefore(memory("a"), DAWN));
              facts.find(new FactKey.VersionOf(memory("a"), 1));
              facts.find(new FactKey.CounterOf(ObjectType.TENANT));
              facts.find(new FactKey.FirstWith(ObjectType.MEMORY, "name", "m"));
              facts.find(new FactKey.Listed(new ListKeyRow(edge("l"), "f", "v", at(1))));
              facts.find(new FactKey.AudienceKnown(Audience.of(Envelopes.OPEN)));
            }),
        unit(
            Names.GLOBEX,
            transaction -> {
              transaction.drop(transaction.activate(transaction.openSpace()), 5);
              transaction.erase(at(0), 1);
            }));
  }

  /// Says beforehand what it will ask.
  private record Asking(List<FactKey<?>> asks) implements Unit {

    @Override
    public TenantId tenant() {
      return ACME;
    }

    @Override
    public void run(Transaction transaction) {
      asks.forEach(transaction.facts()::find);
    }
  }

  private static void read(Snapshot snapshot) {
    for (var at :
        List.of(
            new At(DUSK, snapshot.head().position()), new At(DUSK, at(2)), new At(DAWN, at(2)))) {
      snapshot.object(memory("a"), at);
      snapshot.withEdges(List.of(memory("a"), memory("b"), edge("l")));
      snapshot.objects(new ObjectListing(ObjectType.MEMORY, Map.of(), null, 2), at);
      snapshot.objects(new ObjectListing(ObjectType.MEMORY, Map.of(), null, 2, true), at);
      snapshot.objects(
          new ObjectListing(ObjectType.MEMORY, Map.of("name", "m", "mood", "good"), null, 2), at);
      for (var types : List.of(Set.<String>of(), Set.of("knows", "likes"))) {
        var both = Set.of(Direction.IN, Direction.OUT);
        snapshot.edges(memory("a"), new EdgeListing(both, types, null, 5), at);
      }
    }
    snapshot.history(memory("a"), at(2), new HistoryPage(10, 10));
    snapshot.positionAt(DUSK);
    snapshot.event(event("e2"));
    for (var fields :
        List.of(
            Map.<String, String>of(),
            Map.of("session_id", MORNING.value()),
            Map.of("session_id", MORNING.value(), "agent_id", SCOUT.value()))) {
      snapshot.events(new EventListing(at(0), at(9), fields, DAWN, DUSK, true, 5));
      snapshot.events(new EventListing(at(0), at(9), fields, null, null, false, 5));
    }
  }
}
