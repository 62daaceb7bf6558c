package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is known of a type of entity, in one version.
///
/// Fields that it does not declare are kept and shown all the same, as they were observed last.
///
/// @param identity lists of fields, the first that are all there name the entity; none: such
///   entities have no names
/// @param temporal field → what happens then, such as `InvoiceDue`
/// @param references field → what it points at
public record EntitySchema(
    String entityType,
    String version,
    Map<String, FieldRule> fields,
    List<List<String>> identity,
    Map<String, String> temporal,
    Map<String, Reference> references) {

  /// `{entity_type, schema_version, fields, identity, temporal_fields, reference_fields}`.
  public static final Shape<EntitySchema> SHAPE = Shape.object(SchemaJson::read);

  private static final String FIRST_VERSION = "1.0";

  private static final Identity UNNAMED = new Identity.Unnamed();

  public EntitySchema {
    EntityType.checked(entityType);
    SchemaVersion.checked(version);
    // not Map.copyOf, which forgets the order
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    identity = identity.stream().map(List::copyOf).toList();
    temporal = Collections.unmodifiableMap(new LinkedHashMap<>(temporal));
    references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
    var declared = fields.keySet();
    if (!identity.stream().allMatch(rule -> !rule.isEmpty() && declared.containsAll(rule))
        || !declared.containsAll(temporal.keySet())
        || !declared.containsAll(references.keySet())) {
      throw new IllegalArgumentException("a schema speaks of the fields that it declares");
    }
  }

  /// For a type that nobody has declared: all is kept, nothing has a name.
  public static EntitySchema undeclared(String entityType, String version) {
    return new EntitySchema(entityType, version, Map.of(), List.of(), Map.of(), Map.of());
  }

  /// The same where its version does not matter.
  public static EntitySchema undeclared(String entityType) {
    return undeclared(entityType, FIRST_VERSION);
  }

  /// For something that another thing names, of a type that nobody has declared: its name is its
  /// name.
  public static EntitySchema ofNamed(String entityType) {
    var text = new FieldRule(ValueType.STRING, List.of(), MergeStrategy.LAST_WRITE);
    return new EntitySchema(
        entityType,
        FIRST_VERSION,
        Map.of("name", text, "title", text),
        List.of(List.of("name"), List.of("title")),
        Map.of(),
        Map.of());
  }

  public JsonObject toJson() {
    return SchemaJson.write(this);
  }

  /// Whether what is shown of every field is what was told last of it, as it was told.
  public boolean showsWhatWasToldLast() {
    return fields.values().stream()
        .allMatch(rule -> rule.merge() == MergeStrategy.LAST_WRITE && rule.converters().isEmpty());
  }

  public MergeStrategy mergeOf(String field) {
    var rule = fields.get(field);
    return rule == null ? FieldRule.UNDECLARED : rule.merge();
  }

  /// What happens at the time that a field names: as declared, else in the words of type and field.
  public String eventOf(String field) {
    var declared = temporal.get(field);
    return declared == null ? camelCase(entityType) + camelCase(field) : declared;
  }

  private static String camelCase(String words) {
    return Stream.of(words.split("[^\\p{L}\\p{N}]+"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /// Those of the fields that were told and are not what is declared of them.
  public Map<String, ValueType> unfit(JsonObject told) {
    var unfit = new LinkedHashMap<String, ValueType>();
    told.members()
        .forEach(
            (field, value) -> {
              var rule = fields.get(field);
              if (rule != null && !rule.takes(value)) {
                unfit.put(field, rule.type());
              }
            });
    return unfit;
  }

  /// The value as it is shown; see [FieldRule#convert].
  public Json shown(String field, Json raw) {
    var rule = fields.get(field);
    return rule == null ? raw : rule.convert(raw);
  }

  /// Whether values of a field are shown as they were told, whatever they are.
  public boolean showsAsTold(String field) {
    var rule = fields.get(field);
    return rule == null || rule.converters().isEmpty();
  }

  public boolean isAdditive(EntitySchema next) {
    return changeTo(next).isAdditive();
  }

  public SchemaChange changeTo(EntitySchema next) {
    return SchemaChange.between(this, next);
  }

  public Identity identityOf(JsonObject told) {
    for (var rule : identity) {
      var name = name(rule, told);
      if (name != null) {
        return new Identity.Named(rule, name);
      }
    }
    return UNNAMED;
  }

  private @Nullable String name(List<String> rule, JsonObject told) {
    var names = new StringBuilder();
    for (var field : rule) {
      var value = told.get(field);
      var name = value == null ? null : EntityName.of(namedBy(field), value);
      if (name == null) {
        return null;
      }
      if (rule.size() == 1) {
        return name;
      }
      // A bar within a value must not make two values of it.
      names
          .append(names.isEmpty() ? "" : "|")
          .append(name.replace("\\", "\\\\").replace("|", "\\|"));
    }
    return names.toString();
  }

  /// An invoice of `Acme Corp` is that of `ACME Corp.`: a vendor's name is a company's.
  private String namedBy(String field) {
    var reference = references.get(field);
    return reference == null ? entityType : reference.entityType();
  }
}
