package dev.quipu.engine.index;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One condition that a document has to meet. Where it is written in Java is [#admits]; engines
/// compile it, and a test holds them equal.
public sealed interface IndexFilter {

  boolean admits(FiledDocument document);

  /// Whether a word counts as found nowhere, and is looked for in other forms, if it stands in
  /// nothing that passes. A filter that merely tells what is new has no say in this: the same
  /// question means the same words, whatever of its answer was told before.
  default boolean decidesWords() {
    return true;
  }

  /// One of these values stands in the field.
  record OneOf(FilterField field, NavigableSet<String> values) implements IndexFilter {

    public OneOf {
      values = Collections.unmodifiableNavigableSet(new TreeSet<>(values));
    }

    @Override
    public boolean admits(FiledDocument document) {
      return field.of(document).stream().anyMatch(values::contains);
    }
  }

  /// Speaks of an entity that one of these terms is known of.
  record Marked(NavigableSet<String> terms) implements IndexFilter {

    public Marked {
      terms = Collections.unmodifiableNavigableSet(new TreeSet<>(terms));
    }

    @Override
    public boolean admits(FiledDocument document) {
      var entity = document.entity();
      return entity != null && terms.stream().anyMatch(entity.terms()::contains);
    }
  }

  /// Comes from one of these agents, or from none.
  record OfAgents(Set<AgentId> agents) implements IndexFilter {

    public OfAgents {
      agents = Set.copyOf(agents);
    }

    @Override
    public boolean admits(FiledDocument document) {
      var agent = document.filed().agent();
      return agent == null || agents.contains(agent);
    }
  }

  /// Happened in a half-open window; an open end is null.
  record Within(@Nullable Instant from, @Nullable Instant to) implements IndexFilter {

    @Override
    public boolean admits(FiledDocument document) {
      var time = document.filed().time();
      return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
    }
  }

  /// True at an instant.
  record ValidAt(Instant instant) implements IndexFilter {

    @Override
    public boolean admits(FiledDocument document) {
      var filed = document.filed();
      return !filed.validFrom().isAfter(instant) && filed.validTo().isAfter(instant);
    }
  }

  /// Became known after a position.
  record KnownAfter(LogPosition position) implements IndexFilter {

    @Override
    public boolean decidesWords() {
      return false;
    }

    @Override
    public boolean admits(FiledDocument document) {
      return document.filed().knownFrom().isAfter(position);
    }
  }
}
