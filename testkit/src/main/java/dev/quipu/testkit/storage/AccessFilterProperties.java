package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.view.At;
import dev.quipu.testkit.fixture.AccessArbitraries;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.fixture.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/// That three things are equal for random objects and callers: the access rule as it is written,
/// the tokens that it is compiled to, and what a storage returns.
///
/// An adapter joins with a class of its own that implements [#openEmpty]; it runs on jqwik, which
/// knows nothing of Jupiter's annotations.
public interface AccessFilterProperties extends OpensEmptyStorage {

  /// Something to be seen or not: a memory, and the event that made it with the same envelope.
  record Thing(TenantId tenant, Envelope envelope, boolean quarantined) {

    boolean isFor(Reader reader) {
      return AccessRule.judge(reader.caller, new Guarded(tenant, envelope, quarantined), reader.how)
          .allows();
    }
  }

  record Reader(Caller caller, Reading how) {}

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  default void the_rule_allows_exactly_what_tokens_open_and_walls_let_through(
      @ForAll("things") Thing thing, @ForAll("readers") Reader reader) {
    var scope = (ReadScope.Limited) ReadScope.of(reader.caller, reader.how);
    boolean opened = !Collections.disjoint(scope.tokens(), AccessTokens.opening(thing.envelope));

    assertThat(opened && passesWalls(thing, scope)).isEqualTo(thing.isFor(reader));
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  default void a_storage_shows_exactly_what_the_rule_allows(
      @ForAll("manyThings") List<Thing> things, @ForAll("manyReaders") List<Reader> readers) {
    try (var storage = openEmpty()) {
      keep(storage, things);
      for (var reader : readers) {
        var allowed = new TreeSet<String>();
        for (int i = 0; i < things.size(); i++) {
          if (things.get(i).isFor(reader)) {
            allowed.add(name(i));
          }
        }
        try (var snapshot = storage.read(ReadScope.of(reader.caller, reader.how))) {
          assertThat(listed(snapshot)).as("listed for %s", reader).isEqualTo(allowed);
          assertThat(found(snapshot, things)).as("found by %s", reader).isEqualTo(allowed);
          assertThat(told(snapshot)).as("told to %s", reader).isEqualTo(allowed);
        }
      }
    }
  }

  @Provide
  default Arbitrary<Thing> things() {
    return Combinators.combine(
            AccessArbitraries.tenants(),
            AccessArbitraries.envelopes(),
            Arbitraries.of(true, false, false, false))
        .as(Thing::new);
  }

  @Provide
  default Arbitrary<Reader> readers() {
    return Combinators.combine(AccessArbitraries.callers(), AccessArbitraries.readings())
        .as(Reader::new);
  }

  @Provide
  default Arbitrary<List<Thing>> manyThings() {
    return things()
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  @Provide
  default Arbitrary<List<Reader>> manyReaders() {
    return readers()
        .list()
        .ofMinSize(1)
        .ofMaxSize(40)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  private static boolean passesWalls(Thing thing, ReadScope.Limited scope) {
    var envelope = thing.envelope;
    var expiresAt = envelope.expiresAt();
    var workspaces = scope.workspaces();
    return thing.tenant.equals(scope.tenant())
        && (expiresAt == null || expiresAt.isAfter(scope.clock()))
        && (envelope.workspace() == null
            || workspaces == null
            || workspaces.contains(envelope.workspace()))
        && (!thing.quarantined || scope.quarantinedToo())
        && (envelope.indexed() || !scope.indexedOnly());
  }

  /// All in one group, so that a try costs one commit.
  private static void keep(Storage storage, List<Thing> things) {
    var units = new ArrayList<Unit>();
    for (int i = 0; i < things.size(); i++) {
      var thing = things.get(i);
      var memory = Names.memory(name(i));
      units.add(
          Deed.of(thing.tenant, name(i)).guarded(thing.envelope).create(memory, thing.envelope));
      if (thing.quarantined) {
        units.add(
            Deed.of(thing.tenant, "quarantine_" + i)
                .guarded(UNSEEN)
                .quarantine(memory)
                .and(new Step.Quarantine(ObjectRef.of(event(name(i))), true)));
      }
    }
    done(storage, units.toArray(Unit[]::new));
  }

  private static Set<String> listed(Snapshot snapshot) {
    var all = new ObjectListing(ObjectType.MEMORY, Map.of(), null, 1000);
    return snapshot.objects(all, NOW).stream()
        .map(stored -> stored.object().ref().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> found(Snapshot snapshot, List<Thing> things) {
    var found = new TreeSet<String>();
    for (int i = 0; i < things.size(); i++) {
      var memory = Names.memory(name(i));
      boolean there = snapshot.object(memory, NOW) != null;
      assertThat(snapshot.objects(List.of(memory), NOW)).hasSize(there ? 1 : 0);
      var history = snapshot.history(memory, NOW.asKnownAt(), new HistoryPage(9, 9));
      assertThat(history != null).as("history of %s", memory).isEqualTo(there);
      if (there) {
        found.add(name(i));
      }
    }
    return found;
  }

  /// The events among the log's that made a memory.
  private static Set<String> told(Snapshot snapshot) {
    return snapshot.events(EventListingContract.ALL).stream()
        .map(entry -> entry.eventId().value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  At NOW = new At(DUSK, at(1000));

  /// Expired from the start, so that the acts of quarantine themselves are in nobody's list.
  Envelope UNSEEN = Envelopes.until(Envelopes.privateTo(Names.CAROL), DAWN);

  private static String name(int i) {
    return "t" + (100 + i);
  }
}
