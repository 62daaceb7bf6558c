package dev.quipu.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Predicate;

/// Forbids calls, and method references with them: ArchUnit's own `callMethod` sees neither
/// `Instant::now` nor the overloads that are not spelled out.
final class Calls {

  private Calls() {}

  static ArchCondition<JavaClass> avoid(
      String description, Predicate<CodeUnitAccessTarget> forbidden) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (var access : type.getCodeUnitAccessesFromSelf()) {
          if (forbidden.test(access.getTarget())) {
            events.add(SimpleConditionEvent.violated(type, access.getDescription()));
          }
        }
      }
    };
  }

  static ArchCondition<JavaClass> avoid(String owner, String method) {
    return avoid(
        "not call " + owner + "." + method,
        target -> target.getOwner().getName().equals(owner) && target.getName().equals(method));
  }
}
