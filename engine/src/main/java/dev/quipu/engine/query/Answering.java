package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Expansion;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.Node;
import dev.quipu.engine.inspect.Provenance;
import dev.quipu.engine.query.Evidence.Applied;
import dev.quipu.engine.query.Evidence.Duplicate;
import dev.quipu.engine.query.Evidence.Found;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes one answer. Used once.
final class Answering {

  /// Objects that the expansion leads to.
  private static final int MAX_NODES = 100;

  private final Seeking seeking;
  private final Plan plan;
  private final Question question;
  private final At at;
  private final IndexView index;
  private final Lookout.View view;
  private final Caller caller;
  private final @Nullable Meant meant;
  private final Sightings sightings;

  Answering(Seeking seeking, Caller caller) {
    this.seeking = seeking;
    this.plan = seeking.plan();
    this.question = plan.question();
    this.at = plan.page().at();
    this.index = seeking.index();
    this.view = seeking.view();
    this.caller = caller;
    this.meant = seeking.meant();
    this.sightings = seeking.sightings();
  }

  Evidence answer() {
    seeking.requireVectors();
    var selection = seeking.select();
    int want = Seeking.bounded((long) plan.page().offset() + question.topK() + 1);
    while (true) {
      var ranking = seeking.rank(selection, want);
      var page = check(ranking);
      if (page.full() || ranking.isAll()) {
        return assemble(selection, ranking, page);
      }
      want = Seeking.bounded(2L * want); // some were not for the caller any more
    }
  }

  /// @param next the place in the ranking behind the page
  private record PageOf(List<Found> found, int next, boolean full) {}

  /// Asks the store, and so the written rule, about each that goes out, until there are enough.
  private PageOf check(Ranking ranking) {
    var candidates = ranking.candidates();
    var folding = ranking.folding();
    var found = new ArrayList<Found>();
    int place = Math.min(plan.page().offset(), candidates.size());
    var met = entitiesIn(candidates.subList(0, place));
    int likely = Math.min(place + question.topK(), candidates.size());
    sightings.see(
        candidates.subList(place, likely).stream().map(each -> each.filed().ref()).toList());
    while (place < candidates.size()
        && (found.size() < question.topK() || folding.isAway(candidates.get(place)))) {
      var candidate = candidates.get(place++);
      var node = folding.isAway(candidate) ? null : sightings.find(candidate.filed().ref());
      if (node != null && isNew(candidate, node, met)) {
        found.add(
            new Found(
                node,
                candidate.filed(),
                candidate.score(),
                candidate.parts().named(),
                sources(node),
                List.of(),
                null,
                duplicates(folding.under(candidate)),
                ranking.superseded().apply(candidate)));
      }
    }
    return new PageOf(found, place, found.size() == question.topK());
  }

  /// An entity is found by each of its aspects, and told once.
  private static boolean isNew(Candidate candidate, Node node, Set<ObjectRef> met) {
    return Aspect.entityOf(candidate.filed().ref()) == null || met.add(node.ref());
  }

  private Set<ObjectRef> entitiesIn(List<Candidate> before) {
    var met = new HashSet<ObjectRef>();
    for (var candidate : before) {
      var ref = candidate.filed().ref();
      var node = Aspect.entityOf(ref) == null ? null : sightings.find(ref);
      if (node != null) {
        met.add(node.ref());
      }
    }
    return met;
  }

  private List<Duplicate> duplicates(List<Candidate> folded) {
    var duplicates = new ArrayList<Duplicate>();
    for (var one : folded) {
      var node = sightings.find(one.filed().ref());
      if (node != null) {
        duplicates.add(new Duplicate(node, one.filed().version(), one.score(), sources(node)));
      }
    }
    return duplicates;
  }

  /// The events that something says it comes from.
  private static List<String> sources(Node node) {
    if (node instanceof Node.Happened(var entry, var _)) {
      return List.of(entry.eventId().value());
    }
    var fields = node.fields();
    for (var name : List.of("derived_from_event_id", "produced_by_event_id")) {
      var one = fields.text(name);
      if (one != null) {
        return List.of(one);
      }
    }
    return fields.get("source_event_ids") instanceof JsonArray(var ids)
        ? ids.stream()
            .filter(JsonString.class::isInstance)
            .map(id -> ((JsonString) id).value())
            .toList()
        : List.of();
  }

