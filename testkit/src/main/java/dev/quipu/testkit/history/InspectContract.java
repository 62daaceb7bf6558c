package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.EventFilter;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.testkit.storage.OpensStorage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What readers are promised, on any adapter.
public interface InspectContract extends OpensStorage {

  Person READER = Person.CAST.get(2);
  Person OWNER = Person.CAST.get(1);

  @Test
  default void all_pages_of_a_list_show_the_moment_of_the_first() {
    try (var teller = teller()) {
      for (int i = 1; i <= 5; i++) {
        make(teller, "agt_" + i);
      }
      var first = agents(teller, null);
      make(teller, "agt_6");
      teller.done(OWNER, new Command.Delete(agent("agt_4"), null));
      var second = agents(teller, first.nextCursor());
      var third = agents(teller, second.nextCursor());

      assertThat(ids(first)).containsExactly("agt_1", "agt_2");
      assertThat(ids(second)).containsExactly("agt_3", "agt_4");
      assertThat(ids(third)).containsExactly("agt_5");
      assertThat(third.nextCursor()).isNull();
      assertThat(third.at()).isEqualTo(first.at());
    }
  }

  /// A page that is read later is judged later: rights are those of now.
  @Test
  default void a_cursor_does_not_open_what_has_since_expired() {
    var clock = new HandClock(RandomHistory.BEGINNING);
    try (var teller = Teller.open(open(), clock, 1)) {
      make(teller, "agt_1");
      make(teller, "agt_2");
      make(teller, "agt_3", Duration.ofMinutes(1));
      var first = agents(teller, null);
      clock.move(Duration.ofMinutes(2));

      assertThat(ids(agents(teller, first.nextCursor()))).isEmpty();
    }
  }

  @Test
  default void as_known_at_alone_means_as_it_looked_then() {
    var clock = new HandClock(RandomHistory.BEGINNING);
    try (var teller = Teller.open(open(), clock, 1)) {
      var made = make(teller, "agt_1");
      clock.move(Duration.ofHours(1));
      role(teller, "agt_1", "later");

      var answer = object(teller, "agt_1", known(made.position()));

      assertThat(answer.stored().version().version()).isEqualTo(1);
      assertThatThrownBy(
              () -> object(teller, "agt_1", known(new LogPosition(made.position().value() - 1))))
          .isInstanceOf(NotFound.class);
    }
  }

  @Test
  default void a_clock_that_steps_back_hides_nothing() {
    var clock = new HandClock(RandomHistory.BEGINNING);
    try (var teller = Teller.open(open(), clock, 1)) {
      make(teller, "agt_1");
      role(teller, "agt_1", "one");
      clock.move(Duration.ofDays(-1));
      role(teller, "agt_1", "two");

      assertThat(object(teller, "agt_1", ReadTime.NOW).stored().version().version()).isEqualTo(3);
    }
  }

  @Test
  default void a_position_beyond_the_end_is_refused() {
    try (var teller = teller()) {
      make(teller, "agt_1");

      assertThatThrownBy(() -> object(teller, "agt_1", known(new LogPosition(99))))
          .isInstanceOf(Invalid.class);
    }
  }

  @Test
  default void denied_deleted_and_absent_look_the_same_everywhere() {
    try (var teller = teller()) {
      makePrivate(teller, "agt_secret");
      make(teller, "agt_gone");
      teller.done(OWNER, new Command.Delete(agent("agt_gone"), null));
      var inspect = teller.engine.inspect();
      var reader = teller.caller(READER);
      var page = new Page.Request(null, 10);

      for (var id : List.of("agt_secret", "agt_gone", "agt_never")) {
        var ref = agent(id);
        var expected = "there is no agent with this id";
        assertThat(catchThrowable(() -> inspect.object(reader, ref, ReadTime.NOW)))
            .hasMessage(expected);
        assertThat(catchThrowable(() -> inspect.versions(reader, ref, ReadTime.NOW, page)))
            .hasMessage(expected);
        assertThat(
                catchThrowable(
                    () ->
                        teller
                            .engine
                            .graph()
                            .edges(
                                reader,
                                ref,
                                new EdgeFilter(Set.of(Direction.OUT), Set.of()),
                                ReadTime.NOW,
                                page)))
            .hasMessage(expected);
      }
    }
  }

