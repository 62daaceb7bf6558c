package dev.quipu.engine.compile;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadFile;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.view.VersionTag;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Something that a caller wants done. Each becomes one event, or is refused.
public sealed interface Command {

  /// To the log of the caller's tenant.
  sealed interface OfTenant extends Command {}

  /// To the platform log.
  sealed interface OfPlatform extends Command {}

  record Append(EventDraft draft) implements OfTenant {}

  /// Makes an object.
  ///
  /// @param fields the bare fields of the seed
  record Create(ObjectType type, JsonObject fields, AccessDraft access) implements OfTenant {}

  /// Changes an object. What would change nothing is answered with the entry that made it so.
  ///
  /// @param patch RFC 7396, over the fields of the version in force at `effectiveAt`
  /// @param ifTags one of these must be in force at `effectiveAt`; null = whatever is
  /// @param effectiveAt null = now
  record Patch(
      ObjectRef ref,
      JsonObject patch,
      @Nullable Set<VersionTag> ifTags,
      @Nullable Instant effectiveAt)
      implements OfTenant {}

  /// Puts right what is in force at an instant, for as long as that holds.
  ///
  /// @param patch as of a [Patch]
  /// @param ifTags one of these must be in force at `at`; null = whatever is
  /// @param at null = now
  record Correct(
      ObjectRef ref, JsonObject patch, @Nullable Set<VersionTag> ifTags, @Nullable Instant at)
      implements OfTenant {}

  /// Ends what is in force: it is true until then, and no longer.
  ///
  /// @param ifTags one of these must be in force at `when`; null = whatever is
  /// @param when null = now
  record Invalidate(ObjectRef ref, @Nullable Set<VersionTag> ifTags, @Nullable Instant when)
      implements OfTenant {}

  /// Makes a new version out of an old one.
  ///
  /// @param ifTags one of these must be in force; null = whatever is
  record Rollback(ObjectRef ref, int version, @Nullable Set<VersionTag> ifTags)
      implements OfTenant {}

  /// Moves an object on in its life.
  ///
  /// @param reason kept with the event, for those who read it
  /// @param ifTags one of these must be in force; null = whatever is
  record Move(
      ObjectRef ref, Lifecycle to, @Nullable String reason, @Nullable Set<VersionTag> ifTags)
      implements OfTenant {}

  /// Names what an artifact holds, after it has been put where content is kept.
  record Attach(
      ObjectRef ref,
      BlobId content,
      long size,
      @Nullable String mimeType,
      @Nullable Set<VersionTag> ifTags)
      implements OfTenant {}

  /// Makes a memory out of memories of the level below.
  ///
  /// @param sources in their order
  record Summarize(SessionId session, List<ObjectRef> sources, int level, String text)
      implements OfTenant {

    public Summarize {
      sources = List.copyOf(sources);
    }
  }

  /// Keeps a file, after it has been put where content is kept: an artifact that holds it. What is
  /// kept already stays as it is.
  ///
  /// @param name as its sender calls it; null if he does not
  /// @param about what else is known of it
  record KeepFile(
      BlobId content,
      @Nullable String name,
      String mimeType,
      JsonObject about,
      @Nullable WorkspaceId workspace,
      AccessDraft access)
      implements OfTenant {}

  /// Submits a payload.
  ///
  /// @param file that it was read out of; null if it was not
  /// @param importance of the event, as of any other
  record SubmitPayload(
      PayloadEnvelope envelope,
      @Nullable WorkspaceId workspace,
      AccessDraft access,
      @Nullable PayloadFile file,
      double importance)
      implements OfTenant {

    public SubmitPayload(
        PayloadEnvelope envelope, @Nullable WorkspaceId workspace, AccessDraft access) {
      this(envelope, workspace, access, null, EventDraft.DEFAULT_IMPORTANCE);
    }
  }

  /// Does something to an entity.
  ///
  /// @param seen its aspects that the caller sees: nothing else is done anything to
  record ActOnEntity(
      EntityAct.Subject subject, List<ObjectRef> seen, EntityWish wish, AccessDraft access)
      implements OfTenant {
    public ActOnEntity {
      seen = List.copyOf(seen);
    }
  }

  /// Makes a version of a schema known to the tenant.
  record RegisterSchema(EntitySchema schema) implements OfTenant {}

  /// Puts a version of a schema in force.
  record ActivateSchema(String entityType, String version) implements OfTenant {}

  /// Makes a capability known to the tenant.
  record RegisterCapability(Capability capability) implements OfTenant {}

  /// Gives a name to the position that it has in the log itself.
  record Tag(String tag, AccessDraft access) implements OfTenant {}

  /// Deletes an object.
  ///
  /// @param ifTags one of these must be in force; null = whatever is
  record Delete(ObjectRef ref, @Nullable Set<VersionTag> ifTags) implements OfTenant {}

  /// Undoes a deletion.
  record Restore(ObjectRef ref) implements OfTenant {}

  /// Makes a tenant.
  ///
  /// @param tenant null = made by us
  record CreateTenant(
      String name,
      @Nullable TenantId tenant,
      @Nullable DefaultVisibility defaultVisibility,
      Hash token)
      implements OfPlatform {}

  /// What is null stays.
  record ChangeTenant(
      long number,
      @Nullable String name,
      @Nullable Boolean disabled,
      @Nullable DefaultVisibility defaultVisibility)
      implements OfPlatform {}

  record RotateTenantToken(long number, Hash token) implements OfPlatform {}

  /// The tenant is gone at once; its bytes are erased afterwards.
  record DeleteTenant(long number) implements OfPlatform {}

  /// Certifies that a deleted tenant's bytes are gone.
  ///
  /// @param entries how many entries its log had
  /// @param head hash of the last one
  record CertifyErasure(TenantId tenant, long entries, Hash head) implements OfPlatform {}

  record CreateKey(ApiKey.Holder holder, Hash token) implements OfPlatform {}

  record RevokeKey(KeyId key) implements OfPlatform {}

  /// Notes that an admin saw what the access rule shows to admins only.
  ///
  /// @param what `object/agent/agt_x`, or a route and how many of its items
  record NoteAdminRead(String what) implements OfPlatform {}
}
