package dev.quipu.wire;

import dev.quipu.model.failure.Violation;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a request failed, as RFC 9457 writes it, with the seeds' `error` text beside.
///
/// It names neither the path nor the request: the bodies for what is absent and what is denied must
/// be the same.
///
/// @param code stable, for programs; see docs/problems.md
/// @param hint what to do next; `""` where the detail says it
/// @param name what a seed calls it, for its `error`; null = the words of seed 003
public record Problem(
    int status,
    String title,
    String code,
    String detail,
    String hint,
    List<Violation> violations,
    @Nullable String name) {

  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    violations = List.copyOf(violations);
  }

  public Problem(int status, String title, String code, String detail) {
    this(status, title, code, detail, "", List.of());
  }

  public Problem(
      int status,
      String title,
      String code,
      String detail,
      String hint,
      List<Violation> violations) {
    this(status, title, code, detail, hint, violations, null);
  }

  /// The same under the name that a seed gives to it.
  public Problem named(String error) {
    return new Problem(status, title, code, detail, hint, violations, error);
  }

  public Problem hinting(String advice) {
    return new Problem(status, title, code, detail, advice, violations, name);
  }

  public JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    members.put("type", Json.of("urn:quipu:problem:" + code));
    members.put("title", Json.of(title));
    members.put("status", Json.of(status));
    members.put("detail", Json.of(detail));
    members.put("code", Json.of(code));
    members.put("error", Json.of(error()));
    if (!hint.isEmpty()) {
      members.put("hint", Json.of(hint));
    }
    if (!violations.isEmpty()) {
      members.put("violations", new JsonArray(violations.stream().map(Problem::json).toList()));
    }
    return new JsonObject(members);
  }

  /// The text that seed 003's faces promise: a single fault as such, without its pointer.
  private String error() {
    if (name != null) {
      return name;
    }
    return violations.size() == 1 ? violations.getFirst().message() : detail;
  }

  private static Json json(Violation violation) {
    return JsonObject.of(
        "pointer", Json.of(violation.pointer()),
        "code", Json.of(violation.code()),
        "message", Json.of(violation.message()));
  }
}
