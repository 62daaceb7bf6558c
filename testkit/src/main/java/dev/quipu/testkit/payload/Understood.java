package dev.quipu.testkit.payload;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.inspect.Timeline;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.payload.Grounds;
import dev.quipu.model.payload.Stamp;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All that a caller is shown of entities at a time, line by line.
///
/// What depends on chance or on the place in the log is left out or put into other words: ids of
/// events, submissions and observations (an observation is called by its payload and its number in
/// it), positions, when something was written, how many versions there are, in which order entities
/// are listed, and whose access stands first where several have told of one.
record Understood(Engine engine, Caller caller, ReadTime time) {

  private static final int PAGE = 200;
  private static final Payloads.Filter EVERY = new Payloads.Filter(Map.of(), null, null, false);
  private static final EdgeFilter OUT = new EdgeFilter(Set.of(Direction.OUT), Set.of());

  static List<String> of(Engine engine, Caller caller, @Nullable Instant asOf) {
    return new Understood(engine, caller, new ReadTime(asOf, null)).lines();
  }

  private List<String> lines() {
    var lines = new TreeSet<String>();
    var entities = all(page -> engine.entities().entities(caller, Map.of(), time, page));
    for (var entity : entities) {
      entity(entity, lines);
      all(page -> engine.observations().of(caller, entity.known().entity(), time, page))
          .forEach(seen -> lines.add(observation(seen)));
      all(page -> engine.graph().edges(caller, entity.known().entity().memory(), OUT, time, page))
          .forEach(edge -> relationship(edge, lines));
    }
    all(page -> engine.payloads().submissions(caller, EVERY, time, page))
        .forEach(view -> lines.add("payload " + view.payload().payloadId()));
    var from = PayloadDraw.BEGINNING.minus(Duration.ofDays(365));
    var filter = new Timeline.Filter(from, from.plus(Duration.ofDays(365 * 30)), null, null, null);
    all(page -> engine.timeline().entries(caller, filter, time, page).page())
        .forEach(entry -> lines.add(dated(entry)));
    return List.copyOf(lines);
  }

  private static <T> List<T> all(Function<Page.Request, Page<T>> read) {
    var all = new ArrayList<T>();
    String cursor = null;
    do {
      var page = read.apply(new Page.Request(cursor, PAGE));
      all.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    return all;
  }

  /// Those that are computed lead to events.
  private static void relationship(Relation edge, Set<String> lines) {
    if (edge.stored() != null) {
      lines.add("edge " + edge.edge().text("edge_type") + " " + edge.ends());
    }
  }

  /// How many observations there are is told of now only: of the past it is a bound.
  private void entity(EntityView view, Set<String> lines) {
    var known = view.known();
    var head = "entity " + known.entity() + " " + known.type() + " ";
    lines.add(head + known.name() + " " + known.allNames() + " " + known.resolved());
    lines.add(head + Canonical.text(view.snapshot()));
    lines.add(head + known.cells().lastObservedAt());
    if (time.asOf() == null) {
      lines.add(head + known.observations());
    }
    known
        .cells()
        .provenance(view.schema())
        .forEach((field, grounds) -> lines.add(head + field + " by " + grounds(grounds)));
  }

  private static String grounds(Grounds grounds) {
    return switch (grounds) {
      case Grounds.Corrected(var correction) -> String.valueOf(correction.value());
      case Grounds.Observed(var told) -> name(told.stamp());
      case Grounds.Merged(var elements) ->
          elements.stream().map(each -> each.value() + name(each.latest())).toList().toString();
    };
  }

  private static String name(Stamp stamp) {
    return name(stamp.payload(), stamp.observation());
  }

  private static String name(String payload, String observation) {
    return payload + observation.substring(observation.lastIndexOf('_'));
  }

  private static String observation(Payloads.Seen seen) {
    var observation = seen.observation();
    return "observation "
        + name(observation.stamp().payload(), observation.id())
        + " "
        + observation.entity()
        + " "
        + observation.observedAt()
        + " "
        + Canonical.text(observation.fields());
  }

  private static String dated(Timeline.Entry entry) {
    return "date "
        + entry.at()
        + " "
        + entry.entity().known().entity()
        + " "
        + entry.field()
        + " "
        + entry.eventType()
        + " "
        + entry.value()
        + " "
        + grounds(entry.grounds());
  }
}
