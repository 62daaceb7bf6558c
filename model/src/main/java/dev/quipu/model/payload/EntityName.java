package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Names of entities as they are compared: those of one thing that differ in case, in white space
/// or in the legal form of a company are one name.
///
/// Nothing else is taken away: honorifics and spelling tell two people apart as often as they name
/// one twice, so they only make a suggestion.
public final class EntityName {

  private static final Set<String> COMPANIES = Set.of("company", "organization");
  private static final Set<String> LEGAL_FORMS =
      Set.of("inc", "llc", "ltd", "corp", "corporation", "co", "company", "limited");

  /// What people and programs write where they have nothing to write.
  private static final Set<String> NOTHING =
      Set.of(
          "unknown",
          "n/a",
          "na",
          "none",
          "null",
          "nil",
          "undefined",
          "tbd",
          "tba",
          "not available",
          "not applicable");

  private EntityName() {}

  public static String normal(String entityType, String raw) {
    var name = NormalText.collapsed(NormalText.of(raw));
    return COMPANIES.contains(entityType) ? withoutLegalForm(name) : name;
  }

  /// All that a name may be compared as, whatever it is a name of.
  public static SortedSet<String> allNormal(String raw) {
    var name = NormalText.collapsed(NormalText.of(raw));
    return new TreeSet<>(List.of(name, withoutLegalForm(name)));
  }

  /// The normal name that a value gives; null if it names nothing.
  static @Nullable String of(String entityType, Json value) {
    return switch (value) {
      case JsonString(var raw) -> {
        var name = normal(entityType, raw);
        yield namesNothing(name) ? null : name;
      }
      case JsonNumber number -> number.toString();
      case JsonBoolean _, JsonArray _, JsonObject _, JsonNull _ -> null;
    };
  }

  /// One only, and never all of the name.
  private static String withoutLegalForm(String name) {
    int space = name.lastIndexOf(' ');
    if (space < 0) {
      return name;
    }
    int end = name.endsWith(".") ? name.length() - 1 : name.length();
    return LEGAL_FORMS.contains(name.substring(space + 1, end)) ? name.substring(0, space) : name;
  }

  private static boolean namesNothing(String name) {
    return NOTHING.contains(name) || name.chars().allMatch(EntityName::isFiller);
  }

  private static boolean isFiller(int c) {
    return "-\u2013\u2014_.?/*#".indexOf(c) >= 0;
  }
}
