package dev.quipu.testkit.history;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.VersionTag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An object as a list of what was written about it. There are no rectangles here: what holds is
/// found by looking at every writing anew.
///
/// @param created position
record NaiveThing(
    ObjectRef ref, long created, Envelope envelope, List<Writing> writings, List<Mark> marks) {

  /// That from `effective` on the body was this, until a later `effective`.
  record Writing(long position, int version, Instant effective, JsonObject body) {}

  /// That it was deleted, or restored.
  record Mark(long position, boolean deleted) {}

  NaiveThing(ObjectRef ref, long created, Envelope envelope, JsonObject body, Instant since) {
    this(ref, created, envelope, new ArrayList<>(), new ArrayList<>());
    writings.add(new Writing(created, 1, since, body));
  }

  NaiveThing copy() {
    return new NaiveThing(
        ref, created, envelope, new ArrayList<>(writings), new ArrayList<>(marks));
  }

  boolean isThere(long known) {
    boolean deleted = false;
    for (var mark : marks) {
      deleted = mark.position <= known ? mark.deleted : deleted;
    }
    return created <= known && !deleted;
  }

  int latest() {
    return writings.size();
  }

  JsonObject body(int version) {
    return writings.get(version - 1).body;
  }

  /// Of all that was known to begin by then, what begins last; of two that begin at once, what was
  /// written last.
  @Nullable Writing inForce(Instant asOf, long known) {
    return known(known)
        .filter(writing -> !writing.effective.isAfter(asOf))
        .max(Comparator.comparing(Writing::effective).thenComparingLong(Writing::position))
        .orElse(null);
  }

  /// What begins before everything else.
  Writing first(long known) {
    var begin = known(known).map(Writing::effective).min(Comparator.naturalOrder()).orElseThrow();
    return Objects.requireNonNull(inForce(begin, known));
  }

  private Stream<Writing> known(long known) {
    return writings.stream().filter(writing -> writing.position <= known);
  }

  /// How a writing that holds somewhere by what is known is shown.
  String shown(Writing writing, long known) {
    var end = end(writing, known);
    long knownFrom = writing.position;
    long knownTo = LogPosition.FOREVER.value();
    for (var later : writings) {
      if (later.position <= writing.position) {
        continue;
      }
      if (later.position <= known) {
        boolean moved = !end(writing, later.position).equals(end(writing, later.position - 1));
        knownFrom = moved ? later.position : knownFrom;
      } else if (!holds(writing, later.position) || !end(writing, later.position).equals(end)) {
        knownTo = later.position;
        break;
      }
    }
    return Shown.version(
        ref,
        writing.version,
        writing.body,
        writing.effective,
        end,
        new LogPosition(knownFrom),
        new LogPosition(knownTo));
  }

  VersionTag tag(Writing writing, long known) {
    var end = end(writing, known);
    var begin = String.valueOf(writing.version);
    return new VersionTag(end.equals(ValidTime.FOREVER) ? begin : begin + "/" + end);
  }

  /// Every version known by then, newest first, each as it was last believed.
  List<String> versions(long known) {
    return known(known)
        .sorted(Comparator.comparingInt(Writing::version).reversed())
        .map(writing -> shown(writing, lastBelieved(writing, known)))
        .toList();
  }

  private long lastBelieved(Writing writing, long known) {
    return writings.stream()
        .filter(other -> other.effective.equals(writing.effective))
        .filter(other -> other.position > writing.position && other.position <= known)
        .mapToLong(other -> other.position - 1)
        .min()
        .orElse(known);
  }

  private boolean holds(Writing writing, long known) {
    return writing.equals(inForce(writing.effective, known));
  }

  /// Where the next one begins.
  private Instant end(Writing writing, long known) {
    return known(known)
        .map(Writing::effective)
        .filter(begin -> begin.isAfter(writing.effective))
        .min(Comparator.naturalOrder())
        .orElse(ValidTime.FOREVER);
  }
}
