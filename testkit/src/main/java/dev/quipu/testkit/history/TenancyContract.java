package dev.quipu.testkit.history;

import static dev.quipu.model.access.AccessDraft.NOTHING_SAID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.testkit.storage.OpensStorage;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What tenants, keys and tokens promise, on any adapter.
public interface TenancyContract extends OpensStorage {

  Person ADMIN = Person.CAST.getFirst();
  Person HOLDER = Person.CAST.get(1);
  Person STRANGER = Person.CAST.get(8);

  @Test
  default void a_tenants_own_token_acts_as_its_admin() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      var caller = teller.caller(ADMIN);

      assertThat(caller.tenant()).isEqualTo(Person.ONE);
      assertThat(caller.principal()).hasToString("user:user_admin");
      assertThat(caller.grants()).containsExactlyInAnyOrder(Grant.values());
    }
  }

  @Test
  default void a_revoked_key_is_refused_by_the_very_next_request() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      var token = teller.token(HOLDER);
      assertThat(teller.engine.credentials().callerOf(token)).isNotNull();

      teller.revokeKey(HOLDER);

      assertRefused(teller, token);
    }
  }

  @Test
  default void unknown_expired_rotated_disabled_and_deleted_are_refused_alike() {
    var clock = new HandClock(RandomHistory.BEGINNING);
    try (var teller = teller(clock)) {
      var tenancy = teller.engine.tenancy();
      var expiring = holder(clock.instant().plusSeconds(60));
      var expired =
          String.valueOf(
              tenancy.createKey(teller.caller(ADMIN), expiring, Hash.ZERO, null).token());
      assertThat(teller.engine.credentials().callerOf(expired)).isNotNull();
      clock.move(Duration.ofSeconds(60));
      tenancy.rotateToken(teller.operator(), teller.number(Person.TWO), Hash.ZERO, null);
      var number = teller.number(Person.ONE);
      tenancy.changeTenant(teller.operator(), new Command.ChangeTenant(number, null, true, null));
      tenancy.deleteTenant(teller.operator(), teller.number(Person.THREE));

      for (var token :
          new String[] {
            "",
            "qpt_unknown",
            expired,
            teller.token(Person.CAST.get(8)),
            teller.token(ADMIN),
            teller.token(HOLDER),
            teller.token(Person.CAST.get(11)),
            teller.token(Person.CAST.get(12))
          }) {
        assertRefused(teller, token);
      }
      assertThat(teller.engine.credentials().callerOf(teller.token(Person.CAST.get(9))))
          .as("a key lives on when the tenant's token is rotated")
          .isNotNull();
    }
  }

  @Test
  default void an_enabled_tenant_is_let_in_again() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      var number = teller.number(Person.ONE);
      for (var disabled : new Boolean[] {true, false}) {
        teller
            .engine
            .tenancy()
            .changeTenant(
                teller.operator(), new Command.ChangeTenant(number, null, disabled, null));
      }

      assertThat(teller.caller(HOLDER)).isNotNull();
    }
  }

  @Test
  default void a_retried_making_gives_the_same_tenant_and_no_second_token() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      var tenancy = teller.engine.tenancy();
      var retry = new Retry("POST /v1/admin/tenants", "once");
      var request = Hash.of(new byte[] {1});
      var first = tenancy.createTenant(teller.operator(), "New", null, null, request, retry);
      var again = tenancy.createTenant(teller.operator(), "New", null, null, request, retry);

      assertThat(again.value().tenant()).isEqualTo(first.value().tenant());
      assertThat(first.token()).isNotNull();
      assertThat(again.token()).isNull();
      assertThatThrownBy(
              () ->
                  tenancy.createTenant(
                      teller.operator(), "Else", null, null, Hash.of(new byte[] {2}), retry))
          .isInstanceOf(Conflict.class);
    }
  }

  @Test
  default void an_admin_knows_the_keys_of_its_own_tenant_only() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      var tenancy = teller.engine.tenancy();
      var mine = tenancy.keys(teller.caller(ADMIN));
      var foreign = tenancy.keys(teller.caller(STRANGER)).getFirst().id();

      assertThat(mine).hasSize(7).allMatch(key -> key.tenant().equals(Person.ONE));
      assertThatThrownBy(() -> tenancy.key(teller.caller(ADMIN), foreign))
          .isInstanceOf(NotFound.class);
      assertThatThrownBy(() -> tenancy.revokeKey(teller.caller(ADMIN), foreign))
          .isInstanceOf(NotFound.class);
    }
  }

  @Test
  default void the_audit_goes_from_the_newest_act_to_the_oldest() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      teller.revokeKey(HOLDER);
      var newest = teller.engine.tenancy().audit(null, 2);
      var older = teller.engine.tenancy().audit(newest.getLast().position(), 1);

      assertThat(newest.getFirst().event().eventType().value()).isEqualTo("quipu.revoke_key");
      assertThat(older.getFirst().position().next()).isEqualTo(newest.getLast().position());
    }
  }

  @Test
  @Timeout(30)
  default void a_deleted_tenant_is_absent_at_once_and_its_bytes_are_erased_and_certified()
      throws InterruptedException {
    var storage = open();
    try (var teller = Teller.open(storage, new HandClock(RandomHistory.BEGINNING), 1)) {
      write(teller);
      var head = teller.head(Person.ONE);
      var tenancy = teller.engine.tenancy();
      try (var follower = teller.engine.signal().follow(TenantId.PLATFORM)) {
        tenancy.deleteTenant(teller.operator(), teller.number(Person.ONE));
        assertThatThrownBy(() -> tenancy.tenant(teller.number(Person.ONE)))
            .isInstanceOf(NotFound.class);
        while (!isCertified(teller)) {
          follower.await(Duration.ofSeconds(10));
        }
      }

      var certificate = tenancy.audit(null, 1).getFirst().event().payload();
      assertThat(certificate.text("head_hash")).isEqualTo(head.hash().hex());
      assertErased(storage);
      assertThat(teller.engine.verify().deep(Person.ONE, RandomHistory.QUIETLY).divergence())
          .as("the chain is still whole")
          .isNull();
    }
  }

  /// A long upload is let in once, at its beginning.
  @Test
  default void who_came_in_before_the_deletion_writes_nothing_after_it() {
    try (var teller = teller(new HandClock(RandomHistory.BEGINNING))) {
      write(teller);
      var early = teller.caller(HOLDER);
      var head = teller.head(Person.ONE);
      teller.engine.tenancy().deleteTenant(teller.operator(), teller.number(Person.ONE));

      var command = new Command.Create(ObjectType.AGENT, JsonObject.EMPTY, NOTHING_SAID);
      assertThatThrownBy(
              () -> teller.engine.ingest().submit(early, new Submission(command, Hash.ZERO), null))
          .isInstanceOf(Unauthenticated.class);
      assertThat(teller.head(Person.ONE)).isEqualTo(head);
    }
  }

  @Test
  @Timeout(30)
  default void an_erasure_that_was_cut_short_goes_on_at_the_next_start()
      throws InterruptedException {
    var clock = new HandClock(RandomHistory.BEGINNING);
    try (var teller = teller(clock)) {
      write(teller);
      // The act alone, as a crash right after it would leave it.
      teller
          .engine
          .ingest()
          .submit(
              teller.operator(),
              new Submission(new Command.DeleteTenant(teller.number(Person.ONE)), Hash.ZERO),
              null);
    }
    var storage = open();
    try (var engine = Teller.engine(storage, clock, 2);
        var follower = engine.signal().follow(TenantId.PLATFORM)) {
      while (engine.tenancy().audit(null, 1).stream()
          .noneMatch(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"))) {
        follower.await(Duration.ofSeconds(10));
      }
      assertErased(storage);
    }
  }

  private static boolean isCertified(Teller teller) {
    return teller.engine.tenancy().audit(null, 1).stream()
        .anyMatch(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"));
  }

  private static void write(Teller teller) {
    for (var act : Prologue.ACTS) {
      if (act instanceof Act.Write(var who, var plans, var way, var nonce, var key)) {
        var commands = plans.stream().map(plan -> plan.at(RandomHistory.BEGINNING)).toList();
        teller.write(new Act.Sent(who, commands, way, nonce, key));
      }
    }
  }

  private static void assertErased(Storage storage) {
    try (var snapshot = storage.read(ReadScope.whole(Person.ONE))) {
      assertThat(snapshot.log(LogPosition.START, 1000))
          .isNotEmpty()
          .allMatch(ErasedEntry.class::isInstance);
      var space = snapshot.activeSpace();
      if (space != null) {
        snapshot.rows(
            space,
            row -> {
              throw new AssertionError("left behind: " + row);
            });
      }
      assertThat(snapshot.strandedSpaces()).isEmpty();
    }
  }

  private static void assertRefused(Teller teller, String token) {
    assertThatThrownBy(() -> teller.engine.credentials().callerOf(token))
        .isInstanceOf(Unauthenticated.class)
        .hasMessage(new Unauthenticated().getMessage());
  }

  private static ApiKey.Holder holder(Instant expiresAt) {
    return new ApiKey.Holder(
        "short",
        HOLDER.principal(),
        null,
        Set.of(),
        Set.of(),
        null,
        null,
        Set.of(Grant.READ),
        expiresAt);
  }

  private Teller teller(HandClock clock) {
    return Teller.open(open(), clock, 1);
  }
}
