package dev.quipu.testkit.history;

import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.EventFilter;
import dev.quipu.engine.inspect.Events;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.log.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Puts questions to an engine and writes down what it shows.
record Asker(Teller teller) {

  List<String> answer(Ask ask, Instant now) {
    try {
      return answer(ask, teller.caller(ask.who()), now);
    } catch (MemoryException e) {
      return List.of(Shown.refusal(e));
    }
  }

  private List<String> answer(Ask ask, Caller caller, Instant now) {
    return switch (ask) {
      case Ask.One(var _, var ref, var when) -> {
        var answer = inspect().object(caller, ref, time(when, ask, now));
        yield List.of(Shown.at(answer.at()), shown(answer.value()));
      }
      case Ask.Many(var _, var type, var fields, var when, var limit) -> {
        var time = time(when, ask, now);
        yield all(limit, page -> inspect().objects(caller, type, fields, time, page), Asker::shown);
      }
      case Ask.Versions(var _, var ref, var when, var limit) -> {
        var time = time(when, ask, now);
        yield all(limit, page -> inspect().versions(caller, ref, time, page), Asker::shown);
      }
      case Ask.Edges(var _, var node, var directions, var types, var when, var limit) -> {
        var time = time(when, ask, now);
        var filter = new EdgeFilter(directions, types);
        yield all(
            limit,
            page -> stored(teller.engine.graph().edges(caller, node, filter, time, page)),
            Asker::shown);
      }
      case Ask.OneEvent(var _, var event, var when) -> {
        var answer = events().event(caller, event, time(when, ask, now));
        yield List.of(
            Shown.at(answer.at()), shown(answer.value().entry()) + " " + answer.value().reason());
      }
      case Ask.ManyEvents(var _, var fields, var newestFirst, var when, var limit) -> {
        var time = time(when, ask, now);
        var filter = new EventFilter(fields, null, null, newestFirst);
        yield all(
            limit,
            page -> events().events(caller, filter, time, page),
            view -> shown(view.entry()));
      }
    };
  }

  /// The pages of a list, one after the other. All are read at the point of the first.
  private static <T> List<String> all(
      int limit, Function<Page.Request, Page<T>> read, Function<T, String> shown) {
    var lines = new ArrayList<String>();
    var page = read.apply(new Page.Request(null, limit));
    lines.add(Shown.at(page.at()));
    while (true) {
      page.items().forEach(item -> lines.add(shown.apply(item)));
      if (page.nextCursor() == null) {
        return lines;
      }
      page = read.apply(new Page.Request(page.nextCursor(), limit));
    }
  }

  /// Without the computed ones.
  private static Page<StoredEdge> stored(Page<Relation> page) {
    return new Page<>(
        page.items().stream().flatMap(edge -> Stream.ofNullable(edge.stored())).toList(),
        page.nextCursor(),
        page.at());
  }

  private ReadTime time(Ask.When when, Ask ask, Instant now) {
    return when.at(now, teller.head(ask.who().tenant()).position());
  }

  private Events events() {
    return teller.engine.events();
  }

  private Inspect inspect() {
    return teller.engine.inspect();
  }

  private static String shown(ObjectView view) {
    var object = view.stored().object();
    return Shown.object(
        object.latestVersion(), object.envelope(), view.reason(), shown(view.stored()));
  }

  private static String shown(StoredObject stored) {
    var span = stored.span();
    return Shown.version(
        stored.object().ref(),
        stored.version().version(),
        stored.version().body(),
        span.validFrom(),
        span.validTo(),
        span.sysFrom(),
        span.sysTo());
  }

  private static String shown(StoredEdge edge) {
    var adjacent = edge.adjacent();
    return Shown.edge(
        adjacent.direction(), adjacent.edgeType(), adjacent.other(), shown(edge.edge()));
  }

  private static String shown(LogEntry entry) {
    return Shown.event(entry.position(), entry.event());
  }
}
