package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Chooses who owns a new thing and who may see it, where the writer has not said.
final class EnvelopeChoice {

  private EnvelopeChoice() {}

  static Envelope choose(
      Caller caller,
      AccessDraft draft,
      @Nullable WorkspaceId workspace,
      @Nullable SessionId session,
      Stamp stamp,
      Facts facts) {
    var owner = draft.owner() == null ? caller.principal() : draft.owner();
    if (!owner.equals(caller.principal()) && !caller.isAdmin()) {
      throw new Forbidden(
          "owner.foreign",
          "this key may write for " + caller.principal() + " only",
          "leave the owner out, or use a key with the admin grant");
    }
    if (!caller.mayEnter(workspace)) {
      throw new Forbidden(
          "workspace.closed", "this key is bound to other workspaces", "write to one of its own");
    }
    var lifetime = draft.lifetime();
    return new Envelope(
        owner,
        draft.visibility() == null ? defaultFor(caller, session, stamp, facts) : draft.visibility(),
        workspace,
        draft.indexed(),
        lifetime == null ? null : Iso8601.later(stamp.visibleTime(), lifetime),
        draft.project(),
        new TreeSet<>(draft.tags()),
        draft.lang());
  }

  /// The session's, else the user's own default, else the tenant's, else private. A session that
  /// the caller cannot see counts as absent.
  private static Visibility defaultFor(
      Caller caller, @Nullable SessionId session, Stamp stamp, Facts facts) {
    if (session != null) {
      var row = Sight.of(caller, stamp).find(ObjectRef.of(session), facts);
      if (row != null) {
        return row.envelope().visibility();
      }
    }
    if (caller.principal().kind() == Principal.Kind.USER) {
      var own = defaultOf(caller.principal(), stamp, facts);
      if (own != null) {
        return own.visibility();
      }
    }
    var tenants = caller.defaultVisibility();
    return tenants == null ? new Visibility.OwnerOnly() : tenants;
  }

  /// What the user's object says now. It counts only if it is the user's own: anybody can write one
  /// that nobody has written yet.
  private static @Nullable DefaultVisibility defaultOf(
      Principal principal, Stamp stamp, Facts facts) {
    var user = new ObjectRef(ObjectType.USER, principal.id());
    var row = facts.find(new ObjectOf(user));
    if (row == null
        || !row.envelope().owner().equals(principal)
        || facts.find(new TombstoneOn(user)) != null) {
      return null;
    }
    var span = facts.find(new SpanAt(user, stamp.visibleTime()));
    var version = span == null ? null : facts.find(new VersionOf(user, span.version()));
    var word = version == null ? null : version.body().text("default_visibility");
    return word == null ? null : DefaultVisibility.of(word);
  }
}
