package dev.quipu.bench.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Plain messages: an agent says some hundred bytes in one of a hundred sessions. Equal numbers
/// give equal messages.
public final class Messages {

  static final TenantId TENANT = new TenantId("bench");

  /// Who writes them.
  public static final Caller WRITER =
      new Caller(
          TENANT,
          new KeyId("key_bench"),
          new Principal(Principal.Kind.USER, "usr_bench"),
          null,
          Set.of(),
          Set.of(),
          null,
          null,
          Set.of(),
          Set.of(Grant.READ, Grant.WRITE),
          null);

  private static final int SESSIONS = 100;
  private static final int WORDS = 50;
  private static final List<String> VOCABULARY =
      List.of(
          "the",
          "agent",
          "remembers",
          "what",
          "was",
          "said",
          "yesterday",
          "about",
          "Lima",
          "and",
          "every",
          "knot",
          "of",
          "this",
          "cord",
          "hangs",
          "on",
          "one",
          "event",
          "änderung");

  private Messages() {}

  public static Submission submission(long number) {
    var hash = Hash.of(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
    return saying(null, session(number), payload(number), hash);
  }

  /// Something else that the same agent says.
  ///
  /// @param event null = named by the server
  /// @param hash of what is sent
  public static Submission saying(
      @Nullable EventId event, SessionId session, JsonObject payload, Hash hash) {
    var draft =
        new EventDraft(
            event,
            null,
            new AgentId("agt_bench"),
            session,
            new EventType("message"),
            null,
            null,
            null,
            List.of(),
            payload,
            "bench",
            EventDraft.DEFAULT_IMPORTANCE,
            1,
            AccessDraft.NOTHING_SAID,
            hash);
    return new Submission(new Command.Append(draft), hash);
  }

  /// The same message as a request to the server.
  public static JsonObject request(long number) {
    return JsonObject.of(
        "event_type", Json.of("message"),
        "agent_id", Json.of("agt_bench"),
        "session_id", Json.of(session(number).value()),
        "source", Json.of("bench"),
        "payload", payload(number));
  }

  private static SessionId session(long number) {
    return new SessionId("ses_" + number % SESSIONS);
  }

  private static JsonObject payload(long number) {
    var random = new Random(number);
    var text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      text.append(VOCABULARY.get(random.nextInt(VOCABULARY.size()))).append(' ');
    }
    return JsonObject.of("role", Json.of("user"), "text", Json.of(text.toString()));
  }
}
