package dev.quipu.engine.upload;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.WholeText;
import dev.quipu.engine.files.choice.Candidate;
import dev.quipu.engine.files.choice.Choice;
import dev.quipu.engine.files.choice.Chooser;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.upload.UploadProgress.Stage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.PayloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes files and submits what they say.
///
/// A file becomes an artifact that holds its bytes, events that hold the parts of its text if the
/// payloads do not, and payloads, in this order: what a payload says of its file is there when it
/// is. Thread-safe.
public final class Uploads {

  private final FileTexts texts;
  private final Path folder;
  private final BlobStore blobs;
  private final Inspect inspect;
  private final Ingest ingest;
  private final Catalogue catalogue;
  private final Limits limits;

  /// @param folder for files that are not kept yet; nobody else's
  public Uploads(
      FileTexts texts,
      Path folder,
      BlobStore blobs,
      Inspect inspect,
      Ingest ingest,
      Catalogue catalogue,
      Limits limits) {
    this.texts = texts;
    this.folder = folder;
    this.blobs = blobs;
    this.inspect = inspect;
    this.ingest = ingest;
    this.catalogue = catalogue;
    this.limits = limits;
    Received.clear(folder);
  }

  /// Takes in the bytes of a file. Not one is read for who may not write.
  ///
  /// @throws IOException only what `content` throws
  public Received receive(Caller caller, InputStream content) throws IOException {
    caller.require(Grant.WRITE);
    return Received.of(content, folder, Limits.FILES.maxBytes());
  }

  /// What it is for those who ask, without keeping anything.
  public Uploaded tryOut(Caller caller, Received received, Upload upload, UploadProgress progress) {
    var read = read(caller, received, upload, progress);
    var file = read.file("", null);
    var payloads =
        new UploadPayloads(caller, upload, ingest, limits, progress).tried(read.choice());
    return new Uploaded(
        file, read.text().head(), read.choice(), payloads.tally(), payloads.fates(), null);
  }

  /// Keeps and submits it.
  ///
  /// @param request what an Idempotency-Key is held against
  public Uploaded submit(
      Caller caller,
      Received received,
      Upload upload,
      Hash request,
      @Nullable Retry retry,
      UploadProgress progress) {
    var read = read(caller, received, upload, progress);
    var kept = keep(caller, received, upload, read, request, retry, progress);
    var keeper = kept.entry().eventId();
    var file = read.file(artifactOf(kept.receipt()), keeper);
    int items = 1;
    if (file.parts() > 0) {
      items +=
          new UploadParts(caller, upload, file, keeper, ingest, limits, progress)
              .write(read.text(), request, retry, items);
    }
    var payloads =
        new UploadPayloads(caller, upload, ingest, limits, progress)
            .submitted(read.choice(), file, request, retry, items);
    var last = payloads.last();
    return new Uploaded(
        file,
        read.text().head(),
        read.choice(),
        payloads.tally(),
        payloads.fates(),
        last == null ? kept.receipt() : last);
  }

  /// A file that was read, and what it is to become.
  private record Read(Received received, Upload upload, WholeText text, Choice choice) {

    /// The text goes into parts where no payload has all of it.
    int parts() {
      boolean prose =
          switch (text.head().structure()) {
            case Structure.Prose _, Structure.Mail _ -> true;
            case Structure.Table _, Structure.Value _, Structure.Picture _ -> false;
          };
      boolean whole =
          switch (choice) {
            case Choice.Envelopes _ -> true;
            case Choice.Capability(var chosen, var _, var proposals) ->
                LongNote.isOfWhole(chosen, proposals) ? text.chunks() <= 1 : !prose;
          };
      return whole ? 0 : text.chunks();
    }

    /// @param keeper the event that keeps it; null if it is not kept
    PayloadFile file(String artifact, @Nullable EventId keeper) {
      int parts = parts();
      return new PayloadFile(
          artifact,
          received.sha256(),
          received.size(),
          upload.name(),
          text.head().mediaType(),
          text.length(),
          parts,
          parts == 0 || keeper == null ? null : UploadParts.session(keeper),
          1);
    }
  }

