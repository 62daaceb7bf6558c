package dev.quipu.engine.content;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.EventContent;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.Events;
import dev.quipu.engine.inspect.Inspect;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.view.VersionTag;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The content of artifacts, in and out. Reached through the artifact alone: to know the hash of
/// something is no right to it. Thread-safe.
public final class ArtifactContents {

  private static final String IN_BLOB = "blob:";
  private static final String IN_EVENT = "event:";

  private final BlobStore blobs;
  private final Inspect inspect;
  private final Events events;
  private final Ingest ingest;
  private final long maxBytes;

  public ArtifactContents(
      BlobStore blobs, Inspect inspect, Events events, Ingest ingest, Limits limits) {
    this.blobs = blobs;
    this.inspect = inspect;
    this.events = events;
    this.ingest = ingest;
    this.maxBytes = limits.maxBlobBytes();
  }

  /// What is sent along with the bytes.
  ///
  /// @param mimeType null = that of the artifact stays
  /// @param hashes that the sender announces
  /// @param ifTags one of these must be in force; null = whatever is
  public record Sending(
      @Nullable String mimeType, Set<ContentDigest> hashes, @Nullable Set<VersionTag> ifTags) {

    public Sending {
      hashes = Set.copyOf(hashes);
    }
  }

  /// Keeps content and names it in a new version of the artifact. Not a byte is read for who may
  /// not write there.
  ///
  /// @throws IOException only what `content` throws
  public Receipt put(Caller caller, ObjectRef artifact, Sending sending, InputStream content)
      throws IOException {
    inspect.requireWritable(caller, artifact, sending.ifTags());
    var checked = new Announced(content, sending.hashes());
    var blob = blobs.put(caller.tenant(), checked, maxBytes);
    var command =
        new Command.Attach(
            artifact, blob.id(), blob.length(), sending.mimeType(), sending.ifTags());
    return ingest.submit(caller, new Submission(command, Hash.ZERO), null);
  }

  /// Content on its way out.
  ///
  /// @param bytes checked while they are read; to be closed
  public record Content(ObjectView artifact, InputStream bytes) {}

  /// What the artifact held at a point in time.
  public Content open(Caller caller, ObjectRef artifact, ReadTime time) {
    var answer = inspect.object(caller, artifact, time);
    return new Content(answer.value(), bytes(caller, artifact, answer));
  }

  private InputStream bytes(Caller caller, ObjectRef artifact, Answer<ObjectView> answer) {
    var body = answer.value().stored().version().body();
    var place = body.text("content_ref");
    if (place == null) {
      throw elsewhere(body);
    }
    if (place.startsWith(IN_EVENT)) {
      var id = new EventId(place.substring(IN_EVENT.length()));
      return inLog(caller, id, artifact, String.valueOf(body.text("hash")));
    }
    var stream =
        place.startsWith(IN_BLOB)
            ? blobs.open(caller.tenant(), new BlobId(place.substring(IN_BLOB.length())))
            : null;
    if (stream == null) {
      throw new Corrupt("blob.missing", artifact.toString(), "Its content is not there.");
    }
    return stream;
  }

  private static NotFound elsewhere(JsonObject body) {
    var uri = body.text("uri");
    return uri == null
        ? new NotFound(
            "artifact.empty",
            "this artifact has no content",
            "send some by PUT to the same address")
        : new NotFound(
            "artifact.elsewhere", "the content of this artifact lies elsewhere", "look at " + uri);
  }

  /// The event is as visible as the artifact that it made, and was there before it.
  private InputStream inLog(Caller caller, EventId id, ObjectRef artifact, String hash) {
    var event = events.event(caller, id, ReadTime.NOW).value().entry().event();
    var content = EventContent.of(event);
    var bytes = content == null ? new byte[0] : content.getBytes(StandardCharsets.UTF_8);
    if (!Hash.of(bytes).hex().equals(hash)) {
      throw new Corrupt("blob.corrupt", artifact.toString(), "Its content is not what it was.");
    }
    return new ByteArrayInputStream(bytes);
  }
}
