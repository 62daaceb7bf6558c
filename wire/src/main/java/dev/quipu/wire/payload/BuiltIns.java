package dev.quipu.wire.payload;

import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// What every tenant has without registering it. Read once; a file that cannot be read is a mistake
/// of ours and stops the program.
public final class BuiltIns {

  private static final String FOLDER = "/payloads/";
  private static final int MAX_EXAMPLES = 20;

  /// A jar cannot be listed like a folder, so they are named here; a test holds the two together.
  private static final List<String> CAPABILITIES =
      List.of(
          "store_invoice", "store_transaction", "store_receipt", "store_contract", "store_note");

  private static final List<String> SCHEMAS =
      List.of(
          "invoice",
          "transaction",
          "receipt",
          "contract",
          "note",
          "company",
          "organization",
          "person",
          "contact",
          "task",
          "event");

  private static final Shape<Described> DESCRIBED =
      object(
          fields -> {
            var capability = fields.required("capability", Capability.SHAPE);
            var envelope =
                object(
                    given -> {
                      var example = PayloadEnvelope.read(given);
                      given.refuseOthers();
                      return example;
                    });
            var examples = fields.required("examples", someOf(envelope, MAX_EXAMPLES));
            fields.refuseOthers();
            return fields.build(() -> new Described(capability, examples));
          });

  private static final List<Described> DESCRIBED_CAPABILITIES =
      CAPABILITIES.stream()
          .map(name -> read("capabilities/neotoma." + name + ".v1.json", DESCRIBED))
          .toList();

  private static final List<EntitySchema> ENTITY_SCHEMAS =
      SCHEMAS.stream()
          .map(name -> read("schemas/" + name + ".1.0.json", EntitySchema.SHAPE))
          .toList();

  private static final Map<CapabilityId, List<PayloadEnvelope>> EXAMPLES =
      DESCRIBED_CAPABILITIES.stream()
          .collect(Collectors.toUnmodifiableMap(each -> each.capability.id(), Described::examples));

  /// A capability with envelopes that it takes.
  public record Described(Capability capability, List<PayloadEnvelope> examples) {

    public Described {
      examples = List.copyOf(examples);
    }
  }

  private BuiltIns() {}

  /// All of it.
  public static Catalogue catalogue() {
    return new Catalogue(capabilities(), schemas());
  }

  public static List<Capability> capabilities() {
    return DESCRIBED_CAPABILITIES.stream().map(Described::capability).toList();
  }

  /// Empty for one that is not built in.
  public static List<PayloadEnvelope> examples(CapabilityId id) {
    return EXAMPLES.getOrDefault(id, List.of());
  }

  public static List<EntitySchema> schemas() {
    return ENTITY_SCHEMAS;
  }

  private static <T> T read(String file, Shape<T> shape) {
    var violations = new Violations();
    try (var in = Objects.requireNonNull(BuiltIns.class.getResourceAsStream(FOLDER + file), file)) {
      var value = shape.read(new JsonReader().read(in), Pointer.ROOT, violations);
      violations.throwIfAny();
      return value;
    } catch (Invalid e) {
      throw new IllegalStateException(file + ": " + e.violations(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
