package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Tags;
import dev.quipu.engine.upload.Uploads;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.config.HttpConfig;
import dev.quipu.server.http.ClientGone;
import dev.quipu.server.http.Door;
import dev.quipu.server.http.Incoming;
import dev.quipu.server.http.Reply;
import dev.quipu.server.metrics.Metrics;
import dev.quipu.wire.EventReader;
import dev.quipu.wire.JsonReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the route of a request, lets its caller in, and turns every failure into a problem.
public final class RestDoor implements Door {

  private static final Logger LOG = System.getLogger(RestDoor.class.getName());
  private static final String NO_ROUTE = "none";
  private static final Duration MAX_HEARTBEAT = Duration.ofSeconds(15);

  private final RouteTable routes;
  private final Streams streams;
  private final Gate gate;
  private final Metrics metrics;
  private final Supplier<String> requestIds;
  private final JsonReader json;
  private final Limits limits;
  private final Tags tags;

  private RestDoor(
      RouteTable routes,
      Streams streams,
      Gate gate,
      Metrics metrics,
      Supplier<String> requestIds,
      JsonReader json,
      Limits limits,
      Tags tags) {
    this.routes = routes;
    this.streams = streams;
    this.gate = gate;
    this.metrics = metrics;
    this.requestIds = requestIds;
    this.json = json;
    this.limits = limits;
    this.tags = tags;
  }

  /// What the door is made of.
  ///
  /// @param requestIds makes the ids that answers and log lines share
  /// @param queryIds makes the ids of questions
  /// @param ready whether requests are served; may throw instead of saying no
  public record Means(
      Engine engine,
      Uploads uploads,
      Limits limits,
      InstantSource clock,
      HttpConfig http,
      Metrics metrics,
      Supplier<String> requestIds,
      Supplier<String> queryIds,
      BooleanSupplier ready) {}

  public static RestDoor of(Means means) {
    var engine = means.engine();
    var limits = means.limits();
    var json =
        new JsonReader(
            new JsonReader.Limits(
                limits.maxBodyBytes(),
                limits.maxDepth(),
                limits.maxValues(),
                limits.maxNameLength()));
    var streams = new Streams(engine, limits, means.metrics(), heartbeat(means.http()));
    var followed = new EventStream(engine, streams, means.metrics());
    var reader = new EventReader(limits, means.clock(), engine.meanings()::dimension);
    var batch = new EventBatch(engine.ingest(), limits, reader);
    var lines = new EventLines(engine.ingest(), limits, json, reader);
    var routes = new ArrayList<Route>();
    routes.addAll(
        new HealthRoutes(means.ready(), means.engine().embedding(), means.metrics()).routes());
    routes.addAll(new EventRoutes(engine, limits, reader, batch, lines, followed).routes());
    for (var schema : ObjectSchemas.all()) {
      routes.addAll(new ObjectRoutes(engine, limits, schema).routes());
      routes.addAll(new ObjectReads(engine, limits, schema).routes());
      routes.addAll(new ObjectActRoutes(engine, schema).routes());
      routes.add(new DiffRoute(engine, schema.type()).route());
    }
    routes.addAll(new ObjectVersionRoutes(engine, limits).routes());
    routes.addAll(new SnapshotRoutes(engine, limits).routes());
    routes.addAll(new EventObjectRoutes(engine, limits).routes());
    routes.addAll(new PayloadRoutes(engine, limits).routes());
    routes.addAll(
        new FileRoutes(means.uploads(), engine.payloads(), limits, means.clock(), json).routes());
    routes.addAll(new CapabilityRoutes(engine, limits).routes());
    routes.addAll(new SchemaRoutes(engine).routes());
    routes.addAll(new EntityRoutes(engine, limits).routes());
    routes.addAll(new EntitySearchRoutes(engine, limits).routes());
    routes.addAll(new EntityGraphRoutes(engine).routes());
    routes.addAll(new EntityActRoutes(engine, limits).routes());
    routes.addAll(new EntitySplitRoutes(engine).routes());
    routes.addAll(new RelationshipRoutes(engine, limits).routes());
    routes.addAll(new TimelineRoutes(engine, limits).routes());
    routes.addAll(new GraphRoutes(engine, limits).routes());
    routes.addAll(new ContentRoutes(engine, limits).routes());
    routes.addAll(new EmbeddingRoutes(engine, limits).routes());
    routes.addAll(new OriginRoutes(engine).routes());
    routes.addAll(new QueryRoutes(engine, reader, means.queryIds()).routes());
    routes.add(new LiveQuery(engine, streams).route());
    routes.addAll(new SummaryRoutes(engine).routes());
    routes.addAll(new ObstacleRoutes(engine).routes());
    routes.addAll(new LogRoutes(engine).routes());
    routes.addAll(new KeyRoutes(engine.tenancy(), limits).routes());
    routes.addAll(new TenantRoutes(engine.tenancy()).routes());
    routes.addAll(new AuditRoutes(engine.tenancy()).routes());
    routes.addAll(new MaintenanceRoutes(engine).routes());
    routes.addAll(new ModelRoutes(engine.embedding()).routes());
    routes.add(new OpenApi(routes).route());
    return new RestDoor(
        new RouteTable(routes),
        streams,
        new Gate(engine.credentials(), means.http()),
        means.metrics(),
        means.requestIds(),
        json,
        limits,
        engine.tags());
  }

