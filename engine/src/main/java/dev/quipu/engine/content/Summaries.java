package dev.quipu.engine.content;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Events;
import dev.quipu.engine.inspect.Graph;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Makes memories out of memories of a session. Thread-safe.
public final class Summaries {

  public static final int MAX_SOURCES = 500;

  private final Inspect inspect;
  private final Events events;
  private final Graph graph;
  private final Ingest ingest;
  private final Limits limits;

  public Summaries(Inspect inspect, Events events, Graph graph, Ingest ingest, Limits limits) {
    this.inspect = inspect;
    this.events = events;
    this.graph = graph;
    this.ingest = ingest;
    this.limits = limits;
  }

  /// What is wanted.
  ///
  /// @param level 1 for a summary of what was remembered, 2 for one of summaries
  /// @param text the caller's own words; null = whole sentences out of the sources
  public record Wanted(SessionId session, int level, @Nullable String text, int maxSources) {}

  /// A summary that was made.
  public record Made(ObjectRef summary, List<ObjectRef> sources, Receipt receipt) {

    public Made {
      sources = List.copyOf(sources);
    }
  }

  /// Summarises what no summary of the caller's covers yet, the oldest first.
  ///
  /// @param request hash of the request, which a repeated one has too
  public Made summarize(Caller caller, Wanted wanted, Hash request, @Nullable Retry retry) {
    caller.require(Grant.WRITE);
    var earlier = ingest.recall(caller, request, retry);
    if (earlier != null) {
      return made(caller, earlier);
    }
    requireAny(caller, wanted.session());
    var sources = sources(caller, wanted);
    if (sources.isEmpty()) {
      // The first try may have been under way until now.
      var meanwhile = ingest.recall(caller, request, retry);
      if (meanwhile != null) {
        return made(caller, meanwhile);
      }
      throw new Conflict(
          "summary.nothing_new",
          "every memory of this session that can be summarised is covered by a summary of yours");
    }
    var refs = sources.stream().map(Summaries::ref).toList();
    var text = wanted.text();
    var words = text == null ? Extract.of(sources.stream().map(Summaries::textOf).toList()) : text;
    var command = new Command.Summarize(wanted.session(), refs, wanted.level(), words);
    return made(caller, ingest.submit(caller, new Submission(command, request), retry));
  }

  /// The sources are those that the event names: a repeated request may find others by now.
  private Made made(Caller caller, Receipt receipt) {
    var event = events.event(caller, receipt.eventId(), ReadTime.NOW).value().entry().event();
    var sources = new ArrayList<ObjectRef>();
    if (event.payload().get("links") instanceof JsonArray(var links)) {
      for (var link : links) {
        if (link instanceof JsonObject edge) {
          var id = String.valueOf(edge.text("dst_object_id"));
          sources.add(new ObjectRef(ObjectType.MEMORY, id));
        }
      }
    }
    return new Made(receipt.objects().getFirst().object(), sources, receipt);
  }

  /// A session may be another's, who used the name first: what the caller has in it is there all
  /// the same.
  private void requireAny(Caller caller, SessionId session) {
    var one = new Page.Request(null, 1);
    var fields = Map.of("session_id", session.value());
    if (inspect.objects(caller, ObjectType.MEMORY, fields, ReadTime.NOW, one).items().isEmpty()) {
      inspect.object(caller, ObjectRef.of(session), ReadTime.NOW);
    }
  }

  /// As many as fit into one summary: by their number, their length, and the events behind them.
  private List<ObjectView> sources(Caller caller, Wanted wanted) {
    var covered = covered(caller, wanted);
    var fields =
        Map.of(
            "session_id", wanted.session().value(), "level", Integer.toString(wanted.level() - 1));
    var taken = new ArrayList<ObjectView>();
    var events = new HashSet<String>();
    var length = new long[1];
    each(
        caller,
        fields,
        view -> {
          if (isFit(view) && !covered.contains(ref(view))) {
            events.addAll(eventsOf(view));
            length[0] += textOf(view).length();
            boolean fits =
                events.size() <= ObjectSchemas.MAX_SOURCES && length[0] <= limits.maxPageBytes();
            if (!fits && !taken.isEmpty()) {
              return false;
            }
            taken.add(view);
          }
          return taken.size() < wanted.maxSources();
        });
    return taken;
  }

  /// What search does not find is no input of a summary either.
  private static boolean isFit(ObjectView view) {
    return view.stored().object().envelope().indexed() && isActive(view);
  }

  private static boolean isActive(ObjectView view) {
    return Lifecycle.of(view.stored().version().body()) == Lifecycle.ACTIVE;
  }

  /// What the summaries of this level cover that are the caller's and stand.
  private Set<ObjectRef> covered(Caller caller, Wanted wanted) {
    var fields =
        Map.of("session_id", wanted.session().value(), "level", Integer.toString(wanted.level()));
    var covered = new HashSet<ObjectRef>();
    each(
        caller,
        fields,
        view -> {
          boolean own = view.stored().object().envelope().owner().equals(caller.principal());
          if (own && isActive(view)) {
            covered.addAll(sourcesOf(caller, ref(view)));
          }
          return true;
        });
    return covered;
  }

  private Set<ObjectRef> sourcesOf(Caller caller, ObjectRef summary) {
    var sources = new HashSet<ObjectRef>();
    @Nullable String cursor = null;
    do {
      var page =
          graph.edges(
              caller,
              summary,
              new EdgeFilter(Set.of(Direction.OUT), Set.of(EdgeType.SUMMARIZES.wireName())),
              ReadTime.NOW,
              new Page.Request(cursor, limits.maxPage()));
      page.items().forEach(edge -> sources.add(edge.other()));
      cursor = page.nextCursor();
    } while (cursor != null);
    return sources;
  }

  /// Shows memories, oldest first, for as long as they are wanted.
  private void each(Caller caller, Map<String, String> fields, Predicate<ObjectView> goOn) {
    @Nullable String cursor = null;
    do {
      var page =
          inspect.objects(
              caller,
              ObjectType.MEMORY,
              fields,
              ReadTime.NOW,
              new Page.Request(cursor, MAX_SOURCES));
      for (var view : page.items()) {
        if (!goOn.test(view)) {
          return;
        }
      }
      cursor = page.nextCursor();
    } while (cursor != null);
  }

  private static ObjectRef ref(ObjectView view) {
    return view.stored().object().ref();
  }

  private static String textOf(ObjectView view) {
    var text = view.stored().version().body().text("text");
    return text == null ? "" : text;
  }

  private static Set<String> eventsOf(ObjectView view) {
    var events = new HashSet<String>();
    if (view.stored().version().body().get("source_event_ids") instanceof JsonArray(var ids)) {
      ids.forEach(id -> events.add(id.toString()));
    }
    return events;
  }
}
