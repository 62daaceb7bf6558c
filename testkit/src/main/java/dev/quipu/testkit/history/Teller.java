package dev.quipu.testkit.history;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.FieldRule;
import dev.quipu.model.payload.MergeStrategy;
import dev.quipu.model.payload.ValueType;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.view.Digest;
import dev.quipu.testkit.following.HandModels;
import dev.quipu.testkit.history.Act.Sent;
import dev.quipu.testkit.index.ScanIndex;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Tells a history to an engine, through its public stages only.
final class Teller implements AutoCloseable {

  /// One type whose entities have names.
  private static final Catalogue CATALOGUE =
      new Catalogue(
          List.of(),
          List.of(
              new EntitySchema(
                  "tag",
                  "1.0",
                  Map.of(
                      "name", new FieldRule(ValueType.STRING, List.of(), MergeStrategy.LAST_WRITE)),
                  List.of(List.of("name")),
                  Map.of(),
                  Map.of())));

  private static final String OPERATOR = "operator token";

  /// By which things are found by their meaning.
  static final String MODEL = "model";

  final Engine engine;
  private final Storage storage;
  private final SearchIndex index;
  private final Caller operator;
  private final Map<Person, String> tokens = new HashMap<>();
  private final Map<Person, KeyId> keys = new HashMap<>();
  private final Map<TenantId, Long> numbers = new HashMap<>();

  private Teller(Storage storage, SearchIndex index, Engine engine) {
    this.storage = storage;
    this.index = index;
    this.engine = engine;
    this.operator = engine.credentials().operatorOf(OPERATOR);
  }

  /// Opens an engine, which closes the storage in the end, and lets the cast enter.
  static Teller open(Storage storage, InstantSource clock, long seed) {
    return open(storage, InMemoryBlobStore.open(), clock, seed);
  }

  /// The same with blobs of one's own.
  static Teller open(Storage storage, BlobStore blobs, InstantSource clock, long seed) {
    return open(storage, blobs, clock, seed, Limits.DEFAULT);
  }

  static Teller open(
      Storage storage, BlobStore blobs, InstantSource clock, long seed, Limits limits) {
    var index = ScanIndex.open();
    var meaning = new Ports.Meaning(InMemoryVectorStore.open(), new HandModels(MODEL, MODEL));
    var engine = engine(storage, blobs, index, meaning, clock, seed, limits);
    var teller = new Teller(storage, index, engine);
    for (var person : Person.CAST) {
      if (person.tenantToken()) {
        teller.enterTenant(person);
      } else {
        teller.makeKey(person);
      }
    }
    return teller;
  }

  /// An engine, and nobody in it.
  static Engine engine(Storage storage, InstantSource clock, long seed) {
    return engine(storage, InMemoryBlobStore.open(), clock, seed);
  }

  static Engine engine(Storage storage, BlobStore blobs, InstantSource clock, long seed) {
    return engine(storage, blobs, clock, seed, Limits.DEFAULT);
  }

  static Engine engine(
      Storage storage, BlobStore blobs, InstantSource clock, long seed, Limits limits) {
    return engine(storage, blobs, ScanIndex.open(), null, clock, seed, limits);
  }

  private static Engine engine(
      Storage storage,
      BlobStore blobs,
      SearchIndex index,
      Ports.@Nullable Meaning meaning,
      InstantSource clock,
      long seed,
      Limits limits) {
    return Engine.open(
        new Ports(
            storage,
            blobs,
            index,
            meaning,
            clock,
            new SeededChance(seed),
            limits,
            CATALOGUE,
            CommitMeter.SILENT,
            Hash.of(OPERATOR.getBytes(StandardCharsets.UTF_8)),
            "teller " + seed));
  }

  /// Holds the index of the engine against its storage.
  IndexCheck indexCheck(long seed) {
    var embedding = Objects.requireNonNull(engine.embedding());
    return new IndexCheck(storage, index, engine.indexing(), embedding, seed);
  }

  Caller operator() {
    return operator;
  }

  String token(Person person) {
    return tokens.getOrDefault(person, "none");
  }

  long number(TenantId tenant) {
    return numbers.getOrDefault(tenant, 0L);
  }

  private void enterTenant(Person admin) {
    var made =
        engine
            .tenancy()
            .createTenant(operator, admin.tenant().value(), admin.tenant(), null, Hash.ZERO, null);
    tokens.put(admin, String.valueOf(made.token()));
    numbers.put(admin.tenant(), made.value().tenant().number());
  }

  void makeKey(Person person) {
    var admin = caller(Person.admin(person.tenant()));
    var made = engine.tenancy().createKey(admin, person.holder(), Hash.ZERO, null);
    tokens.put(person, String.valueOf(made.token()));
    ApiKey key = made.value();
    keys.put(person, key.id());
  }

  void revokeKey(Person person) {
    var key = keys.remove(person);
    if (key == null) {
      throw new IllegalStateException(person + " has no key");
    }
    engine.tenancy().revokeKey(caller(Person.admin(person.tenant())), key);
  }

  void changeTenant(TenantId tenant, DefaultVisibility visibility) {
    engine
        .tenancy()
        .changeTenant(operator, new Command.ChangeTenant(number(tenant), null, null, visibility));
  }

  /// What became of a write, item by item; of one that was refused as a whole, once.
  List<Outcome> write(Sent sent) {
    var key = sent.key();
    var retry = key == null ? null : new Retry(Sent.ROUTE, key);
    var submissions = new ArrayList<Submission>();
    for (int i = 0; i < sent.commands().size(); i++) {
      var body = ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(sent.nonce()).putInt(i);
      submissions.add(new Submission(sent.commands().get(i), Hash.of(body.array())));
    }
    try {
      var caller = caller(sent.who());
      return switch (sent.way()) {
        case TOGETHER ->
            engine.ingest().submitTogether(caller, submissions, retry).stream()
                .<Outcome>map(Outcome.Written::new)
                .toList();
        case EACH -> engine.ingest().submitEach(caller, submissions, retry, 0);
      };
    } catch (MemoryException e) {
      return List.of(new Outcome.Refused(e));
    }
  }

  /// Writes, and must succeed.
  Receipt done(Person who, Command command) {
    return engine.ingest().submit(caller(who), new Submission(command, Hash.ZERO), null);
  }

  Caller caller(Person person) {
    return engine.credentials().callerOf(token(person));
  }

  Head head(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.head();
    }
  }

  Digest digest(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var space = snapshot.activeSpace();
      return space == null ? Digest.EMPTY : snapshot.keptDigest(space);
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
