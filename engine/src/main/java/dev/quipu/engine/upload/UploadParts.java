package dev.quipu.engine.upload;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.files.Chunk;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.WholeText;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.upload.UploadProgress.Stage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.payload.PayloadFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes the parts of a long text, each as an event of the session that the file is: neighbours
/// there are neighbours in the text. Their ids follow from the event that keeps the file, so that
/// each is written once; and since nobody else knows that event, nobody can take them beforehand,
/// or find out by them who holds a file.
final class UploadParts {

  private static final EventType TYPE = new EventType("file_part");

  /// Part of the ids: texts that are cut in another way have other parts.
  private static final String CUT = "v1";

  private final Caller caller;
  private final Upload upload;
  private final PayloadFile file;
  private final EventId keeper;
  private final Ingest ingest;
  private final int portion;
  private final UploadProgress progress;

  UploadParts(
      Caller caller,
      Upload upload,
      PayloadFile file,
      EventId keeper,
      Ingest ingest,
      Limits limits,
      UploadProgress progress) {
    this.caller = caller;
    this.upload = upload;
    this.file = file;
    this.keeper = keeper;
    this.ingest = ingest;
    this.portion = limits.maxGroup();
    this.progress = progress;
  }

  static String session(EventId keeper) {
    return DerivedId.hashed("ses_", named(keeper));
  }

  private static Hash named(EventId keeper) {
    return Hash.of((CUT + "\0" + keeper).getBytes(StandardCharsets.UTF_8));
  }

  private EventId event(int number) {
    return new EventId(DerivedId.hashed("evt_", named(keeper)) + "_" + number);
  }

  /// Returns how many there were.
  int write(WholeText text, Hash request, @Nullable Retry retry, int firstItem) {
    var waiting = new ArrayList<Submission>();
    progress.at(Stage.PARTS, 0, file.parts());
    try {
      text.each(
          chunk -> {
            waiting.add(new Submission(new Command.Append(draft(chunk)), request));
            if (waiting.size() == portion || chunk.number() == file.parts()) {
              write(waiting, retry, firstItem + chunk.number() - waiting.size());
              waiting.clear();
              progress.at(Stage.PARTS, chunk.number(), file.parts());
            }
          });
    } catch (Unreadable e) {
      throw e.toFailure();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it lies on our own disk
    }
    return file.parts();
  }

  /// A part that is refused ends it: there is no text with a hole in it.
  private void write(List<Submission> parts, @Nullable Retry retry, int item) {
    for (var outcome : ingest.submitEach(caller, parts, retry, item)) {
      switch (outcome) {
        case Outcome.Written _ -> {}
        case Outcome.Refused(var why) -> throw why;
        case Outcome.Broken(var fault) -> throw fault;
      }
    }
  }

  private EventDraft draft(Chunk chunk) {
    var payload = payload(chunk);
    var agent = upload.agentId();
    return new EventDraft(
        event(chunk.number()),
        upload.workspace(),
        agent != null && Identifier.isWellFormed(agent) ? new AgentId(agent) : null,
        new SessionId(session(keeper)),
        TYPE,
        null,
        null,
        chunk.number() == 1 ? null : event(chunk.number() - 1),
        List.of(),
        payload,
        Upload.EXTRACTOR,
        EventDraft.DEFAULT_IMPORTANCE,
        1,
        upload.access(),
        Hash.of(Canonical.bytes(payload)));
  }

  private JsonObject payload(Chunk chunk) {
    var previous = chunk.previous();
    var next = chunk.next();
    var page = chunk.begin().page();
    var part = new LinkedHashMap<String, Json>();
    part.put("artifact_id", Json.of(file.artifactId()));
    part.put("name", Json.ofNullable(file.name()));
    part.put("number", Json.of(chunk.number()));
    part.put("count", Json.of(chunk.count()));
    part.put(
        "previous_event_id", Json.ofNullable(previous == null ? null : event(previous).value()));
    part.put("next_event_id", Json.ofNullable(next == null ? null : event(next).value()));
    part.put("offset", Json.of(chunk.begin().offset()));
    part.put("line", Json.of(chunk.begin().line()));
    if (page != null) {
      part.put("page", Json.of(page));
    }
    return JsonObject.of("text", Json.of(chunk.text()), "file_part", new JsonObject(part));
  }
}
