package dev.quipu.engine.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Nobody sees a summary who does not see everything that it is made of: for all pairs out of a
/// pool of envelopes, all writers who see both, and all readers.
class NarrowestTest {

  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
  private static final List<Principal> PRINCIPALS =
      List.of(
          new Principal(Principal.Kind.USER, "alice"),
          new Principal(Principal.Kind.USER, "bob"),
          new Principal(Principal.Kind.AGENT, "scout"),
          new Principal(Principal.Kind.TEAM, "red"));

  @Test
  void a_summary_is_no_wider_than_any_of_its_sources() {
    var envelopes = envelopes();
    var callers = callers();
    int summaries = 0;
    int readers = 0;
    for (var writer : callers) {
      var seen = envelopes.stream().filter(envelope -> sees(writer, envelope, NOON)).toList();
      for (var one : seen) {
        for (var other : seen) {
          var summary = summary(writer, one, other);
          if (summary == null) {
            continue;
          }
          summaries++;
          assertThat(sees(writer, summary, NOON)).isTrue();
          for (var reader : callers) {
            if (reader.principal().equals(writer.principal())) {
              continue;
            }
            for (var clock : List.of(NOON, NOON.plusSeconds(90))) {
              if (sees(reader, summary, clock)) {
                readers++;
                assertThat(sees(reader, one, clock) && sees(reader, other, clock))
                    .as(reader + " reads " + summary + " of " + one + " and " + other)
                    .isTrue();
              }
            }
          }
        }
      }
    }
    assertThat(summaries).isGreaterThan(1_000);
    assertThat(readers).isGreaterThan(1_000);
  }

  @Test
  void a_summary_goes_when_the_first_of_its_sources_goes() {
    var alice = CallerSketch.alice();
    var open = Envelope.of(CallerSketch.ALICE, new Visibility.Everybody());
    var summary =
        summary(alice, open.endingBy(NOON.plusSeconds(60)), open.endingBy(NOON.plusSeconds(30)));
    assertThat(summary).isNotNull();
    assertThat(summary.expiresAt()).isEqualTo(NOON.plusSeconds(30));
    assertThat(summary.indexed()).isTrue();
  }

  private static @Nullable Envelope summary(Caller writer, Envelope one, Envelope other) {
    try {
      return new Sources(writer, List.of(one, other), List.of()).narrowest();
    } catch (Conflict e) {
      assertThat(one.workspace()).isNotNull().isNotEqualTo(other.workspace());
      assertThat(other.workspace()).isNotNull();
      return null;
    }
  }

  private static boolean sees(Caller caller, Envelope envelope, Instant clock) {
    return AccessRule.judge(
            caller, new Guarded(CallerSketch.ACME, envelope, false), Reading.plain(clock))
        .allows();
  }

  private static List<Envelope> envelopes() {
    var scout = new AgentId("scout");
    var red = new TeamId("red");
    var blue = new TeamId("blue");
    var editor = new RoleId("editor");
    var visibilities =
        List.of(
            new Visibility.Everybody(),
            new Visibility.OwnerOnly(),
            new Visibility.Team(red),
            new Visibility.Team(blue),
            new Visibility.ByTeam(red),
            new Visibility.ByContract(new ContractId("pact")),
            new Visibility.Named(new Acl(Set.of(scout), Set.of(), Set.of())),
            new Visibility.Named(new Acl(Set.of(), Set.of(red), Set.of())),
            new Visibility.Named(new Acl(Set.of(scout), Set.of(red, blue), Set.of(editor))),
            new Visibility.Named(Acl.NOBODY));
    var envelopes = new ArrayList<Envelope>();
    for (var owner : PRINCIPALS) {
      for (var visibility : visibilities) {
        var envelope = Envelope.of(owner, visibility);
        envelopes.add(envelope);
        if (owner.id().equals("alice")) {
          envelopes.add(envelope.in(new WorkspaceId("ws_1")));
          envelopes.add(envelope.in(new WorkspaceId("ws_2")));
          envelopes.add(envelope.endingBy(NOON.plusSeconds(60)));
        }
      }
    }
    return envelopes;
  }

  private static List<Caller> callers() {
    var callers = new ArrayList<Caller>();
    for (var principal : PRINCIPALS) {
      callers.add(caller(principal, Set.of(), Set.of(), null, EnumSet.of(Grant.READ)));
      callers.add(
          caller(
              principal,
              Set.of(new TeamId("red")),
              Set.of(new RoleId("editor")),
              Set.of(new WorkspaceId("ws_1")),
              EnumSet.of(Grant.READ)));
      callers.add(
          caller(
              principal,
              Set.of(new TeamId("red"), new TeamId("blue")),
              Set.of(),
              null,
              EnumSet.of(Grant.READ)));
      callers.add(caller(principal, Set.of(), Set.of(), null, EnumSet.allOf(Grant.class)));
    }
    return callers;
  }

  private static Caller caller(
      Principal principal,
      Set<TeamId> teams,
      Set<RoleId> roles,
      @Nullable Set<WorkspaceId> workspaces,
      Set<Grant> grants) {
    return new Caller(
        CallerSketch.ACME,
        new KeyId("key_1"),
        principal,
        teams.isEmpty() ? null : new AgentId("scout"),
        teams,
        roles,
        workspaces,
        null,
        teams.isEmpty() ? Set.of() : Set.of(new ContractId("pact")),
        grants,
        null);
  }
}