  @Test
  default void an_event_has_no_edges_before_it_was_known() {
    try (var teller = teller()) {
      var made = make(teller, "agt_1");
      var event = new ObjectRef(ObjectType.EVENT, made.eventId().value());
      var owner = teller.caller(OWNER);
      var before = known(new LogPosition(made.position().value() - 1));
      var both = new EdgeFilter(Set.of(Direction.IN, Direction.OUT), Set.of());
      var page = new Page.Request(null, 10);

      assertThatThrownBy(() -> teller.engine.graph().edges(owner, event, both, before, page))
          .isInstanceOf(NotFound.class);
    }
  }

  @Test
  default void an_admins_extra_sight_leaves_a_note_and_an_owners_does_not() {
    try (var teller = teller()) {
      make(
          teller,
          OWNER,
          "agt_red",
          new AccessDraft(null, new Visibility.Team(Person.RED), true, null, null, Set.of(), null));
      var before = teller.head(TenantId.PLATFORM).position();
      teller.engine.inspect().object(teller.caller(OWNER), agent("agt_red"), ReadTime.NOW);
      assertThat(teller.head(TenantId.PLATFORM).position()).isEqualTo(before);

      var admin = teller.caller(Person.CAST.getFirst());
      teller.engine.inspect().object(admin, agent("agt_red"), ReadTime.NOW);

      var note = teller.engine.tenancy().audit(null, 1).getFirst().event();
      assertThat(note.eventType().value()).isEqualTo("quipu.admin_read");
      assertThat(note.payload().text("what")).isEqualTo("object/agent/agt_red");
    }
  }

  @Test
  default void a_follower_goes_on_behind_what_it_may_not_see() {
    try (var teller = teller()) {
      make(teller, "agt_1");
      makePrivate(teller, "agt_secret");
      makePrivate(teller, "agt_secret_too");

      var following =
          teller
              .engine
              .events()
              .follow(teller.caller(READER), LogPosition.START, EventFilter.ALL, 100);

      assertThat(following.events()).hasSize(1);
      assertThat(following.seen()).isEqualTo(teller.head(Person.ONE).position());
    }
  }

  private Teller teller() {
    return Teller.open(open(), new HandClock(RandomHistory.BEGINNING), 1);
  }

  private static ReadTime known(LogPosition position) {
    return new ReadTime(null, new ReadTime.KnownAt.Position(position));
  }

  private static ObjectRef agent(String id) {
    return new ObjectRef(ObjectType.AGENT, id);
  }

  private static ObjectView object(Teller teller, String id, ReadTime time) {
    return teller.engine.inspect().object(teller.caller(READER), agent(id), time).value();
  }

  private static Page<ObjectView> agents(Teller teller, @Nullable String cursor) {
    return teller
        .engine
        .inspect()
        .objects(
            teller.caller(READER),
            ObjectType.AGENT,
            Map.of(),
            ReadTime.NOW,
            new Page.Request(cursor, 2));
  }

  private static List<String> ids(Page<ObjectView> page) {
    return page.items().stream().map(view -> view.stored().object().ref().id()).toList();
  }

  private static Receipt make(Teller teller, String id) {
    return make(teller, id, null);
  }

  /// For everybody.
  private static Receipt make(Teller teller, String id, @Nullable Duration lifetime) {
    return make(
        teller,
        OWNER,
        id,
        new AccessDraft(null, new Visibility.Everybody(), true, lifetime, null, Set.of(), null));
  }

  private static void makePrivate(Teller teller, String id) {
    make(teller, OWNER, id, AccessDraft.NOTHING_SAID);
  }

  private static Receipt make(Teller teller, Person who, String id, AccessDraft access) {
    var fields = JsonObject.of("agent_id", Json.of(id));
    return teller.done(who, new Command.Create(ObjectType.AGENT, fields, access));
  }

  private static void role(Teller teller, String id, String role) {
    var patch = JsonObject.of("role_profile", Json.of(role));
    teller.done(OWNER, new Command.Patch(agent(id), patch, null, null));
  }
}
