package dev.quipu.model.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Hash;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Words by which an index knows aspects of entities beside those of their texts: of what type they
/// are, which fields they have, with which values, and how they are called, roughly.
///
/// They promise one thing: whatever holds of an entity, one of its aspects has the term of it, or
/// [#ANYTHING]. Who joins aspects takes each value from one of them, by whatever policy. What has a
/// term need not hold: another aspect may know better. Nor does one aspect have the terms of all
/// that holds, so that no two of them may be asked of one.
public final class EntityTerms {

  /// Of every aspect.
  public static final String ENTITY = "e";

  /// Of an aspect that speaks for others than itself, or of too much.
  public static final String ANYTHING = "*";

  /// What has more fields is looked at whatever is asked.
  private static final int MAX_FIELDS = 500;

  /// Names by which duplicates are looked for.
  private static final int MAX_NAMES = 20;

  /// What is longer is kept by its hash.
  private static final int MAX_LENGTH = 64;

  private static final int HASH_DIGITS = 32;

  private EntityTerms() {}

  /// All terms of an aspect.
  public static Set<String> of(Aspect aspect) {
    var terms = new TreeSet<String>();
    terms.add(ENTITY);
    terms.add(type(aspect.type()));
    terms.add(of(aspect.entity()));
    var cells = aspect.cells().cells();
    if (!aspect.merges().equals(Merges.NONE) || cells.size() > MAX_FIELDS) {
      terms.add(ANYTHING);
    }
    cells.entrySet().stream()
        .limit(MAX_FIELDS)
        .forEach(each -> add(each.getKey(), each.getValue(), terms));
    aspect.allNames().stream()
        .limit(MAX_NAMES)
        .flatMap(name -> Likeness.places(aspect.type(), name).stream())
        .forEach(place -> terms.add(place(aspect.type(), place)));
    return terms;
  }

  private static void add(String field, Cell cell, Set<String> terms) {
    var values =
        Stream.of(
                cell.told().stream().map(Told::value),
                cell.elements().values().stream().map(Element::value),
                cell.corrections().values().stream().map(Correction::value))
            .flatMap(each -> each)
            .filter(value -> value != JsonNull.NULL)
            .toList();
    if (!values.isEmpty()) {
      terms.add(has(field));
    }
    for (var value : values) {
      var term = holds(field, value);
      if (term != null) {
        terms.add(term);
      }
    }
  }

  /// It is this one.
  public static String of(EntityId entity) {
    return "i." + entity.value();
  }

  /// It is of this type.
  public static String type(String entityType) {
    return "t." + entityType;
  }

  /// It has this field.
  public static String has(String field) {
    return shortened("h." + field);
  }

  /// The field is this, as it was told; null if there is no term for such values.
  public static @Nullable String holds(String field, Json value) {
    return switch (value) {
      case JsonString _, JsonNumber _, JsonBoolean _ ->
          shortened("v." + field + "=" + Canonical.text(value));
      case JsonArray _, JsonObject _, JsonNull _ -> null;
    };
  }

  /// It is called like this: all such have one of these, and some others do.
  public static Set<String> alike(String entityType, String name) {
    return Likeness.near(entityType, name).stream()
        .map(place -> place(entityType, place))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String place(String entityType, String place) {
    return shortened("n." + entityType + "." + place);
  }

  private static String shortened(String term) {
    return term.length() <= MAX_LENGTH
        ? term
        : term.substring(0, 2) + Hash.of(term.getBytes(UTF_8)).hex().substring(0, HASH_DIGITS);
  }
}
