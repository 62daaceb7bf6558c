package dev.quipu.server.rest;

import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.view.VersionTag;
import dev.quipu.server.http.Incoming;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What If-Match and If-None-Match hold (RFC 9110, 13.1): ETags, or `*` for whatever there is.
///
/// @param any `*`
/// @param tags as they were sent, weak ones with their `W/`
record EntityTags(boolean any, Set<String> tags) {

  /// Of what has one version and no other.
  static final String ONLY = of(VersionTag.of(1));

  private static final String TAG = "(?:W/)?+\"[!\\x23-\\x7e\\x80-\\xff]*+\"";
  private static final Pattern LIST =
      Pattern.compile(
          "[ \\t]*+(?:,[ \\t]*+)*+" + TAG + "(?:[ \\t]*+,[ \\t]*+(?:" + TAG + ")?+)*+[ \\t]*+");
  private static final Pattern EACH = Pattern.compile(TAG);

  static String of(VersionTag version) {
    return "\"" + version.value() + "\"";
  }

  /// Of what is in force where it was found.
  static String inForce(StoredObject object) {
    return of(VersionTag.of(object.span()));
  }

  /// Of what was read at an instant. What has ended by then is read otherwise than while it held,
  /// as a memory that is no longer active; such a tag is of nothing that a write could find in
  /// force.
  static String of(Answer<ObjectView> answer) {
    var object = answer.value().stored();
    return object.span().validTo().isAfter(answer.at().asOf())
        ? inForce(object)
        : of(new VersionTag(VersionTag.of(object.span()).value() + "/ended"));
  }

  /// The header, or null if it was not sent.
  static @Nullable EntityTags read(Incoming request, String name, Violations violations) {
    var header = request.header(name);
    if (header == null) {
      return null;
    }
    if (header.strip().equals("*")) {
      return new EntityTags(true, Set.of());
    }
    if (!LIST.matcher(header).matches()) {
      violations.add(
          Pointer.ROOT.child(name),
          "etag.format",
          "Send ETags as they were given, with commas between, or *.");
    }
    return new EntityTags(
        false,
        EACH.matcher(header)
            .results()
            .map(tag -> tag.group())
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /// The versions that these tags name, compared strongly: a weak one names none.
  Set<VersionTag> versions() {
    return any
        ? Set.of(VersionTag.ANY)
        : tags.stream()
            .filter(tag -> tag.startsWith("\""))
            .map(tag -> new VersionTag(tag.substring(1, tag.length() - 1)))
            .collect(Collectors.toSet());
  }

  /// Whether the tag is among these, compared weakly.
  boolean include(String tag) {
    return any || tags.contains(tag) || tags.contains("W/" + tag);
  }

  /// The versions one of which If-Match wants to be in force; null if it wants nothing.
  static @Nullable Set<VersionTag> ifTags(Call call, Violations violations) {
    var tags = read(call.incoming(), "If-Match", violations);
    return tags == null ? null : tags.versions();
  }
}
