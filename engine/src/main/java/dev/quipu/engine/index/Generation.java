package dev.quipu.engine.index;

/// One filling of a tenant's index of words.
public interface Generation extends Filling<IndexDocument> {

  /// Rises with every new one.
  int number();
}
