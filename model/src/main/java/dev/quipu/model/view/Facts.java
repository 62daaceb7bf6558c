package dev.quipu.model.view;

import org.jspecify.annotations.Nullable;

/// The past, as far as a rule asks for it. Rules know no other way to learn anything, which is what
/// makes them replayable.
public interface Facts {

  <T> @Nullable T find(FactKey<T> key);

  /// Whether the answer to a yes-or-no question is yes.
  default boolean holds(FactKey<Boolean> key) {
    return Boolean.TRUE.equals(find(key));
  }
}
