package dev.quipu.model.access;

import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Iso8601;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What every object carries beside its own fields: who owns it, who may see it, until when, and
/// how it is filed.
///
/// @param workspace the partition it lies in; null = the tenant as a whole
/// @param indexed whether search may find it
/// @param expiresAt from when on it is absent; null = never
public record Envelope(
    Principal owner,
    Visibility visibility,
    @Nullable WorkspaceId workspace,
    boolean indexed,
    @Nullable Instant expiresAt,
    @Nullable ProjectId project,
    SortedSet<String> tags,
    @Nullable String lang) {

  public Envelope {
    if (expiresAt != null && !Iso8601.isInRange(expiresAt)) {
      throw new IllegalArgumentException("an end at " + expiresAt + " cannot be written");
    }
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
  }

  public static Envelope of(Principal owner, Visibility visibility) {
    return new Envelope(
        owner, visibility, null, true, null, null, Collections.emptySortedSet(), null);
  }

  public Envelope in(@Nullable WorkspaceId workspace) {
    return new Envelope(owner, visibility, workspace, indexed, expiresAt, project, tags, lang);
  }

  /// Who may see it and for how long, without what it is filed under.
  public Envelope unfiled() {
    return new Envelope(
        owner, visibility, workspace, indexed, expiresAt, null, Collections.emptySortedSet(), null);
  }

  /// The same for the owner alone.
  public Envelope closed() {
    return new Envelope(
        owner, new Visibility.OwnerOnly(), workspace, indexed, expiresAt, project, tags, lang);
  }

  /// The same without an end.
  public Envelope endless() {
    return new Envelope(owner, visibility, workspace, indexed, null, project, tags, lang);
  }

  /// The same, absent from this instant on if it is not so earlier.
  public Envelope endingBy(Instant end) {
    return expiresAt != null && expiresAt.isBefore(end)
        ? this
        : new Envelope(owner, visibility, workspace, indexed, end, project, tags, lang);
  }
}
