package dev.quipu.model.view;

/// One change to a view.
public sealed interface Change {

  /// A row whose key is not there yet.
  record Put(ViewRow row) implements Change {}

  /// A row in the place of one with the same key.
  record Replace(ViewRow before, ViewRow after) implements Change {

    public Replace {
      if (before.getClass() != after.getClass()) {
        throw new IllegalArgumentException("a row is replaced by one of its kind");
      }
    }
  }
}
