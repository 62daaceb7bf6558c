package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.engine.query.Suggestions.Pair;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.model.Limits;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entities that may be one: goes through all of them, in the order in which they were first
/// observed, and tells each two at the one whose id comes first.
///
/// @param type null = all
/// @param place that the cursor leads to: behind which entity, and how many of the next were told;
///   null = it is the first page
record LikesOfAll(
    @Nullable String type,
    ReadTime time,
    dev.quipu.engine.inspect.Page.Request request,
    @Nullable EntityPlace place)
    implements Inquiry<Suggestions> {

  private static final int PORTION = 50;
  private static final String GAP = "/";

  static String list(@Nullable String type) {
    return "duplicates of all/" + type;
  }

  @Override
  public Question question() {
    return Question.ofMemories("", request.limit(), time, request.cursor(), Ways.WORDS);
  }

  @Override
  public String list() {
    return list(type);
  }

  @Override
  public Page page(Lookout.Place cursor) {
    return Page.of(EntityPlace.rest(cursor));
  }

  @Override
  public List<Plan.Step> further(Lookout.View view, IndexView index, Page page) {
    return List.of();
  }

  @Override
  public Suggestions answer(Seeking seeking) {
    var view = seeking.view();
    var start = place == null ? new EntityPlace(view.at(time).asKnownAt(), "", 0) : place;
    var at = new At(seeking.plan().page().at().asOf(), start.head());
    var seen = view.entities(at);
    var likes = new Likes(seeking, seen);
    var pairs = new ArrayList<Pair>();
    var next = walk(start, seen, likes, pairs);
    return new Suggestions(
        pairs, likes.isComplete(), at, next == null ? null : cursor(seeking, next));
  }

  private String cursor(Seeking seeking, EntityPlace next) {
    var page = seeking.plan().page();
    return seeking.view().cursor(page.at(), next.words(page.next(0, seeking.pin())), list());
  }

  /// Where the next page begins; null if there is none.
  private @Nullable EntityPlace walk(
      EntityPlace start, SeenEntities seen, Likes likes, List<Pair> pairs) {
    var now = start;
    for (int compared = 0; compared < Limits.ENTITIES.maxCompared(); compared += PORTION) {
      var portion = seen.list(type, placeOf(now), PORTION);
      for (var each : portion) {
        var more = each.view() == null ? List.<Pair>of() : told(likes.of(each.view()));
        for (var pair : more.subList(Math.min(now.told(), more.size()), more.size())) {
          if (pairs.size() == request.limit()) {
            return now;
          }
          pairs.add(pair);
          now = now.after(now.last(), 1);
        }
        now = new EntityPlace(now.head(), wordOf(each.place()), 0);
      }
      if (portion.size() < PORTION) {
        return null;
      }
    }
    return now;
  }

  /// Those of two that are told at the first.
  private static List<Pair> told(List<Pair> pairs) {
    return pairs.stream()
        .filter(
            pair ->
                pair.one().known().entity().value().compareTo(pair.other().known().entity().value())
                    < 0)
        .toList();
  }

  private static String wordOf(Place place) {
    return place.created() + GAP + place.id();
  }

  private static @Nullable Place placeOf(EntityPlace place) {
    var word = place.last();
    int gap = word.indexOf(GAP);
    return gap < 0
        ? null
        : new Place(
            new LogPosition(Long.parseLong(word.substring(0, gap))), word.substring(gap + 1));
  }
}
