package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.ACME;
import static dev.quipu.engine.compile.CallerSketch.ALICE;
import static dev.quipu.engine.compile.CallerSketch.BOB;
import static dev.quipu.engine.compile.CallerSketch.admin;
import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.operator;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.platform.Tenant;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Acts on tenants and keys, which are entries of the platform's log.
class PlatformDecisionsTest {

  private static final Hash TOKEN = Hash.of(new byte[] {1});
  private static final Hash OTHER_TOKEN = Hash.of(new byte[] {2});

  private final Tale tale = new Tale();

  @Test
  void tenants_are_numbered_one_two_three() {
    tale.accept(operator(), tenant("t_a"));
    tale.accept(operator(), tenant("t_b"));
    tale.accept(operator(), tenant("t_c"));

    assertThat(known("t_a", 1).number()).isEqualTo(1);
    assertThat(known("t_c", 1).number()).isEqualTo(3);
  }

  @Test
  void the_number_of_a_deleted_tenant_is_not_given_again() {
    tale.accept(operator(), tenant("t_a"));
    tale.accept(operator(), new Command.DeleteTenant(1));
    tale.accept(operator(), tenant("t_b"));

    assertThat(known("t_b", 1).number()).isEqualTo(2);
  }

  @Test
  void a_tenant_without_an_id_gets_one_that_its_name_does_not_tell() {
    var entry = tale.accept(operator(), new Command.CreateTenant("Acme Inc", null, null, TOKEN));

    assertThat(entry.effects().getFirst().object().id()).isEqualTo("t_N1");
  }

  @Test
  void a_taken_tenant_id_is_a_conflict_also_after_deletion() {
    tale.accept(operator(), tenant("t_a"));
    assertThat(tale.refusal(Conflict.class, operator(), tenant("t_a")).code())
        .isEqualTo("tenant.id_taken");

    tale.accept(operator(), new Command.DeleteTenant(1));
    assertThat(tale.refusal(Conflict.class, operator(), tenant("t_a")).code())
        .isEqualTo("tenant.id_taken");
  }

  @Test
  void no_tenant_is_called_platform() {
    assertThat(tale.refusal(Conflict.class, operator(), tenant("platform")).code())
        .isEqualTo("tenant.id_taken");
  }

  @Test
  void a_change_of_a_tenant_keeps_what_it_does_not_name() {
    tale.accept(operator(), tenant("t_a"));
    tale.accept(
        operator(), new Command.ChangeTenant(1, null, true, DefaultVisibility.CONFIDENTIAL));

    var tenant = known("t_a", 2);
    assertThat(tenant.name()).isEqualTo("name of t_a");
    assertThat(tenant.disabled()).isTrue();
    assertThat(tenant.defaultVisibility()).isEqualTo(DefaultVisibility.CONFIDENTIAL);
  }

  @Test
  void a_rotated_token_replaces_the_one_before() {
    tale.accept(operator(), tenant("t_a"));
    var entry = tale.accept(operator(), new Command.RotateTenantToken(1, OTHER_TOKEN));

    assertThat(known("t_a", 2).token()).isEqualTo(OTHER_TOKEN);
    assertThat(entry.event().payload().object("before").text("token_hash")).isEqualTo(TOKEN.hex());
  }

  @Test
  void what_is_not_there_or_deleted_is_not_found() {
    tale.accept(operator(), tenant("t_a"));
    tale.accept(operator(), new Command.DeleteTenant(1));

    for (var command :
        new Command[] {
          new Command.ChangeTenant(1, "x", null, null),
          new Command.RotateTenantToken(1, OTHER_TOKEN),
          new Command.DeleteTenant(1),
          new Command.DeleteTenant(99)
        }) {
      assertThat(tale.refusal(NotFound.class, operator(), command).code())
          .isEqualTo("tenant.not_found");
    }
  }

