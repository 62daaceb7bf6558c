package dev.quipu.wire.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.ExtractionRule;
import dev.quipu.model.payload.Identity;
import dev.quipu.model.payload.PayloadEnvelope;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInsTest {

  static List<Capability> capabilities() {
    return BuiltIns.capabilities();
  }

  static List<EntitySchema> schemas() {
    return BuiltIns.schemas();
  }

  @Test
  void the_five_initial_capabilities_are_there_and_nobody_elses() {
    assertThat(BuiltIns.capabilities().stream().map(each -> each.id().value()))
        .containsExactly(
            "neotoma:store_invoice:v1",
            "neotoma:store_transaction:v1",
            "neotoma:store_receipt:v1",
            "neotoma:store_contract:v1",
            "neotoma:store_note:v1");
    assertThat(BuiltIns.capabilities()).allMatch(each -> each.id().isReserved());
  }

  @Test
  void every_file_is_read() throws IOException, URISyntaxException {
    assertThat(BuiltIns.capabilities().stream().map(each -> each.id().value().replace(':', '.')))
        .containsExactlyInAnyOrderElementsOf(files("capabilities"));
    assertThat(BuiltIns.schemas().stream().map(each -> each.entityType() + "." + each.version()))
        .containsExactlyInAnyOrderElementsOf(files("schemas"));
  }

  @ParameterizedTest
  @MethodSource("capabilities")
  void a_capability_is_read_back_from_what_it_is_shown_as(Capability capability) {
    var violations = new Violations();
    assertThat(Capability.SHAPE.read(capability.toJson(), Pointer.ROOT, violations))
        .isEqualTo(capability);
    assertThat(violations.isEmpty()).isTrue();
    assertThat(capability.toJson().names())
        .containsExactly(
            "id",
            "intent",
            "version",
            "primary_entity_type",
            "schema_version",
            "canonicalization_rules",
            "entity_extraction_rules");
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void a_schema_is_read_back_from_what_it_is_shown_as(EntitySchema schema) {
    var violations = new Violations();
    assertThat(EntitySchema.SHAPE.read(schema.toJson(), Pointer.ROOT, violations))
        .isEqualTo(schema);
    assertThat(violations.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("capabilities")
  void every_entity_of_every_example_has_a_name(Capability capability) {
    assertThat(BuiltIns.examples(capability.id())).isNotEmpty();
    for (var example : BuiltIns.examples(capability.id())) {
      assertThat(example.capabilityId()).isEqualTo(capability.id().value());
      for (var rule : capability.rules()) {
        for (var told : rule.extract(example.body())) {
          assertThat(schema(rule).identityOf(told))
              .as("%s of %s", rule.entityType(), example.body())
              .isInstanceOf(Identity.Named.class);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("capabilities")
  void every_rule_finds_something_in_some_example(Capability capability) {
    for (var rule : capability.rules()) {
      assertThat(BuiltIns.examples(capability.id()).stream().map(PayloadEnvelope::body))
          .as(rule.toString())
          .anyMatch(body -> !rule.extract(body).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("capabilities")
  void what_the_examples_say_is_declared(Capability capability) {
    for (var rule : capability.rules()) {
      for (var example : BuiltIns.examples(capability.id())) {
        for (var told : rule.extract(example.body())) {
          told.members()
              .forEach(
                  (name, value) -> {
                    var field = schema(rule).fields().get(name);
                    assertThat(field == null ? value : field.convert(value)).isEqualTo(value);
                    assertThat(field == null || field.type().admits(value)).as(name).isTrue();
                  });
        }
      }
    }
  }

  @Test
  void the_note_of_the_seed_is_one_note_and_three_tasks() {
    var note = BuiltIns.capabilities().getLast();
    var body = BuiltIns.examples(note.id()).getFirst().body();

    var names =
        note.rules().stream()
            .flatMap(rule -> rule.extract(body).stream().map(told -> schema(rule).identityOf(told)))
            .map(identity -> identity instanceof Identity.Named named ? named.normalName() : "?")
            .toList();

    assertThat(names).containsExactly("project alpha", "design ui", "implement api", "write tests");
  }

  @Test
  void what_is_not_built_in_has_no_examples() {
    assertThat(BuiltIns.examples(new CapabilityId("acme:store_order:v1"))).isEmpty();
  }

  private static EntitySchema schema(ExtractionRule rule) {
    return BuiltIns.schemas().stream()
        .filter(each -> each.entityType().equals(rule.entityType()))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> files(String folder) throws IOException, URISyntaxException {
    var place = Objects.requireNonNull(BuiltIns.class.getResource("/payloads/" + folder)).toURI();
    try (Stream<Path> files = Files.list(Path.of(place))) {
      return files
          .map(file -> file.getFileName().toString().replace(".json", ""))
          .collect(Collectors.toSet());
    }
  }
}
