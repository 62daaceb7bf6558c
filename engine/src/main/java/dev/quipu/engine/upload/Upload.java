package dev.quipu.engine.upload;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.Provenance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is said along with a file.
///
/// @param name as its sender calls it; null if he does not
/// @param mediaType likewise
/// @param extractedAt when it says what it says: the time of its observations
/// @param sourceRefs payloads that it comes from
public record Upload(
    @Nullable String name,
    @Nullable String mediaType,
    @Nullable WorkspaceId workspace,
    AccessDraft access,
    Instant extractedAt,
    List<String> sourceRefs,
    @Nullable String agentId) {

  /// Part of what makes a payload the same: a file that is read in another way makes new ones.
  static final String EXTRACTOR = "quipu-files:v1";

  public Upload {
    sourceRefs = List.copyOf(sourceRefs);
  }

  Provenance provenance() {
    return new Provenance(
        sourceRefs, extractedAt, Json.of(extractedAt).value(), EXTRACTOR, agentId);
  }
}