  /// How often a silent stream says that it is still there: a client that is gone is found out by
  /// that, well within the patience that we have with others.
  private static Duration heartbeat(HttpConfig http) {
    var half = http.patience().dividedBy(2);
    return half.compareTo(MAX_HEARTBEAT) < 0 ? half : MAX_HEARTBEAT;
  }

  /// Ends what would otherwise go on for ever.
  public void endStreams() {
    streams.stop();
  }

  @Override
  public Reply answer(Incoming request) {
    long start = System.nanoTime();
    var id = requestIds.get();
    var route = new Route[1];
    var reply = answer(request, id, route);
    var name = route[0] == null ? NO_ROUTE : route[0].name();
    metrics.answered(name, reply.status(), System.nanoTime() - start);
    return dressed(watched(reply, id), id);
  }

  /// An answer that has begun cannot become a problem: it is broken off, so that nobody takes it
  /// for whole.
  private static Reply watched(Reply reply, String id) {
    return switch (reply) {
      case Reply.Whole whole -> whole;
      case Reply.Stream(var status, var headers, var writing) ->
          new Reply.Stream(
              status,
              headers,
              out -> {
                try {
                  writing.to(out);
                } catch (MemoryException e) {
                  LOG.log(Level.WARNING, "request=" + id + " broke off, code=" + e.code(), e);
                  throw new ClientGone(e);
                }
              });
    };
  }

  @Override
  public Reply refuse(int status, String reason) {
    var problem = Problems.transport(status, reason);
    metrics.answered(NO_ROUTE, problem.status(), 0);
    return dressed(Answers.problem(problem, Map.of()), requestIds.get());
  }

  private Reply answer(Incoming request, String id, @Nullable Route[] found) {
    try {
      gate.checkAddress(request);
      var match = routes.find(request.method(), request.rawPath());
      if (match == null) {
        return Answers.problem(Problems.unknownRoute(), Map.of());
      }
      found[0] = match.route();
      return handle(match, request);
    } catch (Refusal e) {
      return Answers.problem(e.problem(), e.headers());
    } catch (MemoryException e) {
      if (e instanceof Corrupt || e.getCause() != null) {
        LOG.log(Level.WARNING, "request=" + id + " code=" + e.code(), e); // our or the machine's
      }
      return Answers.problem(Problems.of(e), Problems.headersOf(e));
    } catch (ClientGone e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.log(Level.ERROR, "request=" + id + " failed unexpectedly", e);
      return Answers.problem(Problems.internal(), Map.of());
    }
  }

  private Reply handle(RouteTable.Match match, Incoming request) {
    return switch (match.route().handling()) {
      case Handling.Open(var work) -> work.handle(call(match, request));
      case Handling.Nearby(var work) -> {
        if (!request.isLocal()) {
          gate.operatorOf(request);
        }
        yield work.handle(call(match, request));
      }
      case Handling.Keyed(var work) -> {
        var caller = gate.callerOf(request);
        Query.TagLookup lookup = (tag, after) -> tags.position(caller, tag, after);
        yield work.handle(caller, call(match, request, lookup));
      }
      case Handling.Operator(var work) -> {
        var operator = gate.operatorOf(request);
        yield work.handle(operator, call(match, request));
      }
    };
  }

  /// For routes that read nothing by time.
  private Call call(RouteTable.Match match, Incoming request) {
    return call(
        match,
        request,
        (tag, _) -> {
          throw new IllegalStateException("a route without a caller takes the snapshot " + tag);
        });
  }

  /// Only made once the caller is let in: it judges the request.
  private Call call(RouteTable.Match match, Incoming request, Query.TagLookup tags) {
    Accept.check(request.header("Accept"), match.route().produces());
    return new Call(request, match, json, limits, tags);
  }

  private static Reply dressed(Reply reply, String requestId) {
    return reply
        .with("Request-Id", requestId)
        .with("X-Content-Type-Options", "nosniff")
        .with("Cache-Control", "no-store");
  }
}
