package dev.quipu.testkit.history;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One question of one person: replays what was known by then and looks at what was true then.
/// Rights are those of now.
record NaiveReader(Person who, NaiveTenant tenant, Instant clock) {

  List<String> answer(Ask ask) {
    return switch (ask) {
      case Ask.One(var _, var ref, var when) -> {
        var at = at(when);
        var shown = shown(tenant.things.get(ref), at);
        if (shown == null) {
          throw new NaiveRefusal("object.not_found");
        }
        yield List.of(Shown.at(at), shown);
      }
      case Ask.Many(var _, var type, var fields, var when, var _) -> {
        var at = at(when);
        yield titled(at, many(type, fields, at));
      }
      case Ask.Versions(var _, var ref, var when, var _) -> {
        var at = at(when);
        yield titled(at, versions(ref, at));
      }
      case Ask.Edges edges -> {
        var at = at(edges.when());
        yield titled(at, edges(edges, at));
      }
      case Ask.OneEvent(var _, var id, var when) -> {
        var at = at(when);
        long position = tenant.find(id);
        if (position == 0 || !wasThere(position, at, when) || !sees(position)) {
          throw new NaiveRefusal("object.not_found");
        }
        var reason = NaiveAccess.judge(who, tenant.at(position).envelope(), clock);
        yield List.of(Shown.at(at), event(position) + " " + reason);
      }
      case Ask.ManyEvents events -> {
        var at = at(events.when());
        yield titled(at, events(events, at));
      }
    };
  }

  private At at(Ask.When when) {
    var asked = when.at(clock, new LogPosition(tenant.head()));
    long known =
        switch (asked.asKnownAt()) {
          case null -> tenant.head();
          case ReadTime.KnownAt.Position(var position) -> position.value();
          case ReadTime.KnownAt.Time(var time) -> tenant.positionAt(time);
        };
    if (known > tenant.head()) {
      throw new NaiveRefusal("input.invalid", List.of("position.future"));
    }
    var now = tenant.timeOf(known);
    if (asked.asKnownAt() == null && clock.isAfter(now)) {
      now = clock;
    }
    return new At(asked.asOf() == null ? now : asked.asOf(), new LogPosition(known));
  }

  private static List<String> titled(At at, List<String> lines) {
    var titled = new ArrayList<String>();
    titled.add(Shown.at(at));
    titled.addAll(lines);
    return titled;
  }

  /// How an object looks, or null if it was not there or is not for these eyes.
  private @Nullable String shown(@Nullable NaiveThing thing, At at) {
    var writing = thing == null ? null : inForce(thing, at);
    return thing == null || writing == null
        ? null
        : Shown.object(
            thing.latest(),
            thing.envelope(),
            judge(thing),
            thing.shown(writing, at.asKnownAt().value()));
  }

  private NaiveThing.@Nullable Writing inForce(NaiveThing thing, At at) {
    long known = at.asKnownAt().value();
    return thing.isThere(known) && judge(thing) != Verdict.ABSENT && endsAreThere(thing, at)
        ? thing.inForce(at.asOf(), known)
        : null;
  }

  /// An edge is for those who see both its ends.
  private boolean endsAreThere(NaiveThing thing, At at) {
    return thing.ref().type() != ObjectType.EDGE
        || (isThere(NaiveEdges.end(thing.body(1), "src"), at)
            && isThere(NaiveEdges.end(thing.body(1), "dst"), at));
  }

  private Verdict judge(NaiveThing thing) {
    return NaiveAccess.judge(who, thing.envelope(), clock);
  }

  private List<String> many(ObjectType type, Map<String, String> fields, At at) {
    var lines = new ArrayList<String>();
    tenant.things.values().stream()
        .filter(thing -> thing.ref().type() == type)
        .sorted(comparingLong(NaiveThing::created).thenComparing(thing -> thing.ref().id()))
        .forEach(
            thing -> {
              var writing = inForce(thing, at);
              if (writing != null
                  && fields.entrySet().stream()
                      .allMatch(f -> words(writing.body(), f.getKey()).contains(f.getValue()))) {
                lines.add(String.valueOf(shown(thing, at)));
              }
            });
    return lines;
  }

