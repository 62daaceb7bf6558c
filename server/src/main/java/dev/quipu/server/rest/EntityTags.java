package dev.quipu.server.rest;

import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
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

  private static final String TAG = "(?:W/)?+\"[!\\x23-\\x7e\\x80-\\xff]*+\"";
  private static final Pattern LIST =
      Pattern.compile(
          "[ \\t]*+(?:,[ \\t]*+)*+" + TAG + "(?:[ \\t]*+,[ \\t]*+(?:" + TAG + ")?+)*+[ \\t]*+");
  private static final Pattern EACH = Pattern.compile(TAG);

  /// An ETag of ours: the number of a version.
  private static final Pattern OURS = Pattern.compile("\"[1-9][0-9]{0,8}\"");

  static String of(int version) {
    return "\"" + version + "\"";
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

  /// The versions that these tags name, compared strongly: a weak one, or one that we never gave,
  /// names none. Null for any.
  @Nullable Set<Integer> versions() {
    return any
        ? null
        : tags.stream()
            .filter(tag -> OURS.matcher(tag).matches())
            .map(tag -> Integer.valueOf(tag.substring(1, tag.length() - 1)))
            .collect(Collectors.toSet());
  }

  /// Whether the version is among these, compared weakly.
  boolean include(int version) {
    return any || tags.contains(of(version)) || tags.contains("W/" + of(version));
  }

  /// The versions one of which If-Match wants to be in force; null if it wants nothing.
  static @Nullable Set<Integer> ifVersions(Call call, Violations violations) {
    var tags = read(call.incoming(), "If-Match", violations);
    return tags == null ? null : tags.versions();
  }
}
