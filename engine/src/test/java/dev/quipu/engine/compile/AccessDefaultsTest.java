package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.ALICE;
import static dev.quipu.engine.compile.CallerSketch.BOB;
import static dev.quipu.engine.compile.CallerSketch.admin;
import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Who owns a thing and who may see it when its writer has not said: session, then user, then
/// tenant, then private.
class AccessDefaultsTest {

  private static final Visibility EVERYBODY = new Visibility.Everybody();
  private static final Visibility CONFIDENTIAL = new Visibility.Named(Acl.NOBODY);
  private static final Visibility PRIVATE = new Visibility.OwnerOnly();
  private static final Visibility RED_TEAM = new Visibility.Team(new TeamId("red"));

  private final Tale tale = new Tale();

  @Test
  void a_write_that_says_nothing_is_its_writers_and_private() {
    var envelope = envelopeOf(alice(), saying("hello"));

    assertThat(envelope.owner()).isEqualTo(ALICE);
    assertThat(envelope.visibility()).isEqualTo(PRIVATE);
  }

  @Test
  void the_tenants_setting_comes_before_private() {
    var caller = CallerSketch.of(ALICE).whereDefaultIs(CONFIDENTIAL).caller();

    assertThat(envelopeOf(caller, saying("hello")).visibility()).isEqualTo(CONFIDENTIAL);
  }

  @Test
  void the_users_own_default_comes_before_the_tenants() {
    var caller = CallerSketch.of(ALICE).whereDefaultIs(CONFIDENTIAL).caller();
    tale.accept(alice(), user("alice", "public"));

    assertThat(envelopeOf(caller, saying("hello")).visibility()).isEqualTo(EVERYBODY);
  }

  @Test
  void the_sessions_visibility_comes_before_the_users() {
    tale.accept(alice(), user("alice", "public"));
    tale.accept(alice(), saying("begin").in("ses_1").seenBy(RED_TEAM));

    assertThat(envelopeOf(alice(), saying("hello").in("ses_1")).visibility()).isEqualTo(RED_TEAM);
  }

  @Test
  void what_the_writer_says_comes_before_all() {
    tale.accept(alice(), saying("begin").in("ses_1").seenBy(RED_TEAM));

    var event = saying("hello").in("ses_1").seenBy(CONFIDENTIAL);

    assertThat(envelopeOf(alice(), event).visibility()).isEqualTo(CONFIDENTIAL);
  }

  @Test
  void a_session_that_the_writer_cannot_see_counts_as_absent() {
    tale.accept(bob(), saying("secret").in("ses_bob").seenBy(PRIVATE));
    var caller = CallerSketch.of(ALICE).whereDefaultIs(EVERYBODY).caller();

    assertThat(envelopeOf(caller, saying("hello").in("ses_bob")).visibility()).isEqualTo(EVERYBODY);
  }

  @Test
  void a_deleted_session_counts_as_absent() {
    tale.accept(alice(), saying("begin").in("ses_1").seenBy(EVERYBODY));
    tale.accept(alice(), new Command.Delete(Tale.session("ses_1"), null));

    assertThat(envelopeOf(alice(), saying("hello").in("ses_1")).visibility()).isEqualTo(PRIVATE);
  }

  @Test
  void an_agents_key_has_no_default_of_its_own_user() {
    tale.accept(alice(), user("alice", "public"));
    var agent = CallerSketch.of(new Principal(Principal.Kind.AGENT, "alice")).caller();

    assertThat(envelopeOf(agent, saying("hello")).visibility()).isEqualTo(PRIVATE);
  }

  /// If it counted, whoever owns it could open what Alice will write.
  @Test
  void a_user_object_that_somebody_else_owns_sets_no_default() {
    var fields =
        JsonObject.of("user_id", Json.of("alice"), "default_visibility", Json.of("public"));
    var access = Tale.seenBy(EVERYBODY).ownedBy(BOB);
    tale.accept(admin(), new Command.Create(ObjectType.USER, fields, access));

    assertThat(envelopeOf(alice(), saying("hello")).visibility()).isEqualTo(PRIVATE);
  }

  @Test
  void a_user_is_its_own_and_others_need_the_admin_grant_to_write_it_down() {
    assertThat(tale.refusal(Forbidden.class, bob(), user("alice", "public")).code())
        .isEqualTo("owner.foreign");

    tale.accept(admin(), user("alice", "public"));
    assertThat(tale.object(Tale.user("alice")).envelope().owner()).isEqualTo(ALICE);
  }

  @Test
  void a_deleted_user_sets_no_default() {
    tale.accept(alice(), user("alice", "public"));
    tale.accept(alice(), new Command.Delete(Tale.user("alice"), null));

    assertThat(envelopeOf(alice(), saying("hello")).visibility()).isEqualTo(PRIVATE);
  }

  @Test
  void a_default_dated_ahead_counts_from_its_date_on() {
    tale.accept(alice(), user("alice", "private"));
    var later = Tale.NOON.plus(Duration.ofDays(1));
    var open = JsonObject.of("default_visibility", Json.of("public"));
    tale.accept(alice(), new Command.Patch(Tale.user("alice"), open, null, later));

    assertThat(envelopeOf(alice(), saying("today")).visibility()).isEqualTo(PRIVATE);
    tale.at(later.plusSeconds(1));
    assertThat(envelopeOf(alice(), saying("tomorrow")).visibility()).isEqualTo(EVERYBODY);
  }

  @Test
  void naming_another_owner_needs_the_admin_grant() {
    var forBob = saying("for bob").ownedBy(BOB).append();

    assertThat(tale.refusal(Forbidden.class, alice(), forBob).code()).isEqualTo("owner.foreign");
    assertThat(envelopeOf(admin(), saying("for bob").ownedBy(BOB)).owner()).isEqualTo(BOB);
  }

  @Test
  void a_key_bound_to_workspaces_writes_to_those_and_to_none() {
    var caller = CallerSketch.of(ALICE).boundTo("ws_attic").caller();

    assertThat(envelopeOf(caller, saying("in").within("ws_attic")).workspace())
        .isEqualTo(new WorkspaceId("ws_attic"));
    assertThat(envelopeOf(caller, saying("none")).workspace()).isNull();
    assertThat(tale.refusal(Forbidden.class, caller, saying("out").within("ws_x").append()).code())
        .isEqualTo("workspace.closed");
  }

  @Test
  void an_object_of_a_closed_workspace_is_not_made_either() {
    var caller = CallerSketch.of(ALICE).boundTo("ws_attic").caller();
    var fields = JsonObject.of("agent_id", Json.of("agt_1"), "workspace_id", Json.of("ws_cellar"));

    assertThat(tale.refusal(Forbidden.class, caller, Tale.create(ObjectType.AGENT, fields)).code())
        .isEqualTo("workspace.closed");
  }

  private Envelope envelopeOf(Caller caller, EventSketch event) {
    return ((Decision.Accepted) tale.decide(caller, event.append())).recorded().envelope();
  }

  private static Command.Create user(String id, String visibility) {
    return Tale.create(
        ObjectType.USER,
        JsonObject.of("user_id", Json.of(id), "default_visibility", Json.of(visibility)));
  }
}
