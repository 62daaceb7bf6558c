package dev.quipu.testkit.history;

import static dev.quipu.testkit.history.RandomHistory.QUIETLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.storage.OpensStorage;
import java.util.ArrayList;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What `verify` and `rebuild` promise, on any adapter.
public interface MaintenanceContract extends OpensStorage {

  TenantId TENANT = Person.ONE;
  Person ALICE = Person.CAST.get(1);

  @Test
  default void a_sound_history_is_found_sound() {
    try (var teller = told(open())) {
      for (var tenant : teller.engine.tenancy().logs()) {
        assertThat(teller.engine.verify().chainAndDigest(tenant, QUIETLY).divergence()).isNull();
        assertThat(teller.engine.verify().deep(tenant, QUIETLY).divergence()).isNull();
      }
    }
  }

  @Test
  default void a_tenant_that_never_wrote_is_sound_and_one_without_a_log_is_not() {
    try (var teller = told(open())) {
      teller
          .engine
          .tenancy()
          .createTenant(teller.operator(), "new", new TenantId("t_new"), null, Hash.ZERO, null);

      assertThat(teller.engine.tenancy().logs()).contains(new TenantId("t_new"));
      assertThat(teller.engine.verify().deep(new TenantId("t_new"), QUIETLY).divergence()).isNull();
      assertThat(teller.engine.verify().deep(new TenantId("t_gone"), QUIETLY).divergence())
          .isEqualTo(new Divergence.InLog(LogPosition.START, "the head of the log is missing"));
    }
  }

  @Test
  default void rebuilding_changes_no_digest_and_leaves_no_space_behind() {
    var storage = open();
    try (var teller = told(storage)) {
      var before = teller.digest(TENANT);
      var rebuilt = teller.engine.rebuild().rebuild(TENANT, QUIETLY);

      assertThat(rebuilt.before()).isEqualTo(before);
      assertThat(rebuilt.after()).isEqualTo(before);
      assertThat(rebuilt.position()).isEqualTo(teller.head(TENANT).position());
      assertThat(strandedIn(storage)).isEqualTo("[]");
    }
  }

  @Test
  default void what_an_earlier_rebuild_left_behind_is_removed_by_the_next() {
    var storage = open();
    try (var teller = told(storage)) {
      Acts.done(storage, Acts.unit(TENANT, transaction -> transaction.openSpace()));
      assertThat(strandedIn(storage)).isNotEqualTo("[]");

      teller.engine.rebuild().rebuild(TENANT, QUIETLY);

      assertThat(strandedIn(storage)).isEqualTo("[]");
    }
  }

  @Test
  default void writing_goes_on_while_views_are_made_again() {
    try (var teller = told(open())) {
      var written = new ArrayList<LogPosition>();
      var rebuilt =
          teller
              .engine
              .rebuild()
              .rebuild(
                  TENANT,
                  (_, _, _, _) -> {
                    if (written.isEmpty()) {
                      written.add(makeAgent(teller, "agt_meanwhile"));
                    }
                  });

      assertThat(written).isNotEmpty();
      assertThat(rebuilt.position()).isLessThanOrEqualTo(teller.head(TENANT).position());
      makeAgent(teller, "agt_afterwards");
      assertThat(teller.engine.verify().deep(TENANT, QUIETLY).divergence()).isNull();
    }
  }

  @Test
  default void an_altered_row_is_named_by_verify_and_mended_by_rebuild() {
    assertNamedAndMended(
        row ->
            Stream.of(
                row instanceof VersionRow(var ref, var version, var position, var body)
                        && ref.equals(marker())
                    ? new VersionRow(ref, version, position, body.with("status", Json.of("odd")))
                    : row),
        "agt_marker");
  }

  @Test
  default void a_missing_row_is_named_by_verify_and_mended_by_rebuild() {
    assertNamedAndMended(
        row ->
            row instanceof ListKeyRow key && key.ref().equals(marker())
                ? Stream.empty()
                : Stream.of(row),
        "missing");
  }

  @Test
  default void a_row_too_many_is_named_by_verify_and_mended_by_rebuild() {
    assertNamedAndMended(
        row ->
            row instanceof ListKeyRow key && key.ref().equals(marker())
                ? Stream.of(row, new ListKeyRow(key.ref(), "status", "forged", key.created()))
                : Stream.of(row),
        "forged");
  }

  @Test
  default void an_altered_entry_is_named_by_its_position_and_nothing_mends_it() {
    var storage = open();
    var position = new LogPosition(7);
    told(storage).close();
    try (var engine =
        Teller.engine(
            Altered.log(open(), TENANT, position), new HandClock(RandomHistory.BEGINNING), 2)) {
      for (int i = 0; i < 2; i++) {
        assertThat(engine.verify().deep(TENANT, QUIETLY).divergence())
            .isInstanceOfSatisfying(
                Divergence.InLog.class, wrong -> assertThat(wrong.position()).isEqualTo(position));
        engine.rebuild().rebuild(TENANT, QUIETLY);
      }
    }
  }

  private void assertNamedAndMended(Function<ViewRow, Stream<ViewRow>> alter, String name) {
    var storage = open();
    try (var teller = told(storage)) {
      makeAgent(teller, marker().id());
      var right = teller.digest(TENANT);
      Altered.views(storage, TENANT, alter);

      assertThat(teller.engine.verify().deep(TENANT, QUIETLY).divergence())
          .isInstanceOfSatisfying(
              Divergence.InViews.class, wrong -> assertThat(wrong.what()).contains(name));
      assertThat(teller.engine.rebuild().rebuild(TENANT, QUIETLY).after()).isEqualTo(right);
      assertThat(teller.engine.verify().deep(TENANT, QUIETLY).divergence()).isNull();
    }
  }

  private static ObjectRef marker() {
    return new ObjectRef(ObjectType.AGENT, "agt_marker");
  }

  private static LogPosition makeAgent(Teller teller, String id) {
    var fields = JsonObject.of("agent_id", Json.of(id));
    return teller
        .done(ALICE, new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID))
        .position();
  }

  /// A storage with some history in it.
  private static Teller told(Storage storage) {
    var clock = new HandClock(RandomHistory.BEGINNING);
    var teller = Teller.open(storage, clock, 1);
    var draw = new ActDraw(new Random(1));
    var acts = new ArrayList<>(Prologue.ACTS);
    Stream.generate(draw::act).limit(60).forEach(acts::add);
    for (var act : acts) {
      if (act instanceof Act.Write(var who, var plans, var way, var nonce, var key)) {
        var commands = plans.stream().map(plan -> plan.at(clock.instant())).toList();
        teller.write(new Act.Sent(who, commands, way, nonce, key));
      }
    }
    return teller;
  }

  private static String strandedIn(Storage storage) {
    try (var snapshot = storage.read(ReadScope.whole(TENANT))) {
      return snapshot.strandedSpaces().toString();
    }
  }
}
