package dev.quipu.model.id;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Identifiers as JSON.
public final class IdentifierJson {

  private IdentifierJson() {}

  public static Json of(@Nullable Identifier identifier) {
    return identifier == null ? Json.NULL : Json.of(identifier.value());
  }

  /// A set as a sorted list, so that equal sets have equal bytes.
  public static JsonArray sorted(Collection<? extends Identifier> identifiers) {
    return JsonArray.ofTexts(identifiers.stream().map(Identifier::value).sorted().toList());
  }
}
