package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.ALICE;
import static dev.quipu.engine.compile.CallerSketch.admin;
import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.createAgent;
import static dev.quipu.engine.compile.Tale.role;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.PreconditionFailed;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.view.VersionTag;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Explicit writes: what makes, changes, deletes and restores an object, and what is refused.
class ObjectDecisionsTest {

  private static final Visibility EVERYBODY = new Visibility.Everybody();
  private static final Visibility PRIVATE = new Visibility.OwnerOnly();
  private static final ObjectRef AGENT = agent("agt_1");

  private final Tale tale = new Tale();

  @Test
  void an_object_without_an_id_gets_one_with_its_prefix() {
    assertThat(tale.accept(alice(), Tale.create(ObjectType.AGENT, JsonObject.EMPTY)).effects())
        .contains(new Effect(agent("agt_N1"), 1));
    assertThat(tale.accept(alice(), Tale.create(ObjectType.SESSION, JsonObject.EMPTY)).effects())
        .contains(new Effect(Tale.session("ses_N2"), 1));
    assertThat(tale.accept(admin(), Tale.create(ObjectType.USER, JsonObject.EMPTY)).effects())
        .contains(new Effect(Tale.user("user_N3"), 1));
  }

  @Test
  void a_new_body_has_every_field_with_defaults_and_stamps() {
    tale.accept(alice(), createAgent("agt_1"));

    var body = tale.body(AGENT, 1);

    assertThat(body.text("tenant_id")).isEqualTo("acme");
    assertThat(body.text("status")).isEqualTo("active");
    assertThat(body.text("created_at")).isEqualTo(Tale.NOON.toString());
    assertThat(body.get("capability_set")).isEqualTo(JsonArray.EMPTY);
    assertThat(body.get("role_profile")).isEqualTo(Json.NULL);
  }

  @Test
  void a_taken_id_is_a_conflict_whoever_took_it() {
    tale.accept(bob(), createAgent("agt_1", PRIVATE));

    assertThat(tale.refusal(Conflict.class, alice(), createAgent("agt_1")).code())
        .isEqualTo("object.id_taken");
  }

