package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Question;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// `/v1/query/live`: what answers a standing question, as it becomes known.
///
/// Each look asks the question of what became known since the look before, at a position, so
/// nothing is told twice and nothing is left out. The token is checked again at each.
final class LiveQuery {

  private final Engine engine;
  private final Streams streams;

  LiveQuery(Engine engine, Streams streams) {
    this.engine = engine;
    this.streams = streams;
  }

  Route route() {
    return Route.of(
            "GET",
            QueryRoutes.PATH + "/live",
            "New matches of a question as they become known (SSE). Goes on after Last-Event-ID.",
            new Handling.Keyed(this::follow))
        .taking(
            Parameter.query("query_text", "What is looked for.", Schemas.TEXT),
            Parameter.query(
                "query",
                "The question as JSON, in place of query_text: filters as of POST /v1/query.",
                Schemas.TEXT),
            Parameter.header("Last-Event-ID", "Position of the last match seen.", Schemas.TEXT))
        .answering(200, "A stream of matches.", Schemas.TEXT)
        .producing(Streams.MEDIA_TYPE);
  }

  private Reply follow(Caller caller, Call call) {
    var question = question(call);
    var after = after(caller, call);
    call.query().check();
    engine.ask().check(caller, question);
    var token = Gate.token(call.incoming());
    return streams.begin(
        caller.tenant(), out -> write(caller.tenant(), token, after, question, out));
  }

  private static Question question(Call call) {
    var json = call.query().text("query");
    var text = call.query().text("query_text");
    if (json != null && text != null) {
      call.query().refuse("query", "query.twice", "Send either query or query_text.");
    }
    call.query().check();
    var body =
        json == null
            ? JsonObject.of("query_text", Json.of(text == null ? "" : text))
            : new JsonReader().readObject(json.getBytes(StandardCharsets.UTF_8));
    var violations = new Violations();
    var read = QuestionReader.read(body, violations, call.tags());
    violations.throwIfAny();
    var question = read.question();
    if (!question.time().equals(ReadTime.NOW) || question.cursor() != null || read.record()) {
      throw new Invalid(
          "/query",
          "live.timeless",
          "Leave out times, cursor and record: a standing question is asked of what comes.");
    }
    var ways = question.ways();
    if (ways.awaitsVectors() || ways.given() != null || !ways.by().contains(Ways.Way.WORDS)) {
      throw new Invalid(
          "/query",
          "live.words",
          "Leave out wait_for, query_vector and search: of what comes, words tell what matches.");
    }
    return question;
  }

  private LogPosition after(Caller caller, Call call) {
    var last = call.incoming().header("Last-Event-ID");
    var head = engine.events().head(caller).position();
    return last == null
        ? head
        : EventStream.upTo(head, EventStream.position(last), "/Last-Event-ID");
  }

  private void write(
      TenantId tenant, String token, LogPosition after, Question question, OutputStream out)
      throws IOException, InterruptedException {
    var at = after;
    try (var follower = engine.signal().follow(tenant)) {
      while (!streams.isStopping()) {
        var caller = engine.credentials().callerOf(token);
        var head = engine.events().head(caller).position();
        if (head.isAfter(at) && engine.indexing().await(tenant, head, streams.heartbeat())) {
          at = tell(caller, question, at, head, out);
        } else if (!head.isAfter(at)
            && !follower.await(streams.heartbeat())
            && !streams.isStopping()) {
          Streams.beat(out);
        }
      }
    }
  }

  /// Tells what became known after one position and up to another. Returns the latter.
  ///
  /// Only the last match bears the position: whoever loses the connection before it is told all of
  /// them again, and misses none.
  private LogPosition tell(
      Caller caller, Question question, LogPosition from, LogPosition to, OutputStream out)
      throws IOException {
    var time = new ReadTime(null, new ReadTime.KnownAt.Position(to));
    @Nullable String cursor = null;
    @Nullable String last = null;
    do {
      var page = question.since(from, time, Limits.SEARCH.maxTopK(), cursor);
      var evidence = engine.ask().ask(caller, page);
      for (var found : evidence.objects()) {
        var data = AnswerShapes.found(found, evidence.at(), question.explain());
        if (last != null) {
          out.write(Streams.frame("match", null, last));
        }
        last = new String(Answers.bytes(data), StandardCharsets.UTF_8);
      }
      cursor = evidence.nextCursor();
    } while (cursor != null);
    if (last != null) {
      out.write(Streams.frame("match", to.toString(), last));
    }
    out.flush();
    return to;
  }
}
