package dev.quipu.server;

import dev.quipu.model.Limits;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.server.config.HttpConfig;
import dev.quipu.server.config.Secret;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.QuipuServer;
import dev.quipu.server.wiring.Wiring;
import dev.quipu.sql.PostgresAddress;
import dev.quipu.testkit.postgres.PostgresServer;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A real server on a port of its own, in this process, and a client that speaks to it.
///
/// It runs on SQLite, and in a second run of the same tests on PostgreSQL, where a folder stands
/// for a schema of its own.
public final class TestServer implements AutoCloseable {

  public static final String ADMIN = "adm_0123456789abcdef";

  private static final String LOOPBACK = "127.0.0.1";
  private static final boolean ON_POSTGRES = "postgres".equals(System.getProperty("test.storage"));
  private static final Map<Path, String> SCHEMAS = new ConcurrentHashMap<>();

  private final QuipuServer server;
  private final String host;
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger tenants = new AtomicInteger();

  private TestServer(QuipuServer server, String host) {
    this.server = server;
    this.host = host;
  }

  public static TestServer start(Path folder) {
    return start(folder, Limits.DEFAULT, Duration.ofSeconds(30));
  }

  public static TestServer start(Path folder, Limits limits, Duration patience) {
    return start(config(folder, 0, patience), limits);
  }

  /// One of several servers on a database.
  ///
  /// @param folder nobody else's
  public static TestServer start(Path folder, StorageConfig storage, Limits limits) {
    return start(config(folder, 0, Duration.ofSeconds(30)).with(storage), limits);
  }

  /// With a model that makes vectors.
  public static TestServer startWith(Path folder, EmbedderConfig embedder) {
    return start(config(folder, 0, Duration.ofSeconds(30)).with(embedder));
  }

  /// With a clock that the test sets.
  public static TestServer start(Path folder, InstantSource clock) {
    return start(folder, clock, new EmbedderConfig.None());
  }

  public static TestServer start(Path folder, InstantSource clock, EmbedderConfig embedder) {
    var config = config(folder, 0, Duration.ofSeconds(30)).with(embedder);
    return new TestServer(QuipuServer.start(new Wiring(config, Limits.DEFAULT, clock)), LOOPBACK);
  }

  public static TestServer start(ServerConfig config, Limits limits) {
    return new TestServer(
        QuipuServer.start(new Wiring(config, limits, InstantSource.system())), LOOPBACK);
  }

  public static TestServer start(ServerConfig config) {
    return new TestServer(QuipuServer.start(Wiring.of(config)), LOOPBACK);
  }

  /// Listens on another address than the loopback, and is spoken to there.
  public static TestServer startOn(String host, Path folder) {
    return new TestServer(
        QuipuServer.start(Wiring.of(config(host, folder, 0, Duration.ofSeconds(30)))), host);
  }

  public static ServerConfig config(Path folder, int port, Duration patience) {
    return config(LOOPBACK, folder, port, patience);
  }

  private static ServerConfig config(String host, Path folder, int port, Duration patience) {
    var http =
        new HttpConfig(
            host,
            port,
            Set.of("quipu.example", host),
            Set.of("https://app.example"),
            patience,
            Duration.ofSeconds(5));
    return new ServerConfig(
        http,
        storage(folder),
        new BlobConfig.Files(folder.resolve("blobs")),
        new EmbedderConfig.None(),
        null,
        folder,
        new Secret(ADMIN));
  }

  /// What the tests run on this time.
  public static StorageConfig storage(Path folder) {
    if (!ON_POSTGRES) {
      return new StorageConfig.Sqlite(folder);
    }
    var address = SCHEMAS.computeIfAbsent(folder, _ -> PostgresServer.shared().newSchema());
    return new StorageConfig.Postgres(PostgresAddress.parse(address));
  }

  /// The same, as it is said on a command line.
  public static String storageAddress(Path folder) {
    return switch (storage(folder)) {
      case StorageConfig.Sqlite(var data) -> "sqlite:" + data;
      case StorageConfig.Postgres(var address) ->
          "postgres://%s:%s@%s/%s?schema=%s"
              .formatted(
                  address.user(),
                  address.password(),
                  address.hosts(),
                  address.database(),
                  address.schema());
    };
  }

  public int port() {
    return server.port();
  }

  public String firstToken() {
    return server.firstToken();
  }

  @Override
  public void close() {
    server.close();
    client.shutdownNow();
  }

  /// The token of a tenant that nobody else uses.
  public String newTenant() {
    var id = "t_" + tenants.incrementAndGet();
    var made = post(ADMIN, "/v1/admin/tenants", "{'name':'test','tenant_id':'" + id + "'}");
    return made.text("token");
  }

  /// The token of a key for a user, with these grants.
  public String newKey(String tenantToken, String user, String... grants) {
    var body =
        "{'name':'k','principal':{'kind':'user','id':'"
            + user
            + "'},'grants':['"
            + String.join("','", grants)
            + "']}";
    return post(tenantToken, "/v1/keys", body).text("token");
  }

  public Answer get(String token, String path, String... headers) {
    return send("GET", token, path, null, headers);
  }

  /// Sends JSON; single quotes stand for double ones.
  public Answer post(String token, String path, String json, String... headers) {
    return send("POST", token, path, json.replace('\'', '"'), headers);
  }

  public Answer patch(String token, String path, String json, String... headers) {
    return send("PATCH", token, path, json.replace('\'', '"'), headers);
  }

  public Answer delete(String token, String path, String... headers) {
    return send("DELETE", token, path, null, headers);
  }

  public Answer send(String method, String token, String path, String body, String... headers) {
    var request = request(token, path);
    request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null && !List.of(headers).contains("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return answer(request.build());
  }

  public HttpRequest.Builder request(String token, String path) {
    var request =
        HttpRequest.newBuilder(URI.create(address() + path)).timeout(Duration.ofSeconds(30));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  public String address() {
    return "http://" + host + ":" + port();
  }

  public HttpClient client() {
    return client;
  }

  private Answer answer(HttpRequest request) {
    try {
      return new Answer(client.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Where the tenant's log ends: its position and hash.
  public String head(String token) {
    return get(token, "/v1/log/head").body().toString();
  }

  /// Says something over a socket of its own and returns all that comes back.
  public String raw(String request) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// An answer with its body as JSON.
  public record Answer(HttpResponse<byte[]> response) {

    public int status() {
      return response.statusCode();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    public String bodyText() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    public JsonObject body() {
      return new JsonReader().readObject(response.body());
    }

    public String text(String name) {
      return body().text(name);
    }

    public long number(String name) {
      return ((JsonNumber) body().get(name)).asLong();
    }

    public JsonObject object(String name) {
      return body().object(name);
    }

    public List<JsonObject> list(String name) {
      return objects(body().array(name));
    }

    /// `code@pointer` of every violation.
    public List<String> faults() {
      return TestServer.faults(body());
    }
  }

  public static List<String> faults(JsonObject problem) {
    var faults = new ArrayList<String>();
    for (var fault : objects(problem.array("violations"))) {
      faults.add(fault.text("code") + "@" + fault.text("pointer"));
    }
    return faults;
  }

  public static List<JsonObject> objects(JsonArray array) {
    return array == null
        ? List.of()
        : array.items().stream().map(item -> (JsonObject) item).toList();
  }
}
