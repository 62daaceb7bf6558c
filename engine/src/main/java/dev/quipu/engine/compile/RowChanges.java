package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Audience;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey.AudienceKnown;
import dev.quipu.model.view.FactKey.Listed;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gathers the rows that one entry puts and replaces, and the objects that it tells of. Used once.
final class RowChanges {

  private final LogPosition position;
  private final Facts facts;
  private final List<Change> changes = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final Set<ObjectRef> made = new HashSet<>();
  private final Set<Audience> openedHere = new HashSet<>();
  private final Set<ListKeyRow> listedHere = new HashSet<>();

  RowChanges(LogPosition position, Facts facts) {
    this.position = position;
    this.facts = facts;
  }

  Changes changes() {
    return new Changes(changes, effects);
  }

  LogPosition position() {
    return position;
  }

  Facts facts() {
    return facts;
  }

  boolean hasMade(ObjectRef ref) {
    return made.contains(ref);
  }

  /// Notes that this entry has made the object, or a version of it; false if it had already.
  boolean makes(ObjectRef ref) {
    return made.add(ref);
  }

  /// The same of what an entry does once to an object.
  void makesOnce(ObjectRef ref) {
    if (!makes(ref)) {
      throw new IllegalStateException(ref + " is made once in an entry");
    }
  }

  void tell(ObjectRef ref, int version) {
    effects.add(new Effect(ref, version));
  }

  void put(ViewRow row) {
    changes.add(new Change.Put(row));
  }

  void replace(ViewRow before, ViewRow after) {
    changes.add(new Change.Replace(before, after));
  }

  // ── objects ──

  ObjectRow known(ObjectRef ref) {
    var object = facts.find(new ObjectOf(ref));
    if (object == null) {
      throw new IllegalStateException(ref + " is not there to be changed");
    }
    return object;
  }

  void object(ObjectRef ref, int version, Envelope envelope) {
    put(new ObjectRow(ref, position, version, envelope, false, false));
    open(envelope);
  }

  /// One that is deleted from the start.
  void deletedObject(ObjectRef ref, int version, Envelope envelope) {
    put(new ObjectRow(ref, position, version, envelope, false, true));
    put(new TombstoneRow(ref, position, LogPosition.FOREVER));
    open(envelope);
  }

  private void open(Envelope envelope) {
    var audience = Audience.of(envelope);
    if (openedHere.add(audience) && !facts.holds(new AudienceKnown(audience))) {
      AccessTokens.opening(envelope).forEach(token -> put(new AudienceRow(token, audience)));
    }
  }

  void version(ObjectRef ref, int version, JsonObject body) {
    put(new VersionRow(ref, version, position, body));
  }

  // ── what is believed ──

  void believe(ObjectRef ref, Instant from, Instant to, int version) {
    put(SpanRow.believed(ref, position, from, to, version));
  }

  void close(SpanRow span) {
    replace(span, span.closedAt(position));
  }

  /// Ends the belief in a rectangle, but for what it says of the time before an instant.
  void closeFrom(SpanRow span, Instant from) {
    close(span);
    if (span.validFrom().isBefore(from)) {
      believe(span.ref(), span.validFrom(), from, span.version());
    }
  }

  /// Ends the belief in a rectangle and in all that follow it.
  void closeAll(@Nullable SpanRow first) {
    for (var span = first;
        span != null;
        span = facts.find(new SpanAfter(span.ref(), span.validFrom()))) {
      close(span);
    }
  }

  JsonObject bodyOf(SpanRow span) {
    var version = facts.find(new VersionOf(span.ref(), span.version()));
    if (version == null) {
      throw new IllegalStateException(span.ref() + " has no version " + span.version());
    }
    return version.body();
  }

  // ── lists ──

  /// Lists an object that was there before, unless it is listed so already.
  void list(ObjectRef ref, LogPosition created, List<ListKeys.Key> keys) {
    for (var key : keys) {
      var row = new ListKeyRow(ref, key.field(), key.value(), created);
      if (listedHere.add(row) && !facts.holds(new Listed(row))) {
        put(row);
      }
    }
  }

  /// Lists what this entry has made, once.
  void listNew(ObjectRef ref, String field, String value) {
    var row = new ListKeyRow(ref, field, value, position);
    if (listedHere.add(row)) {
      put(row);
    }
  }
}
