package dev.quipu.testkit.memory;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.access.ReadScope.Limited;
import dev.quipu.engine.access.ReadScope.Whole;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.Collections;

/// Whether a scope sees an object, tested on the object itself and without its audience.
record Sight(ReadScope scope) {

  boolean sees(ObjectRow object) {
    return switch (scope) {
      case Whole _ -> true;
      case Limited limited -> opens(limited, object) && passesWalls(limited, object);
    };
  }

  private static boolean opens(Limited scope, ObjectRow object) {
    return !Collections.disjoint(scope.tokens(), AccessTokens.opening(object.envelope()));
  }

  private static boolean passesWalls(Limited scope, ObjectRow object) {
    var expiresAt = object.envelope().expiresAt();
    var workspace = object.envelope().workspace();
    var workspaces = scope.workspaces();
    boolean lives = expiresAt == null || expiresAt.isAfter(scope.clock());
    boolean within = workspace == null || workspaces == null || workspaces.contains(workspace);
    boolean clean = !object.quarantined() || scope.quarantinedToo();
    boolean findable = object.envelope().indexed() || !scope.indexedOnly();
    return lives && within && clean && findable;
  }
}
