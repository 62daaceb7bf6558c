package dev.quipu.model.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The naming conventions of seed 001: `*_id` is an object of ours, `*_ref` lies elsewhere, and
/// whoever names any object names its type too.
class SchemaNamesTest {

  static Iterable<ObjectSchema> schemas() {
    return ObjectSchemas.all();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void an_id_names_an_object_and_a_ref_something_elsewhere(ObjectSchema schema) {
    for (var field : schema.fields()) {
      if (field.name().endsWith("_id")) {
        assertThat(field.kind()).as(field.name()).isInstanceOf(FieldKind.Id.class);
      } else if (field.name().endsWith("_ids")) {
        assertThat(field.kind()).as(field.name()).isInstanceOf(FieldKind.Ids.class);
      } else if (field.name().endsWith("_ref")) {
        assertThat(field.kind()).as(field.name()).isInstanceOf(FieldKind.Text.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void who_names_any_object_names_its_type(ObjectSchema schema) {
    for (var field : schema.fields()) {
      var name = field.name();
      if (name.endsWith("object_id")) {
        var type = name.equals("object_id") ? "object_type" : name.replace("_object_id", "_type");
        assertThat(schema.field(type)).as(name).isNotNull();
      }
    }
  }
}
