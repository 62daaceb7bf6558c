package dev.quipu.sql;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The facts that the writer has already looked up, or has written itself. Units ask again and
/// again about the same few objects: the principal, the agent, the session.
///
/// It begins and ends with the one connection that writes, so that an answer stays true until that
/// connection itself changes the row or takes a change back. Where others write too, a group lets
/// it answer only for tenants that stand where this connection left them: the lock is held, and the
/// views of a tenant change with its log alone. Facts that are rarely asked for twice are not kept.
final class FactMemory {

  /// A rebuild asks about everything there is.
  private static final int MOST = 4_096;

  private final boolean hasOtherWriters;
  private final Map<Long, Map<Object, Optional<Object>>> answers = new HashMap<>();
  private final Map<Long, Standing> left = new HashMap<>();
  private final Set<Long> vouchedFor = new HashSet<>();
  private int size;

  FactMemory(boolean hasOtherWriters) {
    this.hasOtherWriters = hasOtherWriters;
  }

  /// A group begins and has locked its tenants.
  ///
  /// @param standings where they stand
  void begin(Collection<Standing> standings) {
    vouchedFor.clear();
    for (var standing : standings) {
      if (standing.equals(left.get(standing.space()))) {
        vouchedFor.add(standing.space());
      }
    }
  }

  /// A group is durable.
  ///
  /// @param standings where it has left its tenants
  void end(Collection<Standing> standings) {
    if (left.size() >= MOST) {
      left.clear();
    }
    if (hasOtherWriters) {
      standings.forEach(standing -> left.put(standing.space(), standing));
    }
  }

  /// What is known of a space. Others may have changed one that was not vouched for; from now on,
  /// to the end of the group, nobody but us does.
  private Map<Object, Optional<Object>> of(long space) {
    if (hasOtherWriters && vouchedFor.add(space)) {
      var outdated = answers.remove(space);
      size -= outdated == null ? 0 : outdated.size();
    }
    return answers.computeIfAbsent(space, _ -> new HashMap<>());
  }

  @Nullable Object find(long space, FactKey<?> key, Function<FactKey<?>, @Nullable Object> lookUp) {
    if (key instanceof FactKey.SpanAt(var ref, var instant)) {
      return spanAt(space, ref, instant, () -> (SpanRow) lookUp.apply(key));
    }
    var known = of(space).get(key);
    if (known != null) {
      return known.orElse(null);
    }
    var found = lookUp.apply(key);
    if (isKept(key)) {
      remember(space, key, found);
    }
    return found;
  }

  /// The instant is nearly always now, so never the same; but the rectangle is.
  private @Nullable SpanRow spanAt(
      long space, ObjectRef ref, Instant instant, Supplier<@Nullable SpanRow> lookUp) {
    var place = new SpanOf(ref);
    var known = of(space).get(place);
    if (known != null && known.get() instanceof SpanRow span && holds(span, instant)) {
      return span;
    }
    var found = lookUp.get();
    if (found != null) {
      keep(space, place, found);
    }
    return found;
  }

  private static boolean holds(SpanRow span, Instant instant) {
    return !span.validFrom().isAfter(instant) && span.validTo().isAfter(instant);
  }

  /// Where a believed rectangle of an object is kept: the one that was asked for last.
  private record SpanOf(ObjectRef ref) {}

  boolean knows(long space, FactKey<?> key) {
    return of(space).containsKey(key);
  }

  void remember(long space, FactKey<?> key, @Nullable Object answer) {
    keep(space, key, answer);
  }

  private void keep(long space, Object key, @Nullable Object answer) {
    if (size >= MOST) {
      forgetAll();
    }
    if (of(space).put(key, Optional.ofNullable(answer)) == null) {
      size++;
    }
  }

  private static boolean isKept(FactKey<?> key) {
    return switch (key) {
      case FactKey.ObjectOf _, FactKey.TombstoneOn _, FactKey.AudienceKnown _ -> true;
      case FactKey.VersionOf(var ref, _) -> isAskedForAgain(ref.type());
      case FactKey.LineOf _,
          FactKey.LineAt _,
          FactKey.SpanAt _,
          FactKey.SpanAfter _,
          FactKey.SpanBefore _,
          FactKey.Listed _,
          FactKey.FirstWith _,
          FactKey.AllWith _,
          FactKey.CounterOf _,
          FactKey.EdgesOf _ ->
          false;
    };
  }

  /// Forgets that the event of this line was not there.
  void learn(long space, LogLine line) {
    var event = line.eventId();
    if (event != null) {
      forget(space, new FactKey.LineOf(event));
    }
  }

  /// Forgets what these changes make untrue, and learns what they make true.
  void learn(long space, Changes changes) {
    for (var change : changes.changes()) {
      switch (change) {
        case Change.Put(var row) -> learn(space, row);
        case Change.Replace(_, var after) -> learn(space, after);
      }
    }
  }

  private void learn(long space, ViewRow row) {
    switch (row) {
      case ObjectRow object -> {
        if (object.ref().type() != ObjectType.EVENT && object.ref().type() != ObjectType.MEMORY) {
          remember(space, new FactKey.ObjectOf(object.ref()), object);
        } else {
          forget(space, new FactKey.ObjectOf(object.ref()));
        }
      }
      case VersionRow version -> {
        var key = new FactKey.VersionOf(version.ref(), version.version());
        if (isAskedForAgain(version.ref().type())) {
          remember(space, key, version);
        } else {
          forget(space, key);
        }
      }
      case SpanRow span -> {
        if (span.sysTo().equals(LogPosition.FOREVER) && isAskedForAgain(span.ref().type())) {
          keep(space, new SpanOf(span.ref()), span);
        } else {
          forget(space, new SpanOf(span.ref()));
        }
      }
      case TombstoneRow tombstone -> forget(space, new FactKey.TombstoneOn(tombstone.ref()));
      case AudienceRow audience ->
          remember(space, new FactKey.AudienceKnown(audience.audience()), true);
      case ViewRow.ListKeyRow _, ViewRow.AdjacentRow _, ViewRow.CounterRow _ -> {}
    }
  }

  /// Every message names these and asks for what they say. What others say is hardly ever asked for
  /// again, and may be long.
  private static boolean isAskedForAgain(ObjectType type) {
    return type == ObjectType.AGENT || type == ObjectType.SESSION || type == ObjectType.USER;
  }

  private void forget(long space, Object key) {
    if (of(space).remove(key) != null) {
      size--;
    }
  }

  /// Forgets everything, because rows were taken back or removed.
  void forgetAll() {
    answers.clear();
    size = 0;
  }
}