  /// Reaching this is a mistake of ours, not a tenant's wish: the doors do not route it.
  @Test
  void a_tenants_caller_never_acts_on_tenants() {
    assertThatThrownBy(() -> tale.decide(admin(), tenant("t_x")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> tale.decide(admin(), new Command.DeleteTenant(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void making_and_revoking_keys_needs_the_admin_grant() {
    assertThat(tale.refusal(Forbidden.class, alice(), key(null)).code()).isEqualTo("grant.missing");
    assertThat(
            tale.refusal(Forbidden.class, alice(), new Command.RevokeKey(new KeyId("key_1")))
                .code())
        .isEqualTo("grant.missing");
  }

  @Test
  void a_key_belongs_to_its_makers_tenant() {
    tale.accept(admin(), key(null));

    var key = ApiKey.read(tale.body(new ObjectRef(ObjectType.KEY, "key_N1"), 1));

    assertThat(key.tenant()).isEqualTo(ACME);
    assertThat(key.token()).isEqualTo(TOKEN);
  }

  @Test
  void a_key_bound_to_workspaces_makes_keys_for_those_only() {
    var bound =
        CallerSketch.of(ALICE).admits(Grant.values()).boundTo("ws_attic", "ws_roof").caller();

    assertThat(tale.refusal(Forbidden.class, bound, key(null)).code())
        .isEqualTo("workspace.closed");
    assertThat(
            tale.refusal(Forbidden.class, bound, key(Set.of(new WorkspaceId("ws_cellar")))).code())
        .isEqualTo("workspace.closed");
    assertThat(tale.decide(bound, key(Set.of(new WorkspaceId("ws_roof")))))
        .isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void a_foreign_key_is_not_found() {
    tale.accept(admin(), key(null));
    var stranger = CallerSketch.of(BOB).of(new TenantId("globex")).admits(Grant.values()).caller();
    var revoke = new Command.RevokeKey(new KeyId("key_N1"));

    assertThat(tale.refusal(NotFound.class, stranger, revoke).getMessage())
        .isEqualTo(
            tale.refusal(NotFound.class, stranger, new Command.RevokeKey(new KeyId("key_none")))
                .getMessage());
  }

  @Test
  void a_revoked_key_is_not_found() {
    tale.accept(admin(), key(null));
    var revoke = new Command.RevokeKey(new KeyId("key_N1"));
    tale.accept(admin(), revoke);

    assertThat(tale.refusal(NotFound.class, admin(), revoke).code()).isEqualTo("key.not_found");
  }

  @Test
  void notes_change_no_object() {
    var read = tale.accept(admin(), new Command.NoteAdminRead("object/agent/agt_x"));
    var erased = tale.accept(operator(), new Command.CertifyErasure(ACME, 7, TOKEN));

    assertThat(read.effects()).isEmpty();
    assertThat(read.event().payload().text("tenant_id")).isEqualTo("acme");
    assertThat(erased.effects()).isEmpty();
    assertThat(tale.facts.all(ObjectRow.class))
        .allSatisfy(row -> assertThat(row.ref().type()).isEqualTo(ObjectType.EVENT));
  }

  /// Nobody is mentioned there: the platform has no agents, sessions or users.
  @Test
  void every_act_is_an_entry_of_the_platform_and_says_whose_it_was() {
    var entry = tale.accept(admin(), key(null));

    assertThat(entry.event().tenantId()).isEqualTo(TenantId.PLATFORM);
    assertThat(entry.event().source()).isEqualTo("acme");
    assertThat(entry.effects())
        .extracting(effect -> effect.object().type())
        .containsExactly(ObjectType.KEY);
  }

  private Tenant known(String id, int version) {
    return Tenant.read(tale.body(new ObjectRef(ObjectType.TENANT, id), version));
  }

  private static Command.CreateTenant tenant(String id) {
    return new Command.CreateTenant("name of " + id, new TenantId(id), null, TOKEN);
  }

  private static Command.CreateKey key(@Nullable Set<WorkspaceId> workspaces) {
    return new Command.CreateKey(
        new ApiKey.Holder(
            "pen", BOB, null, Set.of(), Set.of(), workspaces, null, Set.of(Grant.READ), null),
        TOKEN);
  }
}
