package dev.quipu.model.access;

import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a writer said about access and filing. What it left out is chosen when the write is
/// decided.
///
/// @param owner null = the caller's principal
/// @param visibility null = the default of section 6
/// @param lifetime from the making of the object; null = for ever
public record AccessDraft(
    @Nullable Principal owner,
    @Nullable Visibility visibility,
    boolean indexed,
    @Nullable Duration lifetime,
    @Nullable ProjectId project,
    Set<String> tags,
    @Nullable String lang) {

  public static final AccessDraft NOTHING_SAID =
      new AccessDraft(null, null, true, null, null, Set.of(), null);

  public AccessDraft {
    tags = Set.copyOf(tags);
  }

  public AccessDraft ownedBy(Principal owner) {
    return new AccessDraft(owner, visibility, indexed, lifetime, project, tags, lang);
  }

  public AccessDraft visibleAs(Visibility visibility) {
    return new AccessDraft(owner, visibility, indexed, lifetime, project, tags, lang);
  }

  public AccessDraft living(Duration lifetime) {
    return new AccessDraft(owner, visibility, indexed, lifetime, project, tags, lang);
  }
}