  private Read read(Caller caller, Received received, Upload upload, UploadProgress progress) {
    caller.require(Grant.WRITE);
    progress.at(Stage.READING, 0, received.size());
    try {
      var text = WholeText.read(texts, received.source(upload.name(), upload.mediaType()));
      progress.at(Stage.READING, received.size(), received.size());
      var choice = new Chooser(candidates(caller)).choose(text.head(), upload.name());
      return new Read(received, upload, text, LongNote.shortened(choice, text, received.sha256()));
    } catch (Unreadable e) {
      throw e.toFailure();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it lies on our own disk
    }
  }

  /// What comes along, and what the tenant has registered, as far as the caller may see it; of each
  /// intent the newest version.
  private List<Candidate> candidates(Caller caller) {
    var newest = new LinkedHashMap<String, Capability>();
    catalogue.capabilities().forEach(each -> put(each, newest));
    try {
      @Nullable String cursor = null;
      do {
        var page =
            inspect.objects(
                caller,
                ObjectType.CAPABILITY,
                Map.of(),
                ReadTime.NOW,
                new Page.Request(cursor, limits.maxPage()));
        for (var view : page.items()) {
          var body = view.stored().version().body();
          put(Capability.SHAPE.read(body, Pointer.ROOT, new Violations()), newest);
        }
        cursor = page.nextCursor();
      } while (cursor != null);
    } catch (Forbidden e) {
      // who may only write chooses among those that everybody has
      return newest.values().stream().map(Uploads::candidate).toList();
    }
    return newest.values().stream().map(Uploads::candidate).toList();
  }

  /// Of several versions the newest counts.
  private static void put(Capability capability, Map<String, Capability> newest) {
    var id = capability.id();
    newest.merge(
        id.domain() + ":" + id.intent(),
        capability,
        (one, other) -> one.id().number() < other.id().number() ? other : one);
  }

  private static Candidate candidate(Capability capability) {
    return Candidate.of(capability.id().value(), capability.canonicalization().includedFields());
  }

  /// Returns the writing that made the artifact, be it now or before.
  private Written keep(
      Caller caller,
      Received received,
      Upload upload,
      Read read,
      Hash request,
      @Nullable Retry retry,
      UploadProgress progress) {
    progress.at(Stage.KEEPING, 0, received.size());
    BlobId blob;
    try (var content = received.open()) {
      blob = blobs.put(caller.tenant(), content, limits.maxBlobBytes()).id();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it lies on our own disk
    }
    var command =
        new Command.KeepFile(
            blob,
            upload.name(),
            read.text().head().mediaType(),
            about(read),
            upload.workspace(),
            upload.access());
    var submission = new Submission(command, request);
    var written = ingest.write(caller, submission, retry, 0);
    if (!isMaking(written)) { // it was brought back: what made it answers from now on
      written = ingest.write(caller, submission, null, 0);
    }
    progress.at(Stage.KEEPING, received.size(), received.size());
    return written;
  }

  private static boolean isMaking(Written written) {
    return written.entry().event().payload().has("body");
  }

  /// The only object that keeping a file makes.
  private static String artifactOf(Receipt kept) {
    return kept.objects().stream()
        .filter(each -> each.object().type() == ObjectType.ARTIFACT)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a file is kept as an artifact"))
        .object()
        .id();
  }

  private static JsonObject about(Read read) {
    var text = read.text().head();
    var members = new LinkedHashMap<String, Json>();
    members.put("size", Json.of(read.received().size()));
    members.put("text_length", Json.of(read.text().length()));
    if (text.title() != null) {
      members.put("title", Json.of(text.title()));
    }
    if (text.author() != null) {
      members.put("author", Json.of(text.author()));
    }
    if (text.created() != null) {
      members.put("created", Json.of(text.created()));
    }
    if (!text.metadata().equals(JsonObject.EMPTY)) {
      members.put("about", text.metadata());
    }
    return new JsonObject(members);
  }
}
