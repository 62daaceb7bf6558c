package dev.quipu.engine;

import dev.quipu.engine.access.Credentials;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.ingest.CommitSignal;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.inspect.Events;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.materialize.Rebuild;
import dev.quipu.engine.materialize.Verify;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.tenancy.Erasure;
import dev.quipu.engine.tenancy.LastUse;
import dev.quipu.engine.tenancy.StoredCredentials;
import dev.quipu.engine.tenancy.Tenancy;

/// The stages, wired. Opens in the order of the data, closes in reverse.
public final class Engine implements AutoCloseable {

  private final Storage storage;
  private final BlobStore blobs;
  private final GroupCommit groups;
  private final CommitSignal signal;
  private final Ingest ingest;
  private final Erasure erasure;
  private final LastUse lastUse;
  private final Credentials credentials;
  private final Tenancy tenancy;
  private final Inspect inspect;
  private final Events events;
  private final Rebuild rebuild;
  private final Verify verify;

  private Engine(Ports ports) {
    this.storage = ports.storage();
    this.blobs = ports.blobs();
    this.signal = new CommitSignal();
    this.groups = GroupCommit.open(storage, ports.limits(), signal, ports.meter());
    this.ingest = new Ingest(storage, groups, ports.clock(), ports.chance(), ports.limits());
    this.erasure = new Erasure(storage, blobs, groups, ingest);
    this.lastUse = new LastUse(storage);
    this.credentials =
        new StoredCredentials(storage, ports.clock(), ports.operatorToken(), lastUse);
    this.tenancy = new Tenancy(storage, ingest, ports.chance(), lastUse, erasure);
    this.inspect = new Inspect(storage, ports.clock(), tenancy, ports.limits());
    this.events = new Events(storage, ports.clock(), tenancy, ports.limits());
    this.rebuild = new Rebuild(storage, groups);
    this.verify = new Verify(storage, groups);
  }

  public static Engine open(Ports ports) {
    var engine = new Engine(ports);
    engine.erasure.resume();
    return engine;
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

  /// Wakes followers of a tenant's log.
  public CommitSignal signal() {
    return signal;
  }

  /// How many writes are waiting.
  public int queued() {
    return groups.queued();
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
    groups.close();
    lastUse.flush();
    blobs.close();
    storage.close();
  }
}
