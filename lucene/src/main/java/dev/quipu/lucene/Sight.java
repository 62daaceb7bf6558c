package dev.quipu.lucene;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.model.access.AccessToken;
import dev.quipu.model.id.WorkspaceId;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a scope sees, but for the time: scopes that are equal in this see the same of what neither
/// ends nor begins.
///
/// @param tokens one of which opens a document; null = everything is open
/// @param walls the workspaces that may be entered; null = all
/// @param asideToo whether what is set aside is seen
record Sight(@Nullable Set<String> tokens, @Nullable Set<String> walls, boolean asideToo) {

  static Sight of(ReadScope scope) {
    return switch (scope) {
      case ReadScope.Whole _ -> new Sight(null, null, true);
      case ReadScope.Limited limited ->
          new Sight(
              limited.tokens().stream()
                  .map(AccessToken::value)
                  .collect(Collectors.toCollection(TreeSet::new)),
              walls(limited.workspaces()),
              limited.quarantinedToo());
    };
  }

  private static @Nullable Set<String> walls(@Nullable Set<WorkspaceId> workspaces) {
    if (workspaces == null) {
      return null;
    }
    var walls = new TreeSet<String>();
    walls.add(Documents.NO_WORKSPACE);
    workspaces.forEach(workspace -> walls.add(workspace.value()));
    return walls;
  }
}
