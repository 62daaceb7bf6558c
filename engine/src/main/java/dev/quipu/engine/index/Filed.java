package dev.quipu.engine.index;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// What an index knows of a document beside its words: what it is filtered and ranked by.
///
/// @param version of the object; 1 for an event
/// @param knownFrom the first position that knows of it
/// @param knownTo the first position that no longer does
/// @param created position of the entry that made the object
/// @param time when it happened, or began to be true: the order within a session
/// @param lang the language of its words: given, or told from them; `und` if neither could be
/// @param role who speaks in it, if it is a message
/// @param speaker who speaks in it, by name; empty = nobody is named
/// @param gist what it says, if it is a memory or an event
/// @param level of a memory; 0 for others
public record Filed(
    ObjectRef ref,
    int version,
    LogPosition knownFrom,
    LogPosition knownTo,
    Instant validFrom,
    Instant validTo,
    LogPosition created,
    Instant time,
    @Nullable AgentId agent,
    @Nullable SessionId session,
    @Nullable MemoryType memoryType,
    ContentScope scope,
    @Nullable SourceKind source,
    String lang,
    @Nullable Role role,
    String speaker,
    Gist gist,
    Lifecycle lifecycle,
    int level,
    double importance,
    double confidence) {

  /// The order in which equals are given: by id, then by what tells documents of one id apart.
  public static final Comparator<Filed> BY_ID =
      Comparator.comparing((Filed filed) -> filed.ref().id())
          .thenComparing(filed -> filed.ref().type())
          .thenComparing(Filed::knownFrom)
          .thenComparing(Filed::validFrom);

  /// The order of a conversation: as it was held, and what was said at once as it was written.
  public static final Comparator<Filed> OLDEST_FIRST =
      Comparator.comparing(Filed::time).thenComparing(Filed::created).thenComparing(BY_ID);

  public static final Comparator<Filed> LATEST_FIRST =
      Comparator.comparing(Filed::created).reversed().thenComparing(BY_ID);

  /// Whose turn it was.
  public enum Role {
    USER,
    ASSISTANT
  }

  public IndexDocument.Key key() {
    return new IndexDocument.Key(ref, knownFrom, validFrom);
  }

  /// As it was when this position was the last: what came to an end later had not.
  public Filed asOfPosition(LogPosition position) {
    return !knownTo.isAfter(position) || knownTo.equals(LogPosition.FOREVER)
        ? this
        : new Filed(
            ref,
            version,
            knownFrom,
            LogPosition.FOREVER,
            validFrom,
            validTo,
            created,
            time,
            agent,
            session,
            memoryType,
            scope,
            source,
            lang,
            role,
            speaker,
            gist,
            lifecycle,
            level,
            importance,
            confidence);
  }

  /// Whether it was believed then.
  public boolean isKnownAt(LogPosition position) {
    return !knownFrom.isAfter(position) && knownTo.isAfter(position);
  }

  /// Whether it was believed then, and true then.
  public boolean holdsAt(At at) {
    return isKnownAt(at.asKnownAt()) && !validFrom.isAfter(at.asOf()) && validTo.isAfter(at.asOf());
  }
}