  @Test
  void an_id_stays_taken_after_deletion() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), new Command.Delete(AGENT, null));

    assertThat(tale.refusal(Conflict.class, alice(), createAgent("agt_1")).code())
        .isEqualTo("object.id_taken");
  }

  @Test
  void one_id_may_name_an_agent_and_a_session() {
    tale.accept(alice(), createAgent("same"));
    var session = Tale.create(ObjectType.SESSION, JsonObject.of("session_id", Json.of("same")));

    assertThat(tale.accept(alice(), session).effects())
        .containsExactly(new Effect(Tale.session("same"), 1));
  }

  @Test
  void every_fault_of_a_body_is_told_at_once() {
    var fields =
        JsonObject.of(
            "agent_id", Json.of("not an id"),
            "tenant_id", Json.of("globex"),
            "status", Json.of("asleep"),
            "colour", Json.of("red"));

    assertThat(tale.faults(alice(), Tale.create(ObjectType.AGENT, fields)))
        .extracting(fault -> fault.substring(0, fault.indexOf(' ')))
        .containsExactlyInAnyOrder("/agent_id", "/tenant_id", "/status", "/colour");
  }

  @ParameterizedTest
  @EnumSource(
      value = ObjectType.class,
      names = {"EVENT", "OBJECT_VERSION", "EMBEDDING", "SNAPSHOT", "TENANT", "KEY"})
  void what_only_follows_from_something_is_not_written_directly(ObjectType type) {
    assertThat(tale.refusal(NotFound.class, alice(), Tale.create(type, JsonObject.EMPTY)).code())
        .isEqualTo("object_type.not_writable");
  }

  @Test
  void a_patch_changes_what_it_names_and_keeps_the_rest() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "writer"));
    tale.accept(
        alice(),
        new Command.Patch(AGENT, JsonObject.of("agent_type", Json.of("planner")), null, null));

    assertThat(tale.body(AGENT, 3).text("role_profile")).isEqualTo("writer");
    assertThat(tale.body(AGENT, 3).text("agent_type")).isEqualTo("planner");
  }

  @Test
  void null_in_a_patch_clears_a_field() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "writer"));
    tale.accept(
        alice(), new Command.Patch(AGENT, JsonObject.of("role_profile", Json.NULL), null, null));

    assertThat(tale.body(AGENT, 3).get("role_profile")).isEqualTo(Json.NULL);
  }

  @Test
  void a_patch_that_changes_nothing_repeats_what_made_it_so() {
    tale.accept(alice(), createAgent("agt_1"));
    var writing = tale.accept(alice(), role(AGENT, "writer"));
    tale.accept(alice(), role(AGENT, "editor", Tale.NOON.plus(Duration.ofDays(1))));

    assertThat(tale.decide(alice(), role(AGENT, "writer")))
        .isEqualTo(new Decision.Repeated(writing));
    assertThat(tale.decide(alice(), new Command.Patch(AGENT, JsonObject.EMPTY, null, null)))
        .isEqualTo(new Decision.Repeated(writing));
    assertThat(tale.decide(alice(), role(AGENT, "editor"))).isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void the_same_at_a_time_when_nothing_was_in_force_is_a_change() {
    tale.accept(alice(), createAgent("agt_1"));
    var before = Tale.NOON.minus(Duration.ofDays(1));

    assertThat(tale.decide(alice(), new Command.Patch(AGENT, JsonObject.EMPTY, null, before)))
        .isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void a_patch_starts_from_what_was_true_at_its_date() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.at(Tale.NOON.plus(Duration.ofDays(2)));
    tale.accept(alice(), role(AGENT, "writer"));
    var between = Tale.NOON.plus(Duration.ofDays(1));
    tale.accept(
        alice(),
        new Command.Patch(AGENT, JsonObject.of("agent_type", Json.of("planner")), null, between));

    assertThat(tale.body(AGENT, 3).text("agent_type")).isEqualTo("planner");
    assertThat(tale.body(AGENT, 3).get("role_profile")).isEqualTo(Json.NULL);
  }

  @Test
  void fixed_and_unknown_fields_cannot_be_patched() {
    tale.accept(alice(), createAgent("agt_1"));
    var patch = JsonObject.of("agent_id", Json.of("agt_2"), "colour", Json.of("red"));

    assertThat(tale.faults(alice(), new Command.Patch(AGENT, patch, null, null)))
        .containsExactlyInAnyOrder("/agent_id field.fixed", "/colour field.unknown");
  }

  @Test
  void a_patch_must_know_the_version_in_force_if_it_names_one() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "writer"));
    var patch = JsonObject.of("role_profile", Json.of("editor"));

    assertThat(
            tale.refusal(
                    PreconditionFailed.class,
                    alice(),
                    new Command.Patch(AGENT, patch, Set.of(VersionTag.of(1)), null))
                .code())
        .isEqualTo("version.mismatch");
    assertThat(
            tale.decide(alice(), new Command.Patch(AGENT, patch, Set.of(VersionTag.of(2)), null)))
        .isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void a_change_must_know_that_the_version_in_force_has_got_an_end() {
    tale.accept(alice(), createAgent("agt_1"));
    var tomorrow = Tale.NOON.plus(Duration.ofDays(1));
    tale.accept(alice(), new Command.Invalidate(AGENT, null, tomorrow));
    var patch = JsonObject.of("role_profile", Json.of("editor"));

    for (var at : List.of(Tale.NOON, tomorrow)) {
      var unaware = new Command.Patch(AGENT, patch, Set.of(VersionTag.of(1)), at);
      assertThat(tale.refusal(PreconditionFailed.class, alice(), unaware).code())
          .isEqualTo("version.mismatch");
    }
  }

  @Test
  void a_deletion_must_know_the_version_in_force_if_it_names_one() {
    tale.accept(alice(), createAgent("agt_1"));

    assertThat(
            tale.refusal(
                    PreconditionFailed.class,
                    alice(),
                    new Command.Delete(AGENT, Set.of(VersionTag.of(7))))
                .code())
        .isEqualTo("version.mismatch");
  }

  /// What a caller has read is what is in force, not what is planned.
  @Test
  void a_version_that_is_only_scheduled_is_not_the_one_to_know() {
    tale.accept(alice(), createAgent("agt_1"));
    var tomorrow = Tale.NOON.plus(Duration.ofDays(1));
    tale.accept(alice(), role(AGENT, "scheduled", tomorrow));
    var patch = JsonObject.of("role_profile", Json.of("editor"));

    var untilThen = new VersionTag("1/" + tomorrow);

    assertThat(tale.decide(alice(), new Command.Patch(AGENT, patch, Set.of(untilThen), null)))
        .isInstanceOf(Decision.Accepted.class);
    assertThat(
            tale.decide(
                alice(), new Command.Patch(AGENT, patch, Set.of(VersionTag.of(2)), tomorrow)))
        .isInstanceOf(Decision.Accepted.class);
    assertThat(
            tale.refusal(
                    PreconditionFailed.class,
                    alice(),
                    new Command.Patch(AGENT, patch, Set.of(VersionTag.of(2)), null))
                .code())
        .isEqualTo("version.mismatch");
  }

  /// Law 2: a get after an acknowledged write shows it, also when another change is scheduled.
  @Test
  void a_patch_without_a_date_holds_from_now_on_until_what_is_scheduled() {
    var tomorrow = Tale.NOON.plus(Duration.ofDays(1));
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), role(AGENT, "scheduled", tomorrow));
    var patched = tale.accept(alice(), role(AGENT, "now"));

    assertThat(tale.facts.believed(AGENT))
        .extracting(span -> span.version() + " from " + span.validFrom())
        .containsExactly(
            "1 from " + Tale.NOON, "3 from " + patched.visibleTime(), "2 from " + tomorrow);
  }

  @Test
  void an_invisible_object_is_absent_for_every_act() {
    tale.accept(bob(), createAgent("agt_1", PRIVATE));

    for (var command : acts()) {
      assertThat(tale.refusal(NotFound.class, alice(), command).getMessage())
          .isEqualTo(tale.refusal(NotFound.class, alice(), onAbsent(command)).getMessage());
    }
  }

  @Test
  void seeing_an_object_is_not_owning_it() {
    tale.accept(bob(), createAgent("agt_1", EVERYBODY));

    for (var command : acts()) {
      assertThat(tale.refusal(Forbidden.class, alice(), command).code())
          .isEqualTo("object.not_yours");
    }
  }

  @Test
  void an_admin_changes_what_is_shared_and_does_not_know_what_is_private() {
    tale.accept(bob(), createAgent("agt_1", EVERYBODY));
    tale.accept(bob(), createAgent("agt_2", PRIVATE));

    assertThat(tale.decide(admin(), role(AGENT, "x"))).isInstanceOf(Decision.Accepted.class);
    assertThat(tale.refusal(NotFound.class, admin(), role(agent("agt_2"), "x"))).isNotNull();
  }

  @Test
  void an_admins_change_leaves_the_object_with_its_owner() {
    tale.accept(alice(), createAgent("agt_1", EVERYBODY));

    var entry = tale.accept(admin(), role(AGENT, "x"));

    assertThat(tale.object(AGENT).envelope().owner()).isEqualTo(ALICE);
    assertThat(entry.recorded().envelope().owner()).isEqualTo(ALICE);
    assertThat(entry.recorded().recordedBy()).isEqualTo(admin().principal());
  }

  @Test
  void a_key_without_the_write_grant_changes_nothing() {
    tale.accept(alice(), createAgent("agt_1"));
    var reader = CallerSketch.of(ALICE).admits(Grant.READ).caller();

    for (var command : acts()) {
      assertThat(tale.refusal(Forbidden.class, reader, command).code()).isEqualTo("grant.missing");
    }
  }

  @Test
  void what_is_deleted_is_absent_until_it_is_restored() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), new Command.Delete(AGENT, null));

    assertThat(tale.refusal(NotFound.class, alice(), role(AGENT, "x"))).isNotNull();
    assertThat(tale.refusal(NotFound.class, alice(), new Command.Delete(AGENT, null))).isNotNull();

    tale.accept(alice(), new Command.Restore(AGENT));
    assertThat(tale.decide(alice(), role(AGENT, "x"))).isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void only_what_is_deleted_can_be_restored() {
    tale.accept(alice(), createAgent("agt_1"));

    assertThat(tale.refusal(Conflict.class, alice(), new Command.Restore(AGENT)).code())
        .isEqualTo("object.not_deleted");
  }

  @Test
  void an_event_is_neither_patched_nor_deleted_nor_restored() {
    tale.accept(alice(), saying("hello").id("evt_1"));
    var event = new ObjectRef(ObjectType.EVENT, "evt_1");

    for (var command :
        List.of(
            new Command.Patch(event, JsonObject.EMPTY, null, null),
            new Command.Delete(event, null),
            new Command.Restore(event))) {
      assertThat(tale.refusal(NotFound.class, alice(), command).code())
          .isEqualTo("object.not_found");
    }
  }

  @Test
  void an_act_on_an_object_has_the_objects_access_and_its_doer() {
    tale.accept(alice(), createAgent("agt_1", EVERYBODY));
    var caller = CallerSketch.of(ALICE).through("agt_pen").caller();

    var entry = tale.accept(caller, role(AGENT, "x"));

    assertThat(entry.event().eventType().value()).isEqualTo("quipu.object_changed");
    assertThat(entry.recorded().envelope()).isEqualTo(tale.object(AGENT).envelope());
    assertThat(entry.event().agentId().value()).isEqualTo("agt_1");
  }

  private static List<Command> acts() {
    return List.of(role(AGENT, "x"), new Command.Delete(AGENT, null), new Command.Restore(AGENT));
  }

  private static Command onAbsent(Command command) {
    var absent = agent("agt_none");
    return switch (command) {
      case Command.Patch(var _, var patch, var version, var date) ->
          new Command.Patch(absent, patch, version, date);
      case Command.Delete _ -> new Command.Delete(absent, null);
      case Command.Restore _ -> new Command.Restore(absent);
      default -> throw new IllegalArgumentException("not an act on an object: " + command);
    };
  }
}
