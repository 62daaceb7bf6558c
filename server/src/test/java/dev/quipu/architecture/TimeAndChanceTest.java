package dev.quipu.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No clock and no chance in what is replayed: both are handed in, and recorded before use.
class TimeAndChanceTest {

  private static final String WHY =
      "a replay must arrive at the same state; server time and new ids are handed in and recorded"
          + " first";

  @Test
  void model_and_engine_ask_neither_clock_nor_chance() {
    classes()
        .that()
        .resideInAnyPackage("dev.quipu.model..", "dev.quipu.engine..")
        .should(askNeitherClockNorChance())
        .because(WHY)
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  @Test
  void what_is_replayed_does_not_even_measure_time() {
    classes()
        .that()
        .resideInAnyPackage("dev.quipu.model..", "dev.quipu.engine.compile..")
        .should(Calls.avoid("java.lang.System", "nanoTime"))
        .because(WHY)
        .allowEmptyShould(true)
        .check(Program.CLASSES);
  }

  /// The rule was once written so that it missed half of these; each is tried by itself.
  @ParameterizedTest
  @ValueSource(
      classes = {
        Guilty.OfNow.class,
        Guilty.OfNowInAZone.class,
        Guilty.OfNowByReference.class,
        Guilty.OfTheSystemClock.class,
        Guilty.OfMillis.class,
        Guilty.OfRandom.class,
        Guilty.OfThreadLocalRandom.class,
        Guilty.OfAGenerator.class,
        Guilty.OfUuid.class,
      })
  void the_rule_finds(Class<?> guilty) {
    var found =
        classes()
            .should(askNeitherClockNorChance())
            .evaluate(new ClassFileImporter().importClasses(guilty));

    assertThat(found.hasViolation()).isTrue();
  }

  @Test
  void the_rule_lets_a_clock_be_handed_in() {
    var found =
        classes()
            .should(askNeitherClockNorChance())
            .evaluate(new ClassFileImporter().importClasses(Innocent.class));

    assertThat(found.hasViolation()).isFalse();
  }

  private static ArchCondition<JavaClass> askNeitherClockNorChance() {
    return Calls.avoid("ask neither clock nor chance", TimeAndChanceTest::asksClockOrChance);
  }

  private static boolean asksClockOrChance(CodeUnitAccessTarget target) {
    var owner = target.getOwner().getName();
    var name = target.getName();
    return switch (owner) {
      case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
      case "java.lang.System" -> name.equals("currentTimeMillis");
      case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
      case "java.util.UUID" -> name.equals("randomUUID");
      case "java.util.concurrent.ThreadLocalRandom" -> name.equals("current");
      case "java.util.random.RandomGenerator" -> name.equals("getDefault") || name.equals("of");
      case "java.util.random.RandomGeneratorFactory" -> true;
      case "java.util.Date", "java.util.Random", "java.util.SplittableRandom" ->
          name.equals("<init>");
      case "java.security.SecureRandom" -> name.equals("<init>") || name.startsWith("getInstance");
      default ->
          owner.startsWith("java.time.")
              && name.equals("now")
              && target.getRawParameterTypes().stream()
                  .noneMatch(t -> t.isEquivalentTo(Clock.class));
    };
  }

  interface Guilty {
    record OfNow() {
      Instant at() {
        return Instant.now();
      }
    }

    record OfNowInAZone() {
      LocalDate at() {
        return LocalDate.now(ZoneOffset.UTC);
      }
    }

    record OfNowByReference() {
      Supplier<Instant> at() {
        return Instant::now;
      }
    }

    record OfTheSystemClock() {
      Instant at() {
        return Clock.systemUTC().instant();
      }
    }

    record OfMillis() {
      long at() {
        return System.currentTimeMillis();
      }
    }

    record OfRandom() {
      int number() {
        return new Random().nextInt();
      }
    }

    record OfThreadLocalRandom() {
      int number() {
        return ThreadLocalRandom.current().nextInt();
      }
    }

    record OfAGenerator() {
      int number() {
        return RandomGenerator.getDefault().nextInt();
      }
    }

    record OfUuid() {
      UUID id() {
        return UUID.randomUUID();
      }
    }
  }

  record Innocent(Clock clock, RandomGenerator chance) {
    Instant at() {
      return Instant.now(clock);
    }

    int number() {
      return chance.nextInt();
    }
  }
}
