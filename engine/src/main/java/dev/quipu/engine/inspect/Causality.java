package dev.quipu.engine.inspect;

import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.EventId;
import dev.quipu.model.log.EventType;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What led to an event and what it led to, nearest first.
///
/// @param truncated whether there is more than is told
public record Causality(Linked event, List<Link> causes, List<Link> effects, boolean truncated) {

  public Causality {
    causes = List.copyOf(causes);
    effects = List.copyOf(effects);
  }

  List<Verdict> reasons() {
    return Stream.concat(Stream.of(event), Stream.concat(causes.stream(), effects.stream()))
        .flatMap(link -> link instanceof Linked linked ? Stream.of(linked.reason()) : Stream.of())
        .toList();
  }

  /// An event of the chain.
  public sealed interface Link {

    EventId id();

    /// How many steps it is away.
    int depth();
  }

  /// One that is there.
  ///
  /// @param causes what it names as its causes
  public record Linked(
      EventId id, int depth, EventType type, Instant time, List<EventId> causes, Verdict reason)
      implements Link {

    public Linked {
      causes = List.copyOf(causes);
    }
  }

  /// A cause that is named and not there, or not for the caller.
  public record Dangling(EventId id, int depth) implements Link {}
}
