package dev.quipu.engine;

import dev.quipu.engine.access.Credentials;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.content.ArtifactContents;
import dev.quipu.engine.content.EntityChanges;
import dev.quipu.engine.content.Summaries;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.coordinate.Leases;
import dev.quipu.engine.coordinate.Watch;
import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.index.IndexUse;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.inspect.DateHistory;
import dev.quipu.engine.inspect.Embeddings;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.Events;
import dev.quipu.engine.inspect.Graph;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.Observations;
import dev.quipu.engine.inspect.Obstacles;
import dev.quipu.engine.inspect.Origins;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.inspect.ReadPorts;
import dev.quipu.engine.inspect.Tags;
import dev.quipu.engine.inspect.Timeline;
import dev.quipu.engine.inspect.Versions;
import dev.quipu.engine.materialize.Embedding;
import dev.quipu.engine.materialize.Indexing;
import dev.quipu.engine.materialize.Rebuild;
import dev.quipu.engine.materialize.SpaceWork;
import dev.quipu.engine.materialize.Verify;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.EntitySearch;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StorageUse;
import dev.quipu.engine.tenancy.Erasure;
import dev.quipu.engine.tenancy.LastUse;
import dev.quipu.engine.tenancy.StoredCredentials;
import dev.quipu.engine.tenancy.Tenancy;
import dev.quipu.engine.upload.Uploads;
import dev.quipu.model.id.TenantId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The stages, wired. Opens in the order of the data, closes in reverse.
public final class Engine implements AutoCloseable {

  private final Storage storage;
  private final InstantSource clock;
  private final BlobStore blobs;
  private final SearchIndex index;
  private final GroupCommit groups;
  private final CommitSignal signal;
  private final Watch watch;
  private final Leases leases;
  private final Ingest ingest;
  private final Erasure erasure;
  private final LastUse lastUse;
  private final Credentials credentials;
  private final Tenancy tenancy;
  private final Inspect inspect;
  private final Events events;
  private final Payloads payloads;
  private final Entities entities;
  private final Observations observations;
  private final EntityChanges entityChanges;
  private final Timeline timeline;
  private final DateHistory dateHistory;
  private final Graph graph;
  private final Versions versions;
  private final Tags tags;
  private final Embeddings embeddings;
  private final Origins origins;
  private final Obstacles obstacles;
  private final ArtifactContents contents;
  private final Ports ports;
  private final Summaries summaries;
  private final Rebuild rebuild;
  private final Verify verify;
  private final SpaceWork spaceWork;
  private final Indexing indexing;
  private final @Nullable Embedding embedding;
  private final Ask ask;
  private final EntitySearch entitySearch;

  private Engine(Ports ports) {
    this.ports = ports;
    this.storage = ports.storage();
    this.clock = ports.clock();
    this.blobs = ports.blobs();
    this.index = ports.index();
    var limits = ports.limits();
    this.signal = new CommitSignal();
    this.watch = Watch.open(storage, signal, limits.pace().watch());
    this.leases = Leases.open(storage, ports.name(), limits.pace().lease());
    this.groups = GroupCommit.open(storage, limits, signal, ports.meter());
    this.ingest =
        new Ingest(storage, groups, ports.clock(), ports.chance(), limits, ports.catalogue());
    this.indexing = Indexing.open(storage, index, signal, limits.pace().index());
    var meaning = ports.meaning();
    this.embedding =
        meaning == null
            ? null
            : Embedding.open(storage, index, meaning.vectors(), meaning.models(), signal, limits);
    this.erasure =
        new Erasure(storage, blobs, this::dropIndex, groups, ingest, leases, limits.pace().sweep());
    this.lastUse = new LastUse(storage);
    this.credentials =
        new StoredCredentials(storage, ports.clock(), ports.operatorToken(), lastUse);
    this.tenancy = new Tenancy(storage, ingest, ports.chance(), lastUse, erasure);
    var reading = new ReadPorts(storage, ports.clock(), tenancy, signal, limits, ports.catalogue());
    this.inspect = new Inspect(reading);
    this.events = new Events(reading);
    this.entities = new Entities(reading);
    this.payloads = new Payloads(events, entities);
    this.observations = new Observations(reading, payloads);
    this.entityChanges = new EntityChanges(entities, payloads, observations, ingest);
    this.timeline = new Timeline(reading);
    this.dateHistory = new DateHistory(observations, entities);
    this.graph = new Graph(reading);
    this.versions = new Versions(reading);
    this.tags = new Tags(reading);
    this.embeddings = new Embeddings(reading);
    this.origins = new Origins(reading);
    this.obstacles = new Obstacles(reading);
    this.contents = new ArtifactContents(blobs, inspect, events, ingest, limits);
    this.summaries = new Summaries(inspect, events, graph, ingest, limits);
    this.spaceWork = new SpaceWork(leases);
    this.rebuild = new Rebuild(storage, groups, spaceWork);
    this.verify = new Verify(storage, groups, spaceWork);
    var lookout = new Lookout(reading);
    this.ask = new Ask(index, indexing, meanings(), lookout, limits);
    this.entitySearch = new EntitySearch(ask, lookout, limits);
  }

