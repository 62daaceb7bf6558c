package dev.quipu.engine.files.choice;

import dev.quipu.model.json.JsonObject;
import java.util.List;

/// A payload that a file is to become.
///
/// @param body all of it, fields that the capability does not name included
/// @param fields those that it does
public record Proposal(JsonObject body, List<FoundField> fields) {

  public Proposal {
    fields = List.copyOf(fields);
  }
}
