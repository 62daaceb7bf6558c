package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.content.ArtifactContents.Content;
import dev.quipu.engine.content.ArtifactContents.Sending;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.MediaType;
import dev.quipu.server.http.ClientGone;
import dev.quipu.server.http.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/v1/objects/artifact/{id}/content`: bytes, in and out, of any size and never as a whole in
/// memory.
///
/// What comes out was written by users: it is never shown by a browser as a page of ours.
final class ContentRoutes {

  private static final String ANY_TYPE = "application/octet-stream";

  /// Content up to this size is checked before the answer begins.
  private static final int PORTION = 1 << 16;

  private final Engine engine;
  private final Limits limits;

  ContentRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var path = ObjectRoutes.PATH + "artifact/{object_id}/content";
    var bytes = Schemas.TEXT.with("format", Json.of("binary"));
    return List.of(
        Route.of(
                "PUT",
                path,
                "Gives an artifact its content: any bytes, of which it keeps the SHA-256.",
                new Handling.Keyed(this::put))
            .taking(Parameters.IF_MATCH)
            .taking(
                Parameter.query(Digests.PARAMETER, "What the content must have.", Schemas.TEXT),
                Parameter.header(Digests.CONTENT, "The same, as RFC 9530 has it.", Schemas.TEXT),
                Parameter.header(
                    Digests.REPRESENTATION, "The same, as RFC 9530 has it.", Schemas.TEXT))
            .body(Accept.ANYTHING, bytes)
            .answering(
                200, "The artifact with its content.", ObjectShapes.written(ObjectType.ARTIFACT)),
        Route.of(
                "GET",
                path,
                "The content of an artifact, checked on its way out.",
                new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .taking(
                Parameter.header(
                    "If-None-Match", "ETags that are known already, or *.", Schemas.TEXT))
            .answering(200, "The bytes, in the artifact's mime_type.", bytes)
            .answering(304, "It is still that version.", null)
            .producing(Accept.ANYTHING));
  }

  private Reply put(Caller caller, Call call) {
    var violations = call.query().faults();
    var ifTags = EntityTags.ifTags(call, violations);
    var sending =
        new Sending(mediaType(call, violations), Digests.announced(call, violations), ifTags);
    violations.throwIfAny();
    var ref = ObjectRoutes.ref(call, ObjectType.ARTIFACT);
    Receipt receipt;
    try {
      var content = call.incoming().bodyStream(limits.maxBlobBytes());
      receipt = engine.contents().put(caller, ref, sending, content);
    } catch (IOException e) {
      throw new ClientGone(e);
    }
    return new AfterWrite(engine).shown(caller, ref, receipt, null);
  }

  /// What the sender calls it; null if it does not say.
  private static @Nullable String mediaType(Call call, Violations violations) {
    var header = call.incoming().header("Content-Type");
    if (header == null || header.isBlank()) {
      return null;
    }
    var type = header.strip();
    if (!MediaType.isWellFormed(type)) {
      violations.add(
          Pointer.ROOT.child("Content-Type"),
          "media_type.format",
          "Send type/subtype in at most " + MediaType.MAX_LENGTH + " characters, or leave it out.");
    }
    return type;
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    var known = EntityTags.read(call.incoming(), "If-None-Match", call.query().faults());
    call.query().check();
    var ref = ObjectRoutes.ref(call, ObjectType.ARTIFACT);
    var content = engine.contents().open(caller, ref, time);
    var tag = EntityTags.inForce(content.artifact().stored());
    if (known != null && known.include(tag)) {
      close(content);
      return Answers.notModified(tag);
    }
    var first = firstOf(content);
    var headers = headers(content);
    if (first.length < PORTION) {
      close(content);
      return new Reply.Whole(200, headers, first);
    }
    if (call.incoming().method().equals("HEAD")) {
      close(content);
    }
    return new Reply.Stream(
        200,
        headers,
        out -> {
          try (var rest = content.bytes()) {
            out.write(first);
            rest.transferTo(out);
          }
        });
  }

  /// What is altered is found out here if it is short, and can be told by the status.
  private static byte[] firstOf(Content content) {
    try {
      return content.bytes().readNBytes(PORTION);
    } catch (IOException e) {
      close(content);
      throw new IllegalStateException("content is read without such failures", e);
    } catch (RuntimeException e) {
      close(content);
      throw e;
    }
  }

  private static void close(Content content) {
    try {
      content.bytes().close();
    } catch (IOException e) {
      throw new IllegalStateException("content is closed without such failures", e);
    }
  }

  private static Map<String, String> headers(Content content) {
    var stored = content.artifact().stored();
    var body = stored.version().body();
    var type = body.text("mime_type");
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", type != null && MediaType.isWellFormed(type) ? type : ANY_TYPE);
    headers.put("Content-Disposition", disposition(body));
    headers.put("Content-Security-Policy", "sandbox; default-src 'none'");
    headers.put("ETag", EntityTags.inForce(stored));
    headers.put(Digests.REPRESENTATION, Digests.header(String.valueOf(body.text("hash"))));
    return headers;
  }

  /// To be kept in a file (RFC 6266), under the name in the metadata if there is one.
  private static String disposition(JsonObject body) {
    var metadata = body.object("metadata");
    var name = metadata == null ? null : metadata.text("name");
    return name == null ? "attachment" : "attachment; filename*=UTF-8''" + escaped(name);
  }

  private static String escaped(String name) {
    var escaped = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          ('a' <= c && c <= 'z')
              || ('A' <= c && c <= 'Z')
              || ('0' <= c && c <= '9')
              || c == '.'
              || c == '-'
              || c == '_';
      if (plain) {
        escaped.append(c);
      } else {
        escaped.append('%').append(String.format("%02X", (int) c));
      }
    }
    return escaped.toString();
  }
}
