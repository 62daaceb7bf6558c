package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.Ports;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.HttpConfig;
import dev.quipu.server.http.HttpListener;
import dev.quipu.server.metrics.Metrics;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.testkit.history.SeededChance;
import dev.quipu.wire.payload.BuiltIns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// A server on a storage of one's choice whose clock and chance another can have too: both then
/// make the same ids, tokens and times.
final class TwinDoor implements AutoCloseable {

  private static final HttpConfig HTTP =
      new HttpConfig(
          "127.0.0.1",
          0,
          Set.of("127.0.0.1"),
          Set.of(),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));

  private final Engine engine;
  private final FileTexts files;
  private final RestDoor door;
  private final HttpListener listener;
  private final HttpClient client = HttpClient.newHttpClient();

  private TwinDoor(Engine engine, FileTexts files, RestDoor door) {
    this.engine = engine;
    this.files = files;
    this.door = door;
    this.listener = HttpListener.open(HTTP, Limits.DEFAULT, door);
  }

  static TwinDoor open(
      Storage storage, BlobStore blobs, SearchIndex index, InstantSource clock, long seed) {
    var metrics = new Metrics();
    var operator = Hash.of(TestServer.ADMIN.getBytes(StandardCharsets.UTF_8));
    var engine =
        Engine.open(
            new Ports(
                storage,
                blobs,
                index,
                null,
                clock,
                new SeededChance(seed),
                Limits.DEFAULT,
                BuiltIns.catalogue(),
                metrics,
                operator,
                "twin"));
    var folder = folder();
    var files = Adapters.ofThisMachine().openFiles(folder);
    var means =
        new RestDoor.Means(
            engine,
            engine.uploads(files, folder),
            Limits.DEFAULT,
            clock,
            HTTP,
            metrics,
            () -> "req_twin",
            () -> "qry_twin",
            () -> true);
    return new TwinDoor(engine, files, RestDoor.of(means));
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("quipu-twin");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TestServer.Answer send(TwinRequest request) {
    var body = request.body();
    var sent =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + request.path()))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + request.token())
            .method(
                request.method(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      sent.header("Content-Type", "application/json");
    }
    try {
      return new TestServer.Answer(client.send(sent.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    door.endStreams();
    listener.close();
    client.shutdownNow();
    files.close();
    engine.close();
  }
}
