package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.materialize.Embedding;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Question;
import dev.quipu.engine.query.Ways;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.embedding.WordEmbedder;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An engine whose vectors follow its log, and somebody who writes.
public final class Follower implements AutoCloseable {

  public static final TenantId TENANT = new TenantId("t_followed");
  public static final TenantId OTHER = new TenantId("t_other");

  static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String OPERATOR = "operator";
  private static final int ALL = 100_000;

  /// Soon enough for a test, and not so soon that what fails is tried all the time.
  static final Limits.Vectors QUICK =
      new Limits.Vectors(Duration.ofMillis(20), Duration.ofMinutes(2), 3);

  final Engine engine;
  final Embedding embedding;
  private final SearchIndex index;
  private final Storage storage;
  private final Caller writer = Callers.user(TENANT, new Principal(Principal.Kind.USER, "user_a"));
  private LogPosition last = LogPosition.START;

  /// What outlives a process.
  ///
  /// @param disk of the log
  record Kept(Disk disk) {

    static Kept blank() {
      return new Kept(Disk.blank("log"));
    }
  }

  Follower(Storage storage, SearchIndex index, VectorStore vectors, Models models, Limits limits) {
    this.storage = storage;
    this.index = index;
    this.engine =
        Engine.open(
            new Ports(
                storage,
                InMemoryBlobStore.open(),
                index,
                new Ports.Meaning(vectors, models),
                new HandClock(Instant.parse("2026-03-01T12:00:00Z")),
                new SeededChance(written(storage)),
                limits,
                CommitMeter.SILENT,
                Hash.of(OPERATOR.getBytes(StandardCharsets.UTF_8)),
                "follower"));
    this.embedding = Objects.requireNonNull(engine.embedding());
    if (!storage.tenants().contains(TENANT)) {
      enter(TENANT);
    } else {
      last = head(TENANT);
    }
  }

  static Follower open(
      Kept kept, SearchIndex index, VectorStore vectors, Models models, Limits.Vectors limits) {
    return open(kept, index, vectors, models, Limits.DEFAULT.withVectors(limits));
  }

  static Follower open(
      Kept kept, SearchIndex index, VectorStore vectors, Models models, Limits limits) {
    return new Follower(InMemoryStorage.open(kept.disk), index, vectors, models, limits);
  }

  /// Another each time that it is opened, as chance is.
  private static long written(Storage storage) {
    long written = 0;
    for (var tenant : storage.tenants()) {
      try (var snapshot = storage.read(ReadScope.whole(tenant))) {
        written += snapshot.head().position().value();
      }
    }
    return written;
  }

  void enter(TenantId tenant) {
    engine.tenancy().createTenant(operator(), tenant.value(), tenant, null, Hash.ZERO, null);
  }

  Caller operator() {
    return engine.credentials().operatorOf(OPERATOR);
  }

