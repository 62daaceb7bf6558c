package dev.quipu.sql;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ValidTime;
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
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The facts that the writer has already looked up, or has written itself. Units ask again and
/// again about the same few objects: the principal, the agent, the session, the entities that are
/// spoken of.
///
/// It begins and ends with the one connection that writes, so that an answer stays true until that
/// connection itself changes the row or takes a change back. Where others write too, a group lets
/// it answer only for tenants that stand where this connection left them: the lock is held, and the
/// views of a tenant change with its log alone. Facts that are rarely asked for twice are not kept.
final class FactMemory {

  /// A rebuild asks about everything there is.
  private static final int MOST = 16_384;

  /// How many characters the bodies may have together.
  private static final int MOST_TEXT = 4 << 20;

  /// A body that is longer is not kept.
  private static final int LONG = 8 << 10;

  private static final Answer NOTHING = new Answer(null);

  private final boolean hasOtherWriters;
  private final Map<Long, Map<Object, Answer>> answers = new HashMap<>();
  private final Map<Long, Standing> left = new HashMap<>();
  private final Set<Long> vouchedFor = new HashSet<>();
  private int size;
  private long text;

  /// @param value null = there is no such thing
  private record Answer(@Nullable Object value) {}

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
  private Map<Object, Answer> of(long space) {
    if (hasOtherWriters && vouchedFor.add(space)) {
      var outdated = answers.remove(space);
      size -= outdated == null ? 0 : outdated.size();
    }
    return answers.computeIfAbsent(space, _ -> new HashMap<>());
  }

  @Nullable Object find(long space, FactKey<?> key, Function<FactKey<?>, @Nullable Object> lookUp) {
    var known = known(space, key);
    if (known != null) {
      return known.value();
    }
    var found = lookUp.apply(key);
    if (key instanceof FactKey.SpanAt(var ref, _) && found != null) {
      keep(space, new SpanOf(ref), found);
    } else if (isKept(key)) {
      remember(space, key, found);
    }
    return found;
  }

  /// Null if it has to be looked up.
  private @Nullable Answer known(long space, FactKey<?> key) {
    return switch (key) {
      case FactKey.SpanAt(var ref, var instant) ->
          ofSpans(space, ref, span -> holds(span, instant) ? new Answer(span) : null);
      case FactKey.SpanAfter(var ref, var instant) ->
          ofSpans(space, ref, span -> lastsFrom(span, instant) ? NOTHING : null);
      case FactKey.SpanBefore(var ref, var instant) when instant.equals(ValidTime.FOREVER) ->
          ofSpans(space, ref, span -> lastsFrom(span, instant) ? new Answer(span) : null);
      case FactKey.Listed(var row) when isAbsent(space, row.ref()) -> new Answer(false);
      case FactKey<?> other -> of(space).get(other);
    };
  }

  /// Instants are nearly always others, but the rectangle is the same. What is not there has none.
  private @Nullable Answer ofSpans(
      long space, ObjectRef ref, Function<SpanRow, @Nullable Answer> answer) {
    var kept = of(space).get(new SpanOf(ref));
    if (kept != null && kept.value() instanceof SpanRow span) {
      return answer.apply(span);
    }
    return isAbsent(space, ref) ? NOTHING : null;
  }

  private boolean isAbsent(long space, ObjectRef ref) {
    var object = of(space).get(new FactKey.ObjectOf(ref));
    return object != null && object.value() == null;
  }

  /// Whether nothing can follow it after an instant: rectangles do not overlap.
  private static boolean lastsFrom(SpanRow span, Instant instant) {
    return span.validTo().equals(ValidTime.FOREVER) && !span.validFrom().isAfter(instant);
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
    if (answer instanceof VersionRow version) {
      int length = lengthOf(version.body());
      if (length > LONG) {
        forget(space, key);
        return;
      }
      text += length;
    }
    if (size >= MOST || text > MOST_TEXT) {
      forgetAll();
    }
    if (of(space).put(key, new Answer(answer)) == null) {
      size++;
    }
  }

  private static boolean isKept(FactKey<?> key) {
    return switch (key) {
      case FactKey.ObjectOf _, FactKey.TombstoneOn _, FactKey.AudienceKnown _ -> true;
      case FactKey.VersionOf(var ref, _) -> isAskedForAgain(ref);
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
        var ref = object.ref();
        boolean isOne = ref.type() == ObjectType.EVENT || ref.type() == ObjectType.MEMORY;
        if (!isOne || isAskedForAgain(ref)) {
          remember(space, new FactKey.ObjectOf(object.ref()), object);
        } else {
          forget(space, new FactKey.ObjectOf(object.ref()));
        }
      }
      case VersionRow version -> {
        var key = new FactKey.VersionOf(version.ref(), version.version());
        if (isAskedForAgain(version.ref())) {
          remember(space, key, version);
        } else {
          forget(space, key);
        }
      }
      case SpanRow span -> {
        if (span.sysTo().equals(LogPosition.FOREVER) && isAskedForAgain(span.ref())) {
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

  /// Every message names its agent and its session, and payloads speak of the same entities: they
  /// ask for what these say. What others say is hardly ever asked for again, and may be long.
  private static boolean isAskedForAgain(ObjectRef ref) {
    var type = ref.type();
    return type == ObjectType.AGENT
        || type == ObjectType.SESSION
        || type == ObjectType.USER
        || Aspect.isNamedLikeOne(ref);
  }

  /// Roughly how many characters there are in a value; no more are counted than make it long.
  private static int lengthOf(Json value) {
    return switch (value) {
      case JsonString(var text) -> text.length();
      case JsonArray(var items) -> lengthOf(items);
      case JsonObject(var members) ->
          members.keySet().stream().mapToInt(String::length).sum() + lengthOf(members.values());
      case JsonNumber _, JsonBoolean _, JsonNull _ -> Long.BYTES;
    };
  }

  private static int lengthOf(Collection<Json> values) {
    int length = 0;
    for (var value : values) {
      length += lengthOf(value);
      if (length > LONG) {
        break;
      }
    }
    return length;
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
    text = 0;
  }
}
