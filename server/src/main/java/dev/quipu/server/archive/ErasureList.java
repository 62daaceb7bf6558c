package dev.quipu.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Tenants that were deleted, one to a line: kept apart from the backups, it lets a restored one
/// forget what had to be forgotten after it was made.
public final class ErasureList {

  private static final JsonReader READER = new JsonReader();

  private ErasureList() {}

  public static String line(Deletion deletion) {
    var erasedAt = deletion.erasedAt();
    var json =
        JsonObject.of(
            "tenant_id", Json.of(deletion.tenant().value()),
            "deleted_at", Json.of(deletion.deletedAt().toString()),
            "position", Json.of(deletion.position().value()),
            "erased_at", erasedAt == null ? JsonNull.NULL : Json.of(erasedAt.toString()));
    return new String(new JsonWriter().compact(json), UTF_8);
  }

  /// Only the names matter. A line without one is refused: a tenant that is skipped in silence
  /// would come back to life.
  public static SequencedSet<TenantId> read(Path file) {
    var tenants = new LinkedHashSet<TenantId>();
    var lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        tenants.add(tenant(lines.get(i), file + " line " + (i + 1)));
      }
    }
    return tenants;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new Invalid("erasures.unreadable", file + " cannot be read: " + e.getMessage());
    }
  }

  private static TenantId tenant(String line, String place) {
    try {
      return new TenantId(Fields.text(READER.readObject(line.getBytes(UTF_8)), "tenant_id"));
    } catch (MemoryException | IllegalArgumentException e) {
      throw new Invalid("erasures.unreadable", place + " is no line of `quipu erasures`.");
    }
  }
}
