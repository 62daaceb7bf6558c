package dev.quipu.testkit.history;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.platform.DefaultVisibility;
import java.time.Instant;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Whose something is and who sees it, if one person writes it.
record NaiveEnvelopes(
    Person who, NaiveTenant tenant, @Nullable Visibility tenantsDefault, Instant visibleTime) {

  Envelope of(AccessDraft draft, @Nullable WorkspaceId workspace, @Nullable SessionId session) {
    var owner = draft.owner() == null ? who.principal() : draft.owner();
    if (!owner.equals(who.principal()) && !who.isAdmin()) {
      throw new NaiveRefusal("owner.foreign");
    }
    if (workspace != null && who.workspaces() != null && !who.workspaces().contains(workspace)) {
      throw new NaiveRefusal("workspace.closed");
    }
    return new Envelope(
        owner,
        draft.visibility() == null ? unsaid(session) : draft.visibility(),
        workspace,
        draft.indexed(),
        draft.lifetime() == null ? null : visibleTime.plus(draft.lifetime()),
        draft.project(),
        new TreeSet<>(draft.tags()),
        draft.lang());
  }

  /// The session's, else the principal's default_visibility, else the tenant's setting, else
  /// private.
  private Visibility unsaid(@Nullable SessionId session) {
    var seen = session == null ? null : tenant.seen(who, ObjectRef.of(session), visibleTime);
    if (seen != null) {
      return seen.envelope().visibility();
    }
    var own =
        who.principal().kind() == Principal.Kind.USER
            ? tenant.things.get(new ObjectRef(ObjectType.USER, who.principal().id()))
            : null;
    if (own != null
        && own.envelope().owner().equals(who.principal())
        && own.isThere(tenant.head())) {
      var writing = own.inForce(visibleTime, tenant.head());
      var word = writing == null ? null : writing.body().text("default_visibility");
      var visibility = word == null ? null : DefaultVisibility.of(word);
      if (visibility != null) {
        return visibility.visibility();
      }
    }
    return tenantsDefault == null ? new Visibility.OwnerOnly() : tenantsDefault;
  }

  /// A user is its own, whoever writes it down.
  static AccessDraft asItsOwn(ObjectRef ref, AccessDraft access) {
    return ref.type() == ObjectType.USER && access.owner() == null
        ? access.ownedBy(new Principal(Principal.Kind.USER, ref.id()))
        : access;
  }
}
