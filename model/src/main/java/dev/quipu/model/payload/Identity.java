package dev.quipu.model.payload;

import java.util.List;

/// By what an entity is known.
public sealed interface Identity {

  /// A rule of its type holds.
  ///
  /// @param rule the fields that name it
  record Named(List<String> rule, String normalName) implements Identity {

    public Named {
      rule = List.copyOf(rule);
    }
  }

  /// No rule of its type holds. Nothing is guessed.
  record Unnamed() implements Identity {}
}
