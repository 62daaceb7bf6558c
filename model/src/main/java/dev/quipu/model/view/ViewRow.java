package dev.quipu.model.view;

import dev.quipu.model.access.AccessToken;
import dev.quipu.model.access.Audience;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;

/// A row of a view. docs/core.md says what each is for.
public sealed interface ViewRow {

  /// The hash of the whole row, the same on every engine. The digest of a view is the sum of these.
  default Hash hash() {
    var bytes = new RowBytes();
    encode(bytes);
    return bytes.hash();
  }

  void encode(RowBytes into);

  /// An object as such: what is true of all its versions.
  ///
  /// @param created position of the entry that made it
  /// @param everDeleted whether a reader has to look for tombstones
  record ObjectRow(
      ObjectRef ref,
      LogPosition created,
      int latestVersion,
      Envelope envelope,
      boolean quarantined,
      boolean everDeleted)
      implements ViewRow {

    public Audience audience() {
      return Audience.of(envelope);
    }

    public ObjectRow withLatestVersion(int version) {
      return new ObjectRow(ref, created, version, envelope, quarantined, everDeleted);
    }

    public ObjectRow deletedOnce() {
      return new ObjectRow(ref, created, latestVersion, envelope, quarantined, true);
    }

    @Override
    public void encode(RowBytes into) {
      into.tag('o').ref(ref).position(created).number(latestVersion);
      into.bytes(EnvelopeJson.bytes(envelope)).flag(quarantined).flag(everDeleted);
    }
  }

  /// The body of one version of an object.
  ///
  /// @param position of the entry that made it
  record VersionRow(ObjectRef ref, int version, LogPosition position, JsonObject body)
      implements ViewRow {

    @Override
    public void encode(RowBytes into) {
      into.tag('v').ref(ref).number(version).position(position).bytes(Canonical.bytes(body));
    }
  }

  /// A rectangle on the two clocks in which one version holds; half-open on both.
  record SpanRow(
      ObjectRef ref,
      LogPosition sysFrom,
      LogPosition sysTo,
      Instant validFrom,
      Instant validTo,
      int version)
      implements ViewRow {

    public SpanRow {
      if (!sysTo.isAfter(sysFrom) || !validTo.isAfter(validFrom)) {
        throw new IllegalArgumentException("an empty rectangle for " + ref);
      }
    }

    /// A rectangle that is believed from `sysFrom` on.
    public static SpanRow believed(
        ObjectRef ref, LogPosition sysFrom, Instant validFrom, Instant validTo, int version) {
      return new SpanRow(ref, sysFrom, LogPosition.FOREVER, validFrom, validTo, version);
    }

    public SpanRow closedAt(LogPosition position) {
      return new SpanRow(ref, sysFrom, position, validFrom, validTo, version);
    }

    public boolean contains(At at) {
      return sysFrom.compareTo(at.asKnownAt()) <= 0
          && sysTo.isAfter(at.asKnownAt())
          && !validFrom.isAfter(at.asOf())
          && validTo.isAfter(at.asOf());
    }

    @Override
    public void encode(RowBytes into) {
      into.tag('s')
          .ref(ref)
          .position(sysFrom)
          .position(sysTo)
          .instant(validFrom)
          .instant(validTo)
          .number(version);
    }
  }

  /// Positions between which an object counts as deleted, whatever its rectangles say.
  record TombstoneRow(ObjectRef ref, LogPosition sysFrom, LogPosition sysTo) implements ViewRow {

    public TombstoneRow closedAt(LogPosition position) {
      return new TombstoneRow(ref, sysFrom, position);
    }

    @Override
    public void encode(RowBytes into) {
      into.tag('t').ref(ref).position(sysFrom).position(sysTo);
    }
  }

  /// Says that some version of an object has had this value in a field that lists are filtered by.
  ///
  /// @param created the object's, so that a filtered list has the order of an unfiltered one
  record ListKeyRow(ObjectRef ref, String field, String value, LogPosition created)
      implements ViewRow {

    @Override
    public void encode(RowBytes into) {
      into.tag('k').ref(ref).text(field).text(value).position(created);
    }
  }

  /// One end of an edge, as seen from a node. An edge has two such rows; when and for whom it
  /// exists is its object's matter.
  record AdjacentRow(
      ObjectRef node, Direction direction, String edgeType, ObjectRef edge, ObjectRef other)
      implements ViewRow {

    @Override
    public void encode(RowBytes into) {
      into.tag('a').ref(node).text(direction.wireName()).text(edgeType).ref(edge).ref(other);
    }
  }

  /// Says that a token opens an audience.
  record AudienceRow(AccessToken token, Audience audience) implements ViewRow {

    @Override
    public void encode(RowBytes into) {
      into.tag('u').text(token.value()).text(audience.hex());
    }
  }

  /// The last integer given out for a kind of thing.
  record CounterRow(ObjectType kind, long last) implements ViewRow {

    @Override
    public void encode(RowBytes into) {
      into.tag('c').text(kind.wireName()).number(last);
    }
  }

  /// Which end of an edge a node is.
  enum Direction {
    OUT("out"),
    IN("in");

    private final String wireName;

    Direction(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }
}
