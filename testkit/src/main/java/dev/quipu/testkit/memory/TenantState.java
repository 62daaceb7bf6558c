package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Everything about one tenant at one moment. Never changed: whoever wrote has made another, so a
/// snapshot is a reference to one.
///
/// @param active null if the log has not begun
record TenantState(
    List<LogLine> lines,
    List<SignedCheckpoint> checkpoints,
    @Nullable SpaceId active,
    Map<SpaceId, Space> spaces,
    boolean ended) {

  static final TenantState EMPTY = new TenantState(List.of(), List.of(), null, Map.of(), false);

  private static final Comparator<SpaceId> BY_NUMBER = Comparator.comparingLong(SpaceId::value);

  TenantState {
    lines = List.copyOf(lines);
    checkpoints = List.copyOf(checkpoints);
    spaces = Map.copyOf(spaces);
  }

  Head head() {
    if (lines.isEmpty()) {
      return Head.EMPTY;
    }
    var last = lines.getLast();
    return new Head(last.position(), last.seal().hash(), last.visibleTime());
  }

  @Nullable LogLine line(EventId event) {
    return lines.stream().filter(line -> event.equals(line.eventId())).findFirst().orElse(null);
  }

  List<LogLine> log(LogPosition after, int limit) {
    return lines.stream().filter(line -> line.position().isAfter(after)).limit(limit).toList();
  }

  Space activeSpace() {
    return active == null ? Space.EMPTY : space(active);
  }

  Space space(SpaceId id) {
    var space = spaces.get(id);
    if (space == null) {
      throw new IllegalArgumentException("this tenant has no " + id);
    }
    return space;
  }

  List<SpaceId> stranded() {
    return spaces.keySet().stream().filter(id -> !id.equals(active)).sorted(BY_NUMBER).toList();
  }

  TenantState append(LogLine entry) {
    var head = head();
    if (!entry.position().equals(head.position().next())
        || !entry.seal().follows(head.hash())
        || !entry.visibleTime().isAfter(head.visibleTime())) {
      throw new IllegalArgumentException(entry.position() + " does not follow " + head.position());
    }
    var name = entry.eventId();
    if (name != null && line(name) != null) {
      throw new IllegalArgumentException(name + " is already in the log");
    }
    var more = new ArrayList<>(lines);
    more.add(entry);
    return new TenantState(more, checkpoints, active, spaces, ended);
  }

  TenantState erase(LogPosition after, int count) {
    return with(
        after,
        count,
        line -> new ErasedEntry(line.position(), line.eventId(), line.visibleTime(), line.seal()));
  }

  TenantState eraseNames(LogPosition after, int count) {
    return with(
        after,
        count,
        line ->
            line instanceof ErasedEntry(var position, _, var visibleTime, var seal)
                ? new ErasedEntry(position, null, visibleTime, seal)
                : line);
  }

  /// Other lines in the place of up to so many.
  private TenantState with(LogPosition after, int count, UnaryOperator<LogLine> change) {
    var end = after.value() + count;
    var changed =
        lines.stream()
            .map(
                line ->
                    line.position().isAfter(after) && line.position().value() <= end
                        ? change.apply(line)
                        : line)
            .toList();
    return new TenantState(changed, checkpoints, active, spaces, ended);
  }

  TenantState keep(SignedCheckpoint checkpoint) {
    var more = new ArrayList<>(checkpoints);
    more.add(checkpoint);
    return new TenantState(lines, more, active, spaces, ended);
  }

  TenantState activate(SpaceId space) {
    return new TenantState(lines, checkpoints, space, spaces, ended);
  }

  TenantState atItsEnd() {
    return new TenantState(lines, checkpoints, active, spaces, true);
  }

  TenantState with(SpaceId id, Space space) {
    var more = new TreeMap<SpaceId, Space>(BY_NUMBER);
    more.putAll(spaces);
    more.put(id, space);
    return new TenantState(lines, checkpoints, active, more, ended);
  }

  TenantState without(SpaceId id) {
    var fewer = new TreeMap<SpaceId, Space>(BY_NUMBER);
    fewer.putAll(spaces);
    fewer.remove(id);
    return new TenantState(lines, checkpoints, active, fewer, ended);
  }
}
