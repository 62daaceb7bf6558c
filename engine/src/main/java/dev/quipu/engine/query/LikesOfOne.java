package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.At;
import java.util.List;

/// What may be the same as one entity.
record LikesOfOne(EntityId id, ReadTime time) implements Inquiry<Suggestions> {

  @Override
  public Question question() {
    return Question.ofMemories("", Limits.ENTITIES.maxAlike(), time, null, Ways.WORDS);
  }

  @Override
  public String list() {
    return "duplicates/" + id;
  }

  @Override
  public Page page(Lookout.Place cursor) {
    return Page.of(cursor);
  }

  @Override
  public List<Plan.Step> further(Lookout.View view, IndexView index, Page page) {
    return List.of();
  }

  @Override
  public Suggestions answer(Seeking seeking) {
    var view = seeking.view();
    var at = new At(seeking.plan().page().at().asOf(), view.at(time).asKnownAt());
    var seen = view.entities(at);
    var one = seen.of(id);
    if (one == null) {
      throw Entities.absent();
    }
    var likes = new Likes(seeking, seen);
    return new Suggestions(likes.of(one), likes.isComplete(), at, null);
  }
}
