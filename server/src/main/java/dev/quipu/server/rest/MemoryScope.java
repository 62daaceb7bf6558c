package dev.quipu.server.rest;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import org.jspecify.annotations.Nullable;

/// The `scope` of a new memory where it names a team or somebody.
///
/// A memory for a team is shown as `public` with the team as its scope. Who sends back what it was
/// shown must not make a copy that others see: a team of the caller's counts before a workspace of
/// the same name, and no name of somebody else is passed over.
///
/// @param given what the access block says
/// @param team the team of the caller's that a public memory is for; null = it names none
/// @param foreign whether a private memory is to be somebody's who will not own it
record MemoryScope(AccessDraft given, @Nullable TeamId team, boolean foreign) {

  static MemoryScope of(JsonObject body, @Nullable AccessDraft given, Caller caller) {
    var draft = given == null ? AccessDraft.NOTHING_SAID : given; // its faults are told already
    var word = String.valueOf(body.text("owner_type"));
    var scope = body.text("scope");
    var team =
        word.equals("public") && draft.visibility() == null
            ? caller.teams().stream()
                .filter(each -> each.value().equals(scope))
                .findFirst()
                .orElse(null)
            : null;
    Principal owner = draft.owner() == null ? caller.principal() : draft.owner();
    boolean foreign = word.equals("private") && scope != null && !scope.equals(owner.id());
    return new MemoryScope(draft, team, foreign);
  }

  void refuseForeign(Violations violations) {
    if (foreign) {
      violations.add(
          Pointer.ROOT.child("scope"),
          "scope.not_yours",
          "A private memory is its owner's: leave the scope out, or send the owner's id.");
    }
  }

  AccessDraft access() {
    return team == null ? given : given.visibleAs(new Visibility.Team(team));
  }

  /// The fields without what [#access] says in their place.
  JsonObject without(JsonObject fields) {
    return team == null ? fields : fields.without("owner_type").without("scope");
  }
}
