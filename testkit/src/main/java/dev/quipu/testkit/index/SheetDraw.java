package dev.quipu.testkit.index;

import static dev.quipu.testkit.fixture.Names.DUSK;

import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.EntityMark;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.SourceKind;
import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.view.ValidTime;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Random documents, callers, filters and questions. The pools are small, so that they meet often.
public final class SheetDraw {

  private static final List<String> WORDS =
      List.of("quokka", "zebra", "lantern", "copper", "velvet", "orbit", "pepper", "harbor");

  private static final List<TeamId> TEAMS = List.of(Names.RED, Names.BLUE);
  private static final List<AgentId> AGENTS = List.of(Names.SCOUT, Names.SCRIBE);
  private static final List<WorkspaceId> WORKSPACES = List.of(Names.ATTIC, Names.CELLAR);
  private static final List<SessionId> SESSIONS = List.of(Names.MORNING, Names.EVENING);

  private final Random random;

  public SheetDraw(long seed) {
    this.random = new Random(seed);
  }

  /// A document that became known at a position, and may have ended before a later one.
  public IndexDocument document(String id, long from, long end) {
    var sheet = Sheet.of(id, from, text()).under(envelope()).by(maybe(AGENTS)).in(maybe(SESSIONS));
    if (random.nextInt(4) == 0 && end > from) {
      sheet.closedAt(from + 1 + random.nextLong(end - from));
    }
    if (random.nextInt(3) == 0) {
      var first = Names.visibleAt(random.nextInt(60));
      sheet.valid(first, first.plusSeconds(1 + random.nextInt(60)));
    }
    if (random.nextInt(10) == 0) {
      sheet.being(Lifecycle.QUARANTINED);
    }
    return sheet
        .at(Names.visibleAt(random.nextInt(60)))
        .createdAt(1 + random.nextLong(from))
        .kind(
            maybe(List.of(MemoryType.values())),
            one(List.of(ContentScope.values())),
            maybe(List.of(SourceKind.values())))
        .inLanguage(one(List.of("en", "uk", "und")))
        .about(random.nextInt(3) == 0 ? mark() : null)
        .document();
  }

  private EntityMark mark() {
    return new EntityMark(one(List.of("person", "company")), new TreeSet<>(terms()));
  }

  private List<String> terms() {
    return List.of(one(WORDS), one(WORDS), one(WORDS));
  }

  public String text() {
    var words = new ArrayList<String>();
    int length = 1 + random.nextInt(12);
    for (int i = 0; i < length; i++) {
      words.add(one(WORDS));
    }
    return String.join(" ", words);
  }

  public Envelope envelope() {
    return new Envelope(
        one(List.of(Names.ALICE, Names.BOB, Names.agent(Names.SCOUT))),
        visibility(),
        maybe(WORKSPACES),
        random.nextInt(12) > 0,
        random.nextInt(4) == 0 ? DUSK.plusNanos(1000L * (random.nextInt(3) - 1)) : null,
        random.nextInt(4) == 0 ? new ProjectId("prj_x") : null,
        random.nextInt(3) == 0 ? new TreeSet<>(Set.of("t1", "T1")) : new TreeSet<>(),
        null);
  }

  private Visibility visibility() {
    return switch (random.nextInt(6)) {
      case 0 -> new Visibility.OwnerOnly();
      case 1 -> new Visibility.Team(one(TEAMS));
      case 2 -> new Visibility.ByTeam(one(TEAMS));
      case 3 -> new Visibility.ByContract(Names.TREATY);
      case 4 -> new Visibility.Named(new Acl(Set.of(one(AGENTS)), Set.of(one(TEAMS)), Set.of()));
      default -> new Visibility.Everybody();
    };
  }

  public Caller caller() {
    var sketch =
        Callers.sketch(Names.ACME, one(List.of(Names.ALICE, Names.BOB, Names.CAROL)))
            .through(maybe(AGENTS));
    if (random.nextBoolean()) {
      sketch.in(one(TEAMS));
    }
    if (random.nextBoolean()) {
      sketch.boundTo(one(WORKSPACES));
    }
    if (random.nextInt(3) == 0) {
      sketch.under(Names.TREATY);
    }
    return random.nextInt(4) == 0 ? sketch.admin().caller() : sketch.caller();
  }

  /// Around the end of those that end.
  public Instant clock() {
    return DUSK.plusNanos(500L * (random.nextInt(7) - 3));
  }

  public List<IndexFilter> filters() {
    var filters = new ArrayList<IndexFilter>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      filters.add(filter());
    }
    return filters;
  }

  private IndexFilter filter() {
    return switch (random.nextInt(7)) {
      case 0 -> new IndexFilter.OfAgents(Set.of(one(AGENTS)));
      case 1 -> new IndexFilter.Within(maybe(instants()), maybe(instants()));
      case 2 -> new IndexFilter.ValidAt(one(instants()));
      case 3 -> new IndexFilter.KnownAfter(new LogPosition(random.nextInt(60)));
      case 4 -> new IndexFilter.Marked(new TreeSet<>(terms()));
      default -> {
        var field = one(List.of(FilterField.values()));
        yield new IndexFilter.OneOf(field, new TreeSet<>(values(field)));
      }
    };
  }

  private List<Instant> instants() {
    return List.of(
        Names.visibleAt(random.nextInt(60)),
        Names.visibleAt(random.nextInt(60)).plusNanos(1),
        Instant.MIN,
        ValidTime.FOREVER);
  }

  private Set<String> values(FilterField field) {
    var values = new TreeSet<String>();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      values.addAll(field.of(document("other", 1, 1)));
    }
    values.add("nothing");
    return values;
  }

  public <T> T one(List<T> pool) {
    return pool.get(random.nextInt(pool.size()));
  }

  private <T> @Nullable T maybe(List<T> pool) {
    return random.nextBoolean() ? one(pool) : null;
  }
}