  private Evidence assemble(Selection selection, Ranking ranking, PageOf page) {
    var objects = question.explain() ? explained(selection, page.found()) : page.found();
    var refs = objects.stream().map(found -> found.node().ref()).toList();
    boolean whole = !question.objectsOnly();
    var provenance =
        whole
            ? objects.stream().map(found -> view.provenance(found.node(), at)).toList()
            : List.<Provenance>of();
    var edges = whole ? edges(refs) : List.<Expansion.Followed>of();
    boolean more = page.next() < ranking.candidates().size() || !ranking.isAll();
    var search = seeking.search(selection, ranking.isExact(), ranking.visited());
    return new Evidence(
        objects,
        edges,
        provenance,
        whole ? applied(selection) : List.of(),
        trace(objects, selection, ranking),
        search,
        index.position(),
        meant == null ? null : meant.vectors().position(),
        at,
        question.tokenBudget() == null ? null : context(objects, question.tokenBudget()),
        more && !page.found().isEmpty()
            ? view.cursor(at, plan.page().next(page.next(), seeking.pin()), question.list())
            : null);
  }

  private ContextBlock context(List<Found> objects, int budget) {
    var compared = objects.subList(0, Math.min(ContextChoice.AMONG, objects.size()));
    return ContextBlock.pack(objects, question.text(), budget, () -> Likeness.of(compared, meant));
  }

  private List<Found> explained(Selection selection, List<Found> found) {
    var documents = found.stream().map(Found::filed).toList();
    var matched = selection.explain(question.text(), documents);
    var cosines =
        meant == null
            ? Map.<IndexDocument.Key, Double>of()
            : meant.vectors().nearness(meant.vector(), documents);
    var explained = new ArrayList<Found>();
    for (int i = 0; i < found.size(); i++) {
      explained.add(found.get(i).with(matched.get(i), cosines.get(documents.get(i).key())));
    }
    return explained;
  }

  /// Those that were asked for; else those that are objects themselves, one hop far.
  private List<Expansion.Followed> edges(List<ObjectRef> refs) {
    var expand = question.expand();
    if (expand == null) {
      return nearestEdges(refs);
    }
    if (refs.isEmpty()) {
      return List.of();
    }
    var filter = new EdgeFilter(EnumSet.allOf(Direction.class), expand.edgeTypes());
    var wanted =
        new Expansion.Wanted(
            refs, expand.hops(), filter, MAX_NODES + refs.size(), Sightings.MOST_EDGES);
    return view.expand(wanted, at).edges();
  }

  private List<Expansion.Followed> nearestEdges(List<ObjectRef> refs) {
    sightings.seeEdges(refs);
    var edges = new LinkedHashMap<String, Expansion.Followed>();
    refs.stream()
        .flatMap(ref -> sightings.storedEdges(ref).stream())
        .forEach(edge -> edges.putIfAbsent(edge.id(), new Expansion.Followed(edge, 1)));
    return edges.values().stream().limit(Sightings.MOST_EDGES).toList();
  }

  private List<Applied> applied(Selection selection) {
    var applied = new ArrayList<Applied>();
    long before = selection.visible();
    for (int i = 0; i < plan.filters().size(); i++) {
      var step = plan.filters().get(i);
      long left = selection.left().get(i);
      applied.add(new Applied(step.name(), step.params(), before - left));
      before = left;
    }
    return applied;
  }

  private Trace trace(List<Found> objects, Selection selection, Ranking ranking) {
    var planned = new LinkedHashMap<String, Json>();
    planned.put("query_text", Json.of(question.text()));
    planned.put("top_k", Json.of(question.topK()));
    planned.put("offset", Json.of(plan.page().offset()));
    planned.put("window", Json.of(plan.page().window()));
    planned.put("as_of", Json.of(at.asOf()));
    planned.put("as_known_at", Json.of(at.asKnownAt().value()));
    planned.put("as_admin", Json.of(question.asAdmin()));
    planned.put("fold", Json.of(question.fold()));
    planned.put("principal", Json.of(caller.principal().toString()));
    planned.put("ranking", Json.of(Ranking.VERSION));
    planned.put(
        "by", JsonArray.ofTexts(question.ways().by().stream().map(Ways.Way::wireName).toList()));
    planned.put("vectors", seeking.pin().json());
    var given = question.ways().given();
    if (given != null) {
      planned.put("query_vector", given.json());
    }
    planned.put(
        "filters",
        new JsonArray(
            plan.filters().stream()
                .<Json>map(
                    step -> JsonObject.of("name", Json.of(step.name()), "params", step.params()))
                .toList()));
    var statistics =
        JsonObject.of(
            "visible", Json.of(selection.visible()),
            "eligible", Json.of(selection.eligible()),
            "visited", Json.of(ranking.visited()),
            "generation", Json.of(index.generation()),
            "vectors_eligible", meant == null ? Json.NULL : Json.of(meant.vectors().eligible()));
    return new Trace(
        new JsonObject(planned),
        ranking.steps(),
        statistics,
        objects.stream()
            .map(found -> new Trace.Result(found.node().ref(), found.version(), found.score()))
            .toList());
  }
}
