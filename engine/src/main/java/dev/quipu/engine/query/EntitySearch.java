package dev.quipu.engine.query;

import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.At;
import org.jspecify.annotations.Nullable;

/// Looks for entities, and for entities that may be one. Thread-safe.
public final class EntitySearch {

  private final Ask ask;
  private final Lookout lookout;
  private final int maxLookedAt;

  public EntitySearch(Ask ask, Lookout lookout, Limits limits) {
    this.ask = ask;
    this.lookout = lookout;
    this.maxLookedAt = limits.maxLookedAt();
  }

  public FoundEntities find(Caller caller, EntityQuestion question) {
    var cursor = question.cursor();
    var pinned = cursor == null ? null : lookout.pinned(caller, cursor, question.list());
    var place = pinned == null ? null : EntityPlace.of(pinned);
    if (question.name() != null) {
      return named(caller, question, question.name(), place);
    }
    var inquiry = new EntityInquiry(question, maxLookedAt, place);
    return ask.answer(caller, inquiry, null, ask.patience());
  }

  /// Names are looked up in the store, whatever the index knows.
  private FoundEntities named(
      Caller caller, EntityQuestion question, String name, @Nullable EntityPlace place) {
    ask.awaitLog(caller, question.question());
    return lookout
        .eyes(caller, false)
        .look(
            view -> {
              var at = at(question, view);
              var seen = view.entities(at);
              var start = place == null ? new EntityPlace(at.asKnownAt(), "", 0) : place;
              return new SortedEntities(question, start).answer(view, seen, name);
            });
  }

  private static At at(EntityQuestion question, Lookout.View view) {
    var cursor = question.cursor();
    return cursor == null
        ? view.at(question.time())
        : view.place(cursor, question.list(), question.time()).at();
  }

  /// What may be the same as an entity, most alike first.
  public Suggestions alike(Caller caller, EntityId id, ReadTime time) {
    return ask.answer(caller, new LikesOfOne(id, time), null, ask.patience());
  }

  /// Entities that may be one, each two of them once.
  ///
  /// @param type null = all
  public Suggestions alike(
      Caller caller,
      @Nullable String type,
      ReadTime time,
      dev.quipu.engine.inspect.Page.Request page) {
    var list = LikesOfAll.list(type);
    var cursor = page.cursor();
    var pinned = cursor == null ? null : lookout.pinned(caller, cursor, list);
    var inquiry = new LikesOfAll(type, time, page, pinned == null ? null : EntityPlace.of(pinned));
    return ask.answer(caller, inquiry, null, ask.patience());
  }
}
