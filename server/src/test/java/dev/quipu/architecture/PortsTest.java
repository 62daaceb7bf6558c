package dev.quipu.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Ports, the adapters behind them, and the scope that every read takes.
class PortsTest {

  private static final String READ_SCOPE = "dev.quipu.engine.access.ReadScope";

  private static final Set<String> PORTS =
      Set.of(
          "dev.quipu.engine.access.Credentials",
          "dev.quipu.engine.blob.BlobStore",
          "dev.quipu.engine.embedding.Embedder",
          "dev.quipu.engine.embedding.VectorStore",
          "dev.quipu.engine.files.FileTexts",
          "dev.quipu.engine.index.SearchIndex",
          "dev.quipu.engine.storage.Storage");

  /// Methods of `Storage` and `SearchIndex` that show nothing a tenant has written. A cut hands out
  /// snapshots, and takes a scope for each.
  ///
  /// Whoever adds a name here says in the review why no scope is needed.
  private static final Set<String> SHOW_NOTHING_OF_A_TENANT =
      Set.of(
          "logId",
          "commit",
          "cut",
          "tenants",
          "signingKeys",
          "touch",
          "lastUsed",
          "use",
          "scrub",
          "hasOtherWriters",
          // That something happened, to be waited for; not what.
          "touched",
          "lease",
          "release",
          // What is put into an index and which filling of it answers; what it shows is `read`.
          "serving",
          "begin",
          "serve",
          "vectors",
          "models",
          "dropVectors",
          "drop",
          "close");

  @Test
  void an_adapter_is_hidden_or_final_and_opened_not_constructed() {
    classes()
        .that(areAdapters())
        .should(beHiddenOrFinalWithOpened())
        .because(
            "opening does I/O and constructing must not; whoever wires the program sees one door")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void every_read_of_store_and_index_takes_a_scope() {
    methods()
        .that()
        .areDeclaredInClassesThat(
            are("dev.quipu.engine.storage.Storage", "dev.quipu.engine.index.SearchIndex"))
        .and(
            DescribedPredicate.describe(
                "show something of a tenant",
                method -> !SHOW_NOTHING_OF_A_TENANT.contains(method.getName())))
        .should(takeAScope())
        .because("a forgotten access check must not compile")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void whoever_hands_out_a_snapshot_was_given_a_scope() {
    methods()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage("dev.quipu.engine.storage..", "dev.quipu.engine.index..")
        .and()
        .haveRawReturnType("dev.quipu.engine.storage.Snapshot")
        .should(takeAScope())
        .because("a snapshot is read through the eyes of one scope")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  /// Two classes beside those stages, by name, so that no neighbour of theirs slips through:
  /// `PlatformView` reads the platform's own log to find out who a caller is, before there is one;
  /// `Erasure` removes what a deleted tenant has left.
  @Test
  void only_those_who_maintain_a_tenant_ask_for_the_whole_of_it() {
    classes()
        .that()
        .resideOutsideOfPackages(
            "dev.quipu.engine.access..",
            "dev.quipu.engine.ingest..",
            "dev.quipu.engine.materialize..",
            "dev.quipu.engine.archive..")
        .and(
            DescribedPredicate.not(
                are("dev.quipu.engine.tenancy.PlatformView", "dev.quipu.engine.tenancy.Erasure")))
        .should(Calls.avoid(READ_SCOPE, "whole"))
        .because("whatever else reads answers to a caller, and a caller sees what the rule admits")
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  private static DescribedPredicate<JavaClass> are(String... names) {
    return DescribedPredicate.describe(
        "are " + String.join(" or ", names), type -> Set.of(names).contains(type.getName()));
  }

  private static DescribedPredicate<JavaClass> areAdapters() {
    return DescribedPredicate.describe(
        "are adapters of a port",
        type ->
            !type.isInterface()
                && !type.getPackageName().startsWith("dev.quipu.engine")
                && type.getAllRawInterfaces().stream()
                    .anyMatch(port -> PORTS.contains(port.getName())));
  }

  private static ArchCondition<JavaClass> beHiddenOrFinalWithOpened() {
    return new ArchCondition<>("be package-private, or final with a public static `open…`") {
      @Override
      public void check(JavaClass adapter, ConditionEvents events) {
        if (!adapter.getModifiers().contains(JavaModifier.PUBLIC)) {
          return;
        }
        var opens =
            adapter.getMethods().stream()
                .filter(method -> method.getName().startsWith("open"))
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> method.getModifiers().contains(JavaModifier.STATIC))
                .count();
        var constructible =
            adapter.getConstructors().stream()
                .anyMatch(constructor -> constructor.getModifiers().contains(JavaModifier.PUBLIC));
        var isFinal = adapter.getModifiers().contains(JavaModifier.FINAL);
        if (!isFinal || opens == 0 || constructible) {
          events.add(
              SimpleConditionEvent.violated(
                  adapter,
                  "%s: final %s, public static open methods %d, public constructor %s"
                      .formatted(adapter.getName(), isFinal, opens, constructible)));
        }
      }
    };
  }

  private static ArchCondition<JavaMethod> takeAScope() {
    return new ArchCondition<>("take a ReadScope") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        if (method.getRawParameterTypes().stream()
            .noneMatch(parameter -> parameter.getName().equals(READ_SCOPE))) {
          events.add(
              SimpleConditionEvent.violated(method, method.getFullName() + " takes no ReadScope"));
        }
      }
    };
  }
}
