package dev.quipu.engine.materialize;

import static java.util.Comparator.comparing;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.materialize.Embedding.ModelStanding;
import dev.quipu.engine.materialize.Embedding.ModelStanding.State;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Adds up over all tenants how far models have come. Looks at each tenant's log and index: for
/// those who look after the server, now and then.
///
/// @param ready the model that can be asked for a tenant; null if there is none
/// @param counts whether a tenant does: the others are deleted
record ModelStandings(
    Storage storage,
    SearchIndex index,
    VectorStore vectors,
    VectorFollowing following,
    Function<TenantId, @Nullable EmbeddingModel> ready,
    Predicate<TenantId> counts) {

  /// Of one model, over the tenants looked at so far.
  private record Sum(int answering, int level, long lag) {

    Sum plus(Sum other) {
      return new Sum(answering + other.answering, level + other.level, lag + other.lag);
    }
  }

  /// By name; of a model that there are two revisions of, both.
  List<ModelStanding> of(Set<String> names, @Nullable String chosen, OpenModels open) {
    var kept = new TreeMap<EmbeddingModel, Long>(EmbeddingModel.BY_NAME);
    vectors.kept().forEach(each -> kept.put(each.model(), each.vectors()));
    for (var name : names) {
      var ready = open.find(name);
      if (ready != null) {
        kept.putIfAbsent(ready.model(), 0L);
      }
    }
    var sums = sums(kept.keySet());
    var standings = new ArrayList<ModelStanding>();
    for (var model : kept.keySet()) {
      var sum = sums.getOrDefault(model, new Sum(0, 0, 0));
      standings.add(
          new ModelStanding(
              model.name(),
              model,
              isChosen(model, chosen, open),
              state(model.name(), model, names, open),
              kept.getOrDefault(model, 0L),
              sum.answering,
              sum.level,
              sum.lag));
    }
    for (var name : names) {
      if (kept.keySet().stream().noneMatch(model -> model.name().equals(name))) {
        var state = state(name, null, names, open);
        standings.add(new ModelStanding(name, null, name.equals(chosen), state, 0, 0, 0, all()));
      }
    }
    standings.sort(comparing(ModelStanding::name));
    return standings;
  }

  /// Of several revisions of one name it is the one that can be asked.
  private static boolean isChosen(EmbeddingModel model, @Nullable String chosen, OpenModels open) {
    var ready = open.find(model.name());
    return model.name().equals(chosen) && (ready == null || ready.model().equals(model));
  }

  private static State state(
      String name, @Nullable EmbeddingModel model, Set<String> names, OpenModels open) {
    var ready = open.find(name);
    if (!names.contains(name) || (ready != null && !ready.model().equals(model))) {
      return State.GONE;
    }
    if (open.failure(name) != null) {
      return State.FAILED;
    }
    return ready == null ? State.NOT_LOADED : State.READY;
  }

  private Map<EmbeddingModel, Sum> sums(Set<EmbeddingModel> models) {
    var sums = new HashMap<EmbeddingModel, Sum>();
    for (var tenant : storage.tenants()) {
      if (!counts.test(tenant)) {
        continue;
      }
      long head = head(tenant);
      var published = head == 0 ? Set.<EmbeddingModel>of() : index.models(tenant);
      var answering = published.isEmpty() ? null : ready.apply(tenant);
      for (var model : head == 0 ? Set.<EmbeddingModel>of() : models) {
        boolean isShown = published.contains(model);
        boolean isThere = isShown || following.hasBegun(tenant, model);
        long reached = isThere ? following.reached(tenant, model).value() : 0;
        long missing = Math.max(0, head - reached);
        boolean answers = isShown && model.equals(answering);
        sums.merge(model, new Sum(answers ? 1 : 0, missing == 0 ? 1 : 0, missing), Sum::plus);
      }
    }
    return sums;
  }

  /// What a model has before it that has done nothing yet.
  private long all() {
    return storage.tenants().stream().filter(counts).mapToLong(this::head).sum();
  }

  private long head(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.head().position().value();
    }
  }
}
