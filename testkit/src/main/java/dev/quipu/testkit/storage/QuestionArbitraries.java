package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.HistoryArbitraries.colours;
import static dev.quipu.testkit.fixture.HistoryArbitraries.edgeTypes;
import static dev.quipu.testkit.fixture.HistoryArbitraries.instants;
import static dev.quipu.testkit.fixture.HistoryArbitraries.nodes;
import static dev.quipu.testkit.fixture.HistoryArbitraries.objects;
import static dev.quipu.testkit.fixture.HistoryArbitraries.points;
import static dev.quipu.testkit.fixture.HistoryArbitraries.positions;
import static dev.quipu.testkit.fixture.Names.ATTIC;
import static dev.quipu.testkit.fixture.Names.MORNING;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.visibleAt;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Random questions about what [dev.quipu.testkit.fixture.HistoryArbitraries] tells.
final class QuestionArbitraries {

  private QuestionArbitraries() {}

  static Arbitrary<Question> questions() {
    return Arbitraries.frequencyOf(
        Tuple.of(5, Combinators.combine(objects(), points()).as(Question.OfObject::new)),
        Tuple.of(3, Combinators.combine(objectListings(), points()).as(Question.OfObjects::new)),
        Tuple.of(
            3,
            Combinators.combine(objects(), positions(), historyPages())
                .as(Question.OfHistory::new)),
        Tuple.of(
            4, Combinators.combine(nodes(), edgeListings(), points()).as(Question.OfEdges::new)),
        Tuple.of(1, eventIds().map(Question.OfEvent::new)),
        Tuple.of(3, eventListings().map(Question.OfEvents::new)),
        Tuple.of(1, Combinators.combine(positions(), visibleTimes()).as(Question.OfTime::new)));
  }

  private static Arbitrary<ObjectListing> objectListings() {
    var after =
        Combinators.combine(
                Arbitraries.longs().between(1, 4).map(LogPosition::new),
                Arbitraries.of("B", "a", "b", "e1"))
            .as(ObjectListing.Place::new)
            .injectNull(0.75);
    return Combinators.combine(
            Arbitraries.of(ObjectType.MEMORY, ObjectType.MEMORY, ObjectType.EDGE),
            bodyFields(),
            after,
            limits())
        .as(ObjectListing::new);
  }

  private static Arbitrary<Map<String, String>> bodyFields() {
    return Arbitraries.oneOf(
        Arbitraries.just(Map.of()),
        Arbitraries.just(Map.of()),
        colours().map(colour -> Map.of("colour", colour)),
        colours().map(colour -> Map.of("colour", colour, "rank", "2.5")),
        Arbitraries.of("true", "false").map(done -> Map.of("done", done)));
  }

  private static Arbitrary<HistoryPage> historyPages() {
    return Combinators.combine(Arbitraries.of(2, 3, Integer.MAX_VALUE), limits())
        .as(HistoryPage::new);
  }

  private static Arbitrary<EdgeListing> edgeListings() {
    var directions = Arbitraries.of(Direction.class);
    var after =
        Combinators.combine(directions, edgeTypes(), Arbitraries.of("E1", "e1", "e2"))
            .as(EdgeListing.Place::new)
            .injectNull(0.75);
    return Combinators.combine(
            directions.set().ofMinSize(1),
            Arbitraries.oneOf(Arbitraries.just(Set.<String>of()), edgeTypes().set().ofMaxSize(2)),
            after,
            limits())
        .as(EdgeListing::new);
  }

  private static Arbitrary<EventListing> eventListings() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 8).map(LogPosition::new),
            positions(),
            eventFields(),
            instants().injectNull(0.7),
            instants().injectNull(0.7),
            Arbitraries.of(true, false),
            limits())
        .as(EventListing::new);
  }

  private static Arbitrary<Map<String, String>> eventFields() {
    return Arbitraries.of(
        Map.of(),
        Map.of(),
        Map.of("agent_id", SCOUT.value()),
        Map.of("session_id", MORNING.value(), "event_type", "note"),
        Map.of("workspace_id", ATTIC.value()));
  }

  private static Arbitrary<EventId> eventIds() {
    return Arbitraries.integers().between(1, 30).map(number -> new EventId("evt_" + number));
  }

  /// When an entry became visible, or a microsecond beside it.
  private static Arbitrary<Instant> visibleTimes() {
    return Combinators.combine(Arbitraries.longs().between(1, 12), Arbitraries.of(-1000, 0, 1000))
        .as((position, nanos) -> visibleAt(position).plusNanos(nanos));
  }

  private static Arbitrary<Integer> limits() {
    return Arbitraries.of(1, 2, 100);
  }
}
