package dev.quipu.testkit.query;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.ReadPorts;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Question;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
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
import dev.quipu.testkit.history.HandClock;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.memory.InMemoryStorage;
import dev.quipu.wire.payload.BuiltIns;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An engine in memory with somebody who asks it, and a model that knows which words mean the same.
final class AskingWorld implements AutoCloseable {

  private static final int DIMENSION = 64;
  private static final String OPERATOR = "operator";

  final VectorsBeside index;
  final EmbeddingModel model;
  final Caller alice;
  final Caller bob;
  private final TenantId tenant;
  private final Engine engine;
  private final Ask ask;
  private final Ask byWords;
  private final WordEmbedder embedder = WordEmbedder.open("words", DIMENSION, 256);
  private final Map<String, String> synonyms = new HashMap<>();
  private boolean hasModel = true;
  private boolean isSilent;
  private LogPosition last = LogPosition.START;

  AskingWorld(SearchIndex kept) {
    this.model = embedder.model();
    this.index = new VectorsBeside(kept, model, this::passages);
    var storage = InMemoryStorage.open(Disk.blank("log_asking"));
    var clock = new HandClock(Instant.parse("2026-03-01T12:00:00Z"));
    this.engine =
        Engine.open(
            new Ports(
                storage,
                InMemoryBlobStore.open(),
                index,
                clock,
                new SeededChance(7),
                Limits.DEFAULT,
                CommitMeter.SILENT,
                Hash.of(OPERATOR.getBytes(StandardCharsets.UTF_8)),
                "asking"));
    this.tenant = new TenantId("t_asking");
    engine
        .tenancy()
        .createTenant(
            engine.credentials().operatorOf(OPERATOR), "asking", tenant, null, Hash.ZERO, null);
    this.alice = Callers.user(tenant, new Principal(Principal.Kind.USER, "user_alice"));
    this.bob = Callers.user(tenant, new Principal(Principal.Kind.USER, "user_bob"));
    var lookout =
        new Lookout(
            new ReadPorts(
                storage,
                clock,
                engine.tenancy(),
                engine.signal(),
                Limits.DEFAULT,
                BuiltIns.catalogue()));
    this.ask = new Ask(index, engine.indexing(), meanings(), lookout, Limits.DEFAULT);
    this.byWords = new Ask(index, engine.indexing(), Meanings.NONE, lookout, Limits.DEFAULT);
  }

  private List<Vector> passages(IndexDocument document) {
    return embedder.query(document.texts().text()) instanceof Vector vector
        ? List.of(vector)
        : List.of();
  }

  private Meanings meanings() {
    return new Meanings() {
      @Override
      public @Nullable EmbeddingModel serving(TenantId asked) {
        return hasModel ? model : null;
      }

      @Override
      public @Nullable Vector question(EmbeddingModel asked, String text) {
        return hasModel && !isSilent ? vector(text) : null;
      }

      @Override
      public double knows(EmbeddingModel asked, String text) {
        return Letters.LATIN.share(text);
      }

      @Override
      public boolean await(TenantId asked, LogPosition position, Duration atMost) {
        return hasModel && !position.isAfter(index.vectors(asked, model).position());
      }
    };
  }

  /// What a text looks like to the model; null if it has no words.
  @Nullable Vector vector(String text) {
    return embedder.query(synonyms.getOrDefault(text, text)) instanceof Vector vector
        ? vector
        : null;
  }

  /// To the model, a question means what another text says.
  void means(String question, String text) {
    synonyms.put(question, text);
  }

  /// From now on the model is there, and makes nothing of any question.
  void silenceModel() {
    isSilent = true;
  }

  void loseModel() {
    hasModel = false;
    index.dropVectors(tenant, model);
  }

  void memory(String id, String text) {
    memory(alice, id, text);
  }

  void memory(Caller who, String id, String text) {
    var fields = JsonObject.of("memory_id", Json.of(id), "content", Json.of(text));
    write(who, new Command.Create(ObjectType.MEMORY, fields, AccessDraft.NOTHING_SAID));
  }

  void delete(String id) {
    write(alice, new Command.Delete(new ObjectRef(ObjectType.MEMORY, id), null));
  }

  private void write(Caller who, Command command) {
    last = engine.ingest().submit(who, new Submission(command, Hash.ZERO), null).position();
  }

  Question question(String text) {
    return question(text, Ways.DEFAULT, 10, null);
  }

  Question question(String text, Ways ways) {
    return question(text, ways, 10, null);
  }

  /// Of all that was written.
  Question question(String text, Ways ways, int topK, @Nullable String cursor) {
    return new Question(
        text,
        topK,
        Map.of(),
        null,
        null,
        new ReadTime(null, null, last),
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

  Evidence ask(String text) {
    return ask(question(text));
  }

  /// With a block that quotes what was found.
  Evidence packed(String text, int budget) {
    var plain = question(text);
    return ask(
        new Question(
            plain.text(),
            plain.topK(),
            plain.fields(),
            plain.from(),
            plain.to(),
            plain.time(),
            plain.expand(),
            budget,
            plain.explain(),
            plain.asAdmin(),
            plain.objectsOnly(),
            plain.cursor(),
            plain.knownAfter(),
            plain.ways(),
            plain.fold()));
  }

  Evidence ask(Question question) {
    return ask.ask(alice, question);
  }

  Evidence again(Question question, Ask.Point point) {
    return ask.again(alice, question, point, ask.patience());
  }

  /// As a server without a model answers.
  Evidence byWords(String text) {
    return byWords.ask(alice, question(text));
  }

  /// All pages, one after the other.
  List<String> pages(String text, int size, Runnable between) {
    var ids = new ArrayList<String>();
    @Nullable String cursor = null;
    do {
      var page = ask(question(text, Ways.DEFAULT, size, cursor));
      ids.addAll(ids(page));
      cursor = page.nextCursor();
      between.run();
    } while (cursor != null);
    return ids;
  }

  static List<String> ids(Evidence evidence) {
    return evidence.objects().stream().map(found -> found.node().ref().id()).toList();
  }

  @Override
  public void close() {
    engine.close();
  }
}