  LogPosition head(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.head().position();
    }
  }

  LogPosition memory(String id, String text) {
    return memory(writer, id, text, AccessDraft.NOTHING_SAID);
  }

  LogPosition memory(TenantId tenant, String id, String text) {
    var who = Callers.user(tenant, new Principal(Principal.Kind.USER, "user_a"));
    return memory(who, id, text, AccessDraft.NOTHING_SAID);
  }

  LogPosition unindexed(String id, String text) {
    return memory(writer, id, text, new AccessDraft(null, null, false, null, null, Set.of(), null));
  }

  private LogPosition memory(Caller who, String id, String text, AccessDraft access) {
    var fields = JsonObject.of("memory_id", Json.of(id), "content", Json.of(text));
    return write(who, new Command.Create(ObjectType.MEMORY, fields, access));
  }

  LogPosition correct(String id, String text) {
    var fields = JsonObject.of("content", Json.of(text));
    return write(writer, new Command.Patch(ref(id), fields, null, null));
  }

  LogPosition delete(String id) {
    return write(writer, new Command.Delete(ref(id), null));
  }

  LogPosition restore(String id) {
    return write(writer, new Command.Restore(ref(id)));
  }

  private LogPosition write(Caller who, Command command) {
    var position = engine.ingest().submit(who, new Submission(command, Hash.ZERO), null).position();
    if (who.equals(writer)) {
      last = position;
    }
    return position;
  }

  /// Does what may be refused.
  void tryTo(Supplier<LogPosition> act) {
    try {
      var _ = act.get();
    } catch (MemoryException e) {
      assertThat(e).isInstanceOfAny(NotFound.class, Conflict.class, Gone.class);
    }
  }

  /// What is found of what the index knows.
  Evidence ask(String text, Ways ways, @Nullable String cursor) {
    return engine.ask().ask(writer, question(text, ways, cursor));
  }

  Evidence again(String text, Ask.Point point) {
    return engine
        .ask()
        .again(writer, question(text, Ways.DEFAULT, null), point, engine.ask().patience());
  }

  private static Question question(String text, Ways ways, @Nullable String cursor) {
    return new Question(
        text,
        1,
        Map.of(),
        null,
        null,
        new ReadTime(null, null, null),
        null,
        null,
        true,
        false,
        false,
        cursor,
        null,
        ways,
        true);
  }

  void deleteTenant(TenantId tenant) {
    engine.tenancy().deleteTenant(operator(), number(tenant));
  }

  private long number(TenantId tenant) {
    return engine.tenancy().tenants().stream()
        .filter(use -> use.tenant().id().equals(tenant))
        .findFirst()
        .orElseThrow()
        .tenant()
        .number();
  }

  /// Whether it is certified that nothing of a deleted tenant is left.
  boolean hasErased() {
    try (var snapshot = storage.read(ReadScope.whole(TenantId.PLATFORM))) {
      return Deletion.in(snapshot).stream().anyMatch(deletion -> deletion.erasedAt() != null);
    }
  }

  /// How many objects of a tenant have vectors of a model.
  long vectorsOf(TenantId tenant, String model) {
    try (var view = index.read(ReadScope.whole(tenant))) {
      return view.select(HandModels.model(model), view.position(), List.of()).eligible();
    }
  }

  /// How far vectors of a model are shown.
  LogPosition shown(String model) {
    return index.vectors(TENANT, HandModels.model(model)).position();
  }

  static ObjectRef ref(String id) {
    return new ObjectRef(ObjectType.MEMORY, id);
  }

  LogPosition last() {
    return last;
  }

  /// Until everything that was written is found by its words.
  void awaitWords() throws InterruptedException {
    assertThat(engine.indexing().await(TENANT, last, LIMIT)).as("words at %s", last).isTrue();
  }

  /// Until everything that was written is found by its meaning.
  void awaitVectors() throws InterruptedException {
    assertThat(embedding.await(TENANT, last, LIMIT)).as("vectors at %s", last).isTrue();
    awaitWords();
  }

  /// Until the chosen model answers for the tenant.
  void awaitServing(String name) {
    assertThat(Eventually.holds(LIMIT, () -> name.equals(servingName()))).as(name).isTrue();
  }

  String servingName() {
    var serving = embedding.serving(TENANT);
    return serving == null ? "none" : serving.name();
  }

  void awaitTrouble(boolean is) {
    assertThat(Eventually.holds(LIMIT, () -> (embedding.standing().trouble() != null) == is))
        .as("trouble is known: %s", is)
        .isTrue();
  }

  /// The objects with vectors of a model that were there at a position.
  Set<String> byMeaning(String model, LogPosition at) {
    try (var view = index.read(ReadScope.whole(TENANT))) {
      var selection = view.select(HandModels.model(model), at, List.of());
      var found = new TreeSet<String>();
      var hits = selection.nearest(vector(model, "anything"), ALL).hits();
      hits.forEach(hit -> found.add(name(hit.filed())));
      assertThat((long) hits.size()).isEqualTo(selection.eligible());
      return found;
    }
  }

  /// The memories that words say were there.
  Set<String> byWords(LogPosition at) {
    try (var view = index.read(ReadScope.whole(TENANT))) {
      var found = new TreeSet<String>();
      for (var hit : view.select(at, List.of()).newest(ALL)) {
        if (hit.filed().ref().type() == ObjectType.MEMORY) {
          found.add(name(hit.filed()));
        }
      }
      return found;
    }
  }

  private static String name(Filed filed) {
    return filed.ref().id() + "@" + filed.version() + " from " + filed.validFrom();
  }

  /// Asserts that what vectors of a model say was there is what words say, at every position.
  void assertLikeWords(String model) {
    for (long at = 0; at <= last.value(); at++) {
      var position = new LogPosition(at);
      assertThat(byMeaning(model, position))
          .as("at %s of %s", position, last)
          .isEqualTo(byWords(position));
    }
  }

  /// The nearest to a text.
  String nearest(String model, String text) {
    try (var view = index.read(ReadScope.whole(TENANT))) {
      return view.select(HandModels.model(model), view.position(), List.of())
          .nearest(vector(model, text), 1)
          .hits()
          .getFirst()
          .filed()
          .ref()
          .id();
    }
  }

  static Vector vector(String model, String text) {
    var of = HandModels.model(model);
    try (var words = WordEmbedder.open(model, of.dimension(), of.passageTokens())) {
      return (Vector) words.query(text);
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
