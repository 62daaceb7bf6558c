package dev.quipu.bench.query;

import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// A tenant of ten users, each of whom talks with an agent in sessions of a hundred messages. Half
/// of the messages are for everybody, the others for their owner alone. Equal numbers give equal
/// messages.
///
/// @param messages each of which becomes a memory
record Conversations(TenantId tenant, int messages, Vocabulary vocabulary) {

  static final int OWNERS = 10;

  private static final int AT_ONCE = 10;
  private static final int SESSION = 100;
  private static final int BATCH = 1_000;

  /// One of the users.
  Caller owner(int number) {
    return new Caller(
        tenant,
        new KeyId("key_" + number % OWNERS),
        new Principal(Principal.Kind.USER, "usr_" + number % OWNERS),
        null,
        Set.of(),
        Set.of(),
        null,
        null,
        Set.of(),
        Set.of(Grant.READ, Grant.WRITE),
        null);
  }

  /// Writes them all. Returns the position of the last.
  LogPosition write(Engine engine, Progress progress) {
    var last = LogPosition.START;
    for (int from = 0; from < messages; from += BATCH) {
      progress.say("messages", from, messages);
      for (int owner = 0; owner < OWNERS; owner++) {
        var batch = new ArrayList<Submission>();
        for (int i = from; i < Math.min(from + BATCH, messages); i++) {
          if (i % AT_ONCE == owner) {
            batch.add(message(i));
          }
        }
        if (batch.isEmpty()) {
          continue;
        }
        for (var outcome : engine.ingest().submitEach(owner(owner), batch, null, 0)) {
          if (!(outcome instanceof Outcome.Written(var receipt))) {
            throw new IllegalStateException("a message was not written: " + outcome);
          }
          last = receipt.position();
        }
      }
    }
    return last;
  }

  private Submission message(int number) {
    var hash = Hash.of(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
    var payload =
        JsonObject.of(
            "role",
            Json.of(number / AT_ONCE % 2 == 0 ? "user" : "assistant"),
            "text",
            Json.of(text(number)));
    int session = number / (SESSION * AT_ONCE) * AT_ONCE + number % AT_ONCE;
    var draft =
        new EventDraft(
            null,
            null,
            new AgentId("agt_bench"),
            new SessionId("ses_" + session),
            new EventType("message"),
            null,
            null,
            null,
            List.of(),
            payload,
            "bench",
            EventDraft.DEFAULT_IMPORTANCE,
            1,
            AccessDraft.NOTHING_SAID.visibleAs(
                number / AT_ONCE % 4 < 2 ? new Visibility.Everybody() : new Visibility.OwnerOnly()),
            hash);
    return new Submission(new Command.Append(draft), hash);
  }

  private String text(int number) {
    var random = new Random(number);
    return vocabulary.text(random, 8 + random.nextInt(50));
  }

  /// Three to eight words that somebody said in one message.
  String question(Random random) {
    var said = new ArrayList<>(List.of(text(random.nextInt(messages)).split("[ .]", -1)));
    said.removeIf(word -> word.isEmpty() || Vocabulary.isSmall(word));
    Collections.shuffle(said, random);
    var asked = new LinkedHashSet<String>();
    int length = 3 + random.nextInt(6);
    for (int i = 0; i < said.size() && asked.size() < length; i++) {
      asked.add(said.get(i));
    }
    return String.join(" ", asked);
  }
}
