package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A few words on what a payload says, all of them its own: the short members one after the other,
/// then the first sentences of the long ones. In the order of the capability, so that equal content
/// has an equal summary.
public final class BodySummary {

  public static final int MAX_LENGTH = 1_000;

  /// What is longer is prose.
  private static final int MAX_SHORT = 120;

  private static final int MAX_ITEMS = 5;
  private static final Pattern SENTENCE =
      Pattern.compile("(?<=[.!?…][\"'”’»)\\]]{0,2})\\s+|(?<=[。！？])|\\s*\\R\\s*");

  private BodySummary() {}

  /// Empty if the body is.
  public static String of(Capability capability, JsonObject body) {
    var names = new LinkedHashSet<>(capability.canonicalization().includedFields());
    names.addAll(new TreeSet<>(body.names()));
    var facts = new ArrayList<String>();
    var prose = new ArrayList<String>();
    for (var name : names) {
      var value = body.get(name);
      if (value instanceof JsonString(var text) && text.length() > MAX_SHORT) {
        prose.add(text);
      } else {
        var said = value == null ? null : said(value);
        if (said != null) {
          facts.add(name + ": " + said);
        }
      }
    }
    var summary = new StringBuilder();
    facts.forEach(fact -> append(summary, fact, "; "));
    prose.forEach(text -> sentences(text).forEach(each -> append(summary, each, " ")));
    return summary.toString();
  }

  /// Whole or not at all, but for a first one that is too long.
  private static void append(StringBuilder summary, String part, String between) {
    if (summary.isEmpty()) {
      summary.append(cut(part));
    } else if (summary.length() + between.length() + part.length() <= MAX_LENGTH) {
      summary.append(between).append(part);
    }
  }

  private static String cut(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    return text.substring(0, Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end) + "…";
  }

  /// Null for what says nothing by itself.
  private static @Nullable String said(Json value) {
    return switch (value) {
      case JsonString(var text) -> emptyAsNull(NormalText.collapsed(text));
      case JsonNumber number -> number.toString();
      case JsonBoolean bool -> bool.toString();
      case JsonNull _ -> null;
      case JsonObject object -> nameOf(object);
      case JsonArray(var items) -> emptyAsNull(listed(items));
    };
  }

  private static String listed(List<Json> items) {
    var said = items.stream().map(BodySummary::said).filter(Objects::nonNull).toList();
    var first = said.stream().limit(MAX_ITEMS).collect(Collectors.joining(", "));
    return said.size() > MAX_ITEMS ? first + ", and " + (said.size() - MAX_ITEMS) + " more" : first;
  }

  private static @Nullable String nameOf(JsonObject object) {
    for (var name : List.of("title", "name", "description")) {
      var text = object.text(name);
      if (text != null && !NormalText.trimmed(text).isEmpty()) {
        return NormalText.collapsed(text);
      }
    }
    return null;
  }

  private static @Nullable String emptyAsNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /// Enough of them to fill a summary.
  private static List<String> sentences(String text) {
    var start = text.substring(0, Math.min(text.length(), 4 * MAX_LENGTH));
    return SENTENCE
        .splitAsStream(start)
        .map(NormalText::collapsed)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
