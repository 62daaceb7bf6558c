package dev.quipu.testkit.payload;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.time.InstantSource;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// [PayloadTale] on an adapter, a few times. A failure prints its seed; `./quipu bench payloads
/// --only same --tale N --seed S` tells that one again.
///
/// An adapter joins with a class of its own that implements [#openEmpty].
public interface PayloadProperties {

  /// The oracle looks at every row for every answer.
  int FEW = 25;

  /// A new storage on the clock of the tale.
  ///
  /// @param name which of two that are open at once
  Storage openEmpty(InstantSource clock, String name);

  /// How many are told.
  default int many() {
    return 150;
  }

  @Property(tries = 2, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  default void payloads_are_understood_alike_in_any_order_batch_and_by_any_number_of_writers(
      @ForAll long seed) {
    new PayloadTale(many(), seed)
        .isUnderstoodAlike(clock -> openEmpty(clock, "one"), clock -> openEmpty(clock, "other"));
  }

  @Property(tries = 1, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  default void payloads_that_are_compiled_twice_and_rebuilt_leave_the_same_bytes(
      @ForAll long seed) {
    new PayloadTale(many(), seed)
        .leavesTheSameBytes(clock -> openEmpty(clock, "one"), clock -> openEmpty(clock, "other"));
  }

  @Property(tries = 2, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  default void the_oracle_makes_the_same_bytes_of_them(@ForAll long seed) {
    new PayloadTale(FEW, seed)
        .leavesTheSameBytes(
            clock -> openEmpty(clock, "one"), _ -> InMemoryStorage.open(Disk.blank("log_oracle")));
  }
}
