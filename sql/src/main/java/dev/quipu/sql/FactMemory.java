package dev.quipu.sql;

import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The facts that the writer has already looked up. Units ask again and again about the same few
/// objects: the principal, the agent, the session.
///
/// It begins and ends with the one connection that writes, so that an answer stays true until that
/// connection itself changes the row or takes a change back. Where others write too, a group
/// forgets it all once it has locked its tenants. Facts that are rarely asked for twice, and
/// bodies, which may be large, are not kept; but for users', whose settings every write asks for.
final class FactMemory {

  /// A rebuild asks about everything there is.
  private static final int MOST = 4_096;

  private final Map<Place, Optional<Object>> answers = new HashMap<>();

  private record Place(long space, FactKey<?> key) {}

  @Nullable Object find(long space, FactKey<?> key, Function<FactKey<?>, @Nullable Object> lookUp) {
    if (!isKept(key)) {
      return lookUp.apply(key);
    }
    var place = new Place(space, key);
    var known = answers.get(place);
    if (known != null) {
      return known.orElse(null);
    }
    var found = lookUp.apply(key);
    if (answers.size() >= MOST) {
      answers.clear();
    }
    answers.put(place, Optional.ofNullable(found));
    return found;
  }

  private static boolean isKept(FactKey<?> key) {
    return switch (key) {
      case FactKey.ObjectOf _, FactKey.VersionOf _, FactKey.AudienceKnown _ -> true;
      case FactKey.LineOf _,
          FactKey.LineAt _,
          FactKey.SpanAt _,
          FactKey.SpanAfter _,
          FactKey.TombstoneOn _,
          FactKey.Listed _,
          FactKey.FirstWith _,
          FactKey.CounterOf _ ->
          false;
    };
  }

  /// Forgets what these changes make untrue.
  void forget(long space, Changes changes) {
    for (var change : changes.changes()) {
      switch (change) {
        case Change.Put(var row) -> forget(space, row);
        case Change.Replace(_, var after) -> forget(space, after);
      }
    }
  }

  private void forget(long space, ViewRow row) {
    switch (row) {
      case ObjectRow object -> forget(space, new FactKey.ObjectOf(object.ref()));
      case VersionRow version ->
          forget(space, new FactKey.VersionOf(version.ref(), version.version()));
      case AudienceRow audience -> forget(space, new FactKey.AudienceKnown(audience.audience()));
      case ViewRow.SpanRow _,
          ViewRow.TombstoneRow _,
          ViewRow.ListKeyRow _,
          ViewRow.AdjacentRow _,
          ViewRow.CounterRow _ -> {}
    }
  }

  private void forget(long space, FactKey<?> key) {
    answers.remove(new Place(space, key));
  }

  /// Forgets everything, because rows were taken back or removed.
  void forgetAll() {
    answers.clear();
  }
}