  public static Engine open(Ports ports) {
    var engine = new Engine(ports);
    engine.erasure.resume();
    if (engine.embedding != null) {
      engine.embedding.resume();
    }
    return engine;
  }

  /// Vectors first: whoever makes some is still reading the log.
  private void dropIndex(TenantId tenant) {
    try {
      if (embedding != null) {
        embedding.drop(tenant);
      }
    } finally {
      indexing.drop(tenant);
    }
  }

  public String logId() {
    return storage.logId();
  }

  public Ingest ingest() {
    return ingest;
  }

  public Inspect inspect() {
    return inspect;
  }

  public Events events() {
    return events;
  }

  public Payloads payloads() {
    return payloads;
  }

  public Entities entities() {
    return entities;
  }

  public Observations observations() {
    return observations;
  }

  /// What is done to entities.
  public EntityChanges entityChanges() {
    return entityChanges;
  }

  public Timeline timeline() {
    return timeline;
  }

  /// Dates that entities had.
  public DateHistory dateHistory() {
    return dateHistory;
  }

  public Graph graph() {
    return graph;
  }

  public Versions versions() {
    return versions;
  }

  /// Names of positions.
  public Tags tags() {
    return tags;
  }

  public Embeddings embeddings() {
    return embeddings;
  }

  /// Where objects come from, and the proof of it.
  public Origins origins() {
    return origins;
  }

  /// Why agents do not get on.
  public Obstacles obstacles() {
    return obstacles;
  }

  public ArtifactContents contents() {
    return contents;
  }

  /// Takes files.
  ///
  /// @param folder for files that are not kept yet; nobody else's
  public Uploads uploads(FileTexts texts, Path folder) {
    return new Uploads(texts, folder, blobs, inspect, ingest, ports.catalogue(), ports.limits());
  }

  public Summaries summaries() {
    return summaries;
  }

  public Tenancy tenancy() {
    return tenancy;
  }

  public Credentials credentials() {
    return credentials;
  }

  public Rebuild rebuild() {
    return rebuild;
  }

  public Verify verify() {
    return verify;
  }

  /// What rebuilding and deep verifying have in common.
  public SpaceWork spaceWork() {
    return spaceWork;
  }

  /// Answers questions.
  public Ask ask() {
    return ask;
  }

  /// Looks for entities.
  public EntitySearch entitySearch() {
    return entitySearch;
  }

  /// Lets the index follow the log.
  public Indexing indexing() {
    return indexing;
  }

  /// Lets vectors follow the log; null if all is found by words.
  public @Nullable Embedding embedding() {
    return embedding;
  }

  /// By which vectors questions are answered.
  public Meanings meanings() {
    return embedding == null ? Meanings.NONE : embedding;
  }

  /// How busy the index is.
  public IndexUse indexUse() {
    return index.use();
  }

  /// Looks for what other processes commit.
  public Watch watch() {
    return watch;
  }

  /// Wakes followers of a tenant's log.
  public CommitSignal signal() {
    return signal;
  }

  /// How many writes are waiting.
  public int queued() {
    return groups.queued();
  }

  /// How long ago the oldest deletion of a tenant was whose bytes are not gone yet.
  public Duration erasureLag() {
    return erasure.lagAt(clock.instant());
  }

  /// How busy the storage is.
  public StorageUse storageUse() {
    return storage.use();
  }

  /// Writes down telemetry; called now and then.
  public void flushTelemetry() {
    lastUse.flush();
  }

  /// The public key that checkpoints are signed with, in X.509 form.
  public byte[] checkpointKey() {
    return storage.signingKeys().checkpoints().getPublic().getEncoded();
  }

  @Override
  public void close() {
    erasure.close();
    leases.close();
    if (embedding != null) {
      embedding.close();
    }
    indexing.close();
    watch.close();
    groups.close();
    lastUse.flush();
    index.close();
    blobs.close();
    storage.close();
  }
}