  /// A list has each of its items.
  private static List<String> words(JsonObject body, String field) {
    if (body.get(field) instanceof JsonArray(var items)) {
      return items.stream()
          .filter(JsonString.class::isInstance)
          .map(item -> ((JsonString) item).value())
          .toList();
    }
    var word = word(body, field);
    return word == null ? List.of() : List.of(word);
  }

  private static @Nullable String word(JsonObject body, String field) {
    return switch (body.get(field)) {
      case null -> field.equals("lifecycle") ? "active" : null;
      case JsonString(var text) -> text;
      case Json value -> Canonical.text(value);
    };
  }

  private List<String> versions(ObjectRef ref, At at) {
    var thing = tenant.things.get(ref);
    long known = at.asKnownAt().value();
    if (thing == null
        || !thing.isThere(known)
        || judge(thing) == Verdict.ABSENT
        || !endsAreThere(thing, at)) {
      throw new NaiveRefusal("object.not_found");
    }
    return thing.versions(known).stream()
        .map(version -> Shown.object(thing.latest(), thing.envelope(), judge(thing), version))
        .toList();
  }

  private List<String> edges(Ask.Edges ask, At at) {
    if (!isThere(ask.node(), at)) {
      throw new NaiveRefusal("object.not_found");
    }
    record Line(String direction, String type, String id, String text) {}
    var lines = new ArrayList<Line>();
    for (var edge : tenant.things.values()) {
      var writing = edge.ref().type() == ObjectType.EDGE ? inForce(edge, at) : null;
      if (writing == null) {
        continue;
      }
      var type = String.valueOf(writing.body().text("edge_type"));
      for (var direction : ask.directions()) {
        boolean out = direction == Direction.OUT;
        var here = NaiveEdges.end(writing.body(), out ? "src" : "dst");
        var there = NaiveEdges.end(writing.body(), out ? "dst" : "src");
        if (here.equals(ask.node())
            && isThere(there, at)
            && (ask.types().isEmpty() || ask.types().contains(type))) {
          var shown = edge.shown(writing, at.asKnownAt().value());
          lines.add(
              new Line(
                  direction.wireName(),
                  type,
                  edge.ref().id(),
                  Shown.edge(direction, type, there, shown)));
        }
      }
    }
    return lines.stream()
        .sorted(comparing(Line::direction).thenComparing(Line::type).thenComparing(Line::id))
        .map(Line::text)
        .toList();
  }

  /// An event is there from its position on, and from when it happened on.
  private boolean isThere(ObjectRef ref, At at) {
    if (ref.type() == ObjectType.EVENT) {
      long position = tenant.find(new EventId(ref.id()));
      return position > 0
          && position <= at.asKnownAt().value()
          && !tenant.at(position).event().since().isAfter(at.asOf())
          && sees(position);
    }
    return shown(tenant.things.get(ref), at) != null;
  }

  private List<String> events(Ask.ManyEvents ask, At at) {
    var lines = new ArrayList<String>();
    for (long position = 1; position <= at.asKnownAt().value(); position++) {
      var event = tenant.at(position).event();
      if (sees(position) && wasThere(position, at, ask.when()) && matches(event, ask.fields())) {
        lines.add(event(position));
      }
    }
    if (ask.newestFirst()) {
      Collections.reverse(lines);
    }
    return lines;
  }

  /// Learnt by then, and happened by then if that was asked.
  private boolean wasThere(long position, At at, Ask.When when) {
    boolean later =
        when.asOf() != null && tenant.at(position).event().eventTime().isAfter(at.asOf());
    return position <= at.asKnownAt().value() && !later;
  }

  private static boolean matches(Event event, Map<String, String> fields) {
    return fields.entrySet().stream()
        .allMatch(
            field -> {
              Identifier value =
                  switch (field.getKey()) {
                    case "agent_id" -> event.agentId();
                    case "session_id" -> event.sessionId();
                    case "workspace_id" -> event.workspaceId();
                    default -> event.eventType();
                  };
              return value != null && value.value().equals(field.getValue());
            });
  }

  private boolean sees(long position) {
    return NaiveAccess.maySee(who, tenant.at(position).envelope(), clock);
  }

  private String event(long position) {
    return Shown.event(new LogPosition(position), tenant.at(position).event());
  }
}
