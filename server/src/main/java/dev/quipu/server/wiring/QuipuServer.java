package dev.quipu.server.wiring;

import dev.quipu.engine.Engine;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.server.http.HttpListener;
import dev.quipu.server.metrics.Metrics;
import dev.quipu.server.rest.RestDoor;
import org.jspecify.annotations.Nullable;

/// A server that runs until it is closed.
public final class QuipuServer implements AutoCloseable {

  private static final TenantId FIRST_TENANT = new TenantId("t_default");

  private final Engine engine;
  private final FileTexts files;
  private final RestDoor door;
  private final HttpListener listener;
  private final DataFolder folder;
  private final Readiness readiness;
  private final TelemetryThread telemetry;
  private final @Nullable String firstToken;

  private QuipuServer(
      Engine engine,
      FileTexts files,
      RestDoor door,
      HttpListener listener,
      DataFolder folder,
      Readiness readiness,
      @Nullable String firstToken) {
    this.engine = engine;
    this.files = files;
    this.door = door;
    this.listener = listener;
    this.folder = folder;
    this.readiness = readiness;
    this.firstToken = firstToken;
    this.telemetry = TelemetryThread.open(engine);
  }

  /// Whether requests are served: from the end of the start to the beginning of the stop, as long
  /// as the storage answers.
  private static final class Readiness {
    private final Engine engine;
    private volatile boolean open;

    Readiness(Engine engine) {
      this.engine = engine;
    }

    boolean now() {
      return open && engine.tenancy().audit(null, 1) != null;
    }
  }

  /// Opens the storage, makes the first tenant if there never was one, and listens.
  public static QuipuServer start(Wiring wiring) {
    var metrics = new Metrics();
    var engine = wiring.openEngine(metrics);
    var files = wiring.openFiles();
    try {
      metrics.showQueue(engine::queued);
      metrics.showErasureLag(engine::erasureLag);
      metrics.showWatch(engine.watch()::failures, engine.watch()::lag);
      metrics.showStorage(engine::storageUse);
      metrics.showIndex(engine::indexUse, engine.indexing()::behind, engine.indexing()::failures);
      var embedding = engine.embedding();
      if (embedding != null) {
        metrics.showEmbedding(embedding::standing);
      }
      var folder = new DataFolder(wiring.config().dataFolder());
      var readiness = new Readiness(engine);
      var door =
          RestDoor.of(
              new RestDoor.Means(
                  engine,
                  engine.uploads(files, folder.path().resolve("receiving")),
                  wiring.limits(),
                  wiring.clock(),
                  wiring.config().http(),
                  metrics,
                  () -> "req_" + wiring.chance().ulid(),
                  () -> "qry_" + wiring.chance().ulid(),
                  readiness::now));
      var listener = HttpListener.open(wiring.config().http(), wiring.limits(), door);
      // Only now: a token that a failing start has made would be lost, since it is shown once.
      var firstToken = firstToken(engine, wiring.operator(engine));
      var server = new QuipuServer(engine, files, door, listener, folder, readiness, firstToken);
      server.begin();
      return server;
    } catch (RuntimeException e) {
      files.close();
      engine.close();
      throw e;
    }
  }

  private void begin() {
    folder.announce(port());
    readiness.open = true;
  }

  /// A history that has not begun gets a tenant, so that the first request needs no preparation. If
  /// another server is quicker, it is that one that shows the token.
  private static @Nullable String firstToken(Engine engine, Caller operator) {
    if (!engine.tenancy().audit(null, 1).isEmpty()) {
      return null;
    }
    try {
      return engine
          .tenancy()
          .createTenant(operator, "default", FIRST_TENANT, null, Hash.ZERO, null)
          .token();
    } catch (Conflict e) {
      return null;
    }
  }

  public int port() {
    return listener.port();
  }

  /// The token of the first tenant, if this start has made it. It is not kept.
  public @Nullable String firstToken() {
    return firstToken;
  }

  /// Turns away, lets what runs come to its end, then closes what was opened.
  @Override
  public void close() {
    readiness.open = false;
    folder.withdraw();
    door.endStreams();
    listener.close();
    telemetry.close();
    files.close();
    engine.close();
  }
}
