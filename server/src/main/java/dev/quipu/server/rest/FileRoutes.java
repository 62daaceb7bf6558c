package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.files.choice.ChoiceJson;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.inspect.Payloads;
import dev.quipu.engine.upload.Received;
import dev.quipu.engine.upload.Upload;
import dev.quipu.engine.upload.UploadProgress;
import dev.quipu.engine.upload.Uploaded;
import dev.quipu.engine.upload.Uploads;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.server.http.ClientGone;
import dev.quipu.server.http.Reply;
import dev.quipu.server.rest.PayloadAnswer.Asked;
import dev.quipu.wire.AccessRequest;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/v1/files`: files in, as payloads.
final class FileRoutes {

  private static final String PATH = "/v1/files";

  /// Of so many payloads it is told where their fields were found.
  private static final int FIELDS_TOLD = 10;

  private static final int MAX_NAME = 1_000;

  private final Uploads uploads;
  private final Payloads payloads;
  private final Limits limits;
  private final InstantSource clock;
  private final JsonReader json;

  FileRoutes(
      Uploads uploads, Payloads payloads, Limits limits, InstantSource clock, JsonReader json) {
    this.uploads = uploads;
    this.payloads = payloads;
    this.limits = limits;
    this.clock = clock;
    this.json = json;
  }

  List<Route> routes() {
    var bytes = Schemas.TEXT.with("format", Json.of("binary"));
    var uploaded = Schemas.reference("UploadedFile");
    return List.of(
        Route.of(
                "POST",
                PATH,
                "Takes a file, and submits what it says as payloads.",
                new Handling.Keyed(this::post))
            .taking(Parameters.IDEMPOTENCY_KEY)
            .taking(
                Parameter.query(
                    "name", "What the file is called; in a form it says so.", Schemas.TEXT),
                Parameter.query(
                    "dry_run", "Reads and compiles, and keeps nothing.", Schemas.BOOLEAN),
                Parameter.query(
                    "progress",
                    "Answers in lines: how far it has come, then `result` (or `problem`).",
                    Schemas.BOOLEAN))
            .body(
                MultipartFile.MEDIA_TYPE,
                Schemas.object(
                    Map.of(
                        MultipartFile.FILE,
                        bytes,
                        MultipartFile.OPTIONS + "?",
                        Schemas.reference("FileOptions"))))
            .body(Accept.ANYTHING, bytes)
            .answering(201, "Something in it is new.", uploaded)
            .answering(200, "All of it was there already; or what would become of it.", uploaded));
  }

  static Map<String, JsonObject> schemas() {
    var options = new LinkedHashMap<String, JsonObject>();
    options.put("name?", Schemas.TEXT);
    options.put("workspace_id?", Schemas.ID);
    options.put("extracted_at?", Schemas.TIME);
    options.put("source_refs?", Schemas.list(Schemas.TEXT));
    options.put("agent_id?", Schemas.TEXT);
    options.putAll(ObjectShapes.beside());
    var uploaded = new LinkedHashMap<String, JsonObject>();
    uploaded.put("file", Schemas.ANY_OBJECT);
    uploaded.put("choice", Schemas.ANY_OBJECT);
    uploaded.put("created", Schemas.INTEGER);
    uploaded.put("known", Schemas.INTEGER);
    uploaded.put("rejected", Schemas.INTEGER);
    uploaded.put("payloads", Schemas.list(Schemas.ANY_OBJECT));
    uploaded.put("dry_run", Schemas.BOOLEAN);
    uploaded.put("position?", Schemas.INTEGER);
    uploaded.put("log_id?", Schemas.TEXT);
    return Map.of("FileOptions", Schemas.closed(options), "UploadedFile", Schemas.object(uploaded));
  }

  private Reply post(Caller caller, Call call) {
    var violations = call.query().faults();
    var ask =
        new Ask(
            call.query().read("name", text(1, MAX_NAME)),
            call.query().flag("dry_run"),
            call.query().flag("progress"),
            call.retry(violations));
    violations.throwIfAny();
    caller.require(Grant.WRITE);
    var form = new Form(caller, ask);
    boolean handedOn = false;
    try {
      receive(call, form);
      var upload = form.upload();
      if (!ask.progress) {
        return answer(caller, form, upload, call, ask);
      }
      handedOn = true;
      return new Reply.Stream(
          200,
          Map.of("Content-Type", Answers.NDJSON),
          out -> {
            try (form) {
              tell(caller, form, upload, call, ask, out);
            }
          });
    } finally {
      if (!handedOn) {
        form.close();
      }
    }
  }

  /// What the request says beside its body.
  private record Ask(
      @Nullable String name, boolean dryRun, boolean progress, @Nullable Retry retry) {}

  private void receive(Call call, Form form) {
    var type = call.incoming().header("Content-Type");
    try {
      var body = call.incoming().bodyStream(limits.maxBlobBytes());
      if (type != null && MultipartFile.isOne(type)) {
        MultipartFile.read(type, body, form);
      } else {
        form.file(null, type, body);
      }
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }

  /// What has come in so far.
  private final class Form implements MultipartFile.Taker, AutoCloseable {

    private final Caller caller;
    private final Ask ask;
    private @Nullable String name;
    private @Nullable String mediaType;
    private @Nullable Received received;
    private JsonObject options = JsonObject.EMPTY;

    Form(Caller caller, Ask ask) {
      this.caller = caller;
      this.ask = ask;
    }

    @Override
    public void file(@Nullable String name, @Nullable String mediaType, InputStream content)
        throws IOException {
      this.name = name;
      this.mediaType = mediaType;
      this.received = uploads.receive(caller, content);
    }

    @Override
    public void options(byte[] sent) {
      this.options = json.readObject(sent);
    }

    Received received() {
      return Objects.requireNonNull(received, "a form has a file");
    }

    Upload upload() {
      var violations = new Violations();
      var fields = Fields.of(options, Pointer.ROOT.child(MultipartFile.OPTIONS), violations);
      var saidName = fields.optional("name", text(1, MAX_NAME));
      var workspace = fields.optional("workspace_id", id(WorkspaceId::new));
      var at = fields.optional("extracted_at", instant());
      var maxText = Limits.PAYLOADS.maxText();
      var refs =
          fields.optional(
              "source_refs",
              listOf(text(1, maxText), Limits.PAYLOADS.maxSourceRefs()),
              List.<String>of());
      var agent = fields.optional("agent_id", text(1, maxText));
      var access = AccessRequest.read(fields, violations, limits);
      fields.refuseOthers();
      violations.throwIfAny();
      return upload(saidName, workspace, at, refs, agent, access);
    }

    private Upload upload(
        @Nullable String saidName,
        @Nullable WorkspaceId workspace,
        @Nullable Instant at,
        List<String> refs,
        @Nullable String agent,
        AccessDraft access) {
      var called = saidName == null ? ask.name : saidName;
      return new Upload(
          called == null ? name : called,
          mediaType,
          workspace,
          access,
          at == null ? clock.instant().truncatedTo(ChronoUnit.MILLIS) : at,
          refs,
          agent);
    }

    @Override
    public void close() {
      if (received != null) {
        received.close();
      }
    }
  }

  private Reply answer(Caller caller, Form form, Upload upload, Call call, Ask ask) {
    var uploaded = work(caller, form, upload, call, ask, UploadProgress.UNSEEN);
    int status = uploaded.tally().created() > 0 && !ask.dryRun ? 201 : 200;
    var reply =
        Answers.json(status, json(new Asked(caller, upload.access(), ask.dryRun), uploaded));
    var last = uploaded.last();
    return last == null ? reply : Idempotency.marked(AfterWrite.placed(reply, last), last);
  }

  /// In lines. What goes wrong from now on is one of them.
  private void tell(Caller caller, Form form, Upload upload, Call call, Ask ask, OutputStream out)
      throws IOException {
    try {
      var uploaded =
          work(caller, form, upload, call, ask, (stage, done, of) -> tell(stage, done, of, out));
      Answers.line(
          JsonObject.of("result", json(new Asked(caller, upload.access(), ask.dryRun), uploaded)),
          out);
    } catch (MemoryException e) {
      Answers.line(JsonObject.of("problem", Problems.of(e).toJson()), out);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void tell(UploadProgress.Stage stage, long done, long of, OutputStream out) {
    try {
      Answers.line(
          JsonObject.of(
              "step", Json.of(stage.wireName()), "done", Json.of(done), "total", Json.of(of)),
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Uploaded work(
      Caller caller, Form form, Upload upload, Call call, Ask ask, UploadProgress progress) {
    if (ask.dryRun) {
      return uploads.tryOut(caller, form.received(), upload, progress);
    }
    var request =
        call.fingerprint(
            JsonObject.of(
                "sha256", Json.of(form.received().sha256()),
                "name", Json.ofNullable(upload.name()),
                "options", form.options));
    return uploads.submit(caller, form.received(), upload, request, ask.retry, progress);
  }

  private JsonObject json(Asked asked, Uploaded uploaded) {
    boolean dryRun = asked.trial();
    var text = uploaded.text();
    var file = new LinkedHashMap<String, Json>(uploaded.file().toJson().members());
    file.remove("item");
    if (dryRun) {
      file.remove("artifact_id");
    }
    file.put("title", Json.ofNullable(text.title()));
    file.put("author", Json.ofNullable(text.author()));
    file.put("created", Json.ofNullable(text.created()));
    file.put("metadata", text.metadata());
    var members = new LinkedHashMap<String, Json>();
    members.put("file", new JsonObject(file));
    members.put("choice", ChoiceJson.of(uploaded.choice(), FIELDS_TOLD));
    members.put("created", Json.of(uploaded.tally().created()));
    members.put("known", Json.of(uploaded.tally().known()));
    members.put("rejected", Json.of(uploaded.tally().rejected()));
    members.put(
        "payloads",
        new JsonArray(uploaded.fates().stream().<Json>map(each -> json(asked, each)).toList()));
    members.put("dry_run", Json.of(dryRun));
    var last = uploaded.last();
    if (last != null) {
      members.put("position", Json.of(last.position().value()));
      members.put("log_id", Json.of(last.logId()));
    }
    return new JsonObject(members);
  }

  private JsonObject json(Asked asked, Uploaded.Fate fate) {
    return switch (fate) {
      case Uploaded.Fate.Compiled(var written) -> PayloadAnswer.submitted(payloads, asked, written);
      case Uploaded.Fate.Rejected(var why) ->
          JsonObject.of("status", Json.of("rejected"), "problem", Problems.of(why).toJson());
    };
  }
}
