package dev.quipu.engine.files.choice;

/// The payloads that a file is to become, made when they are asked for: a table has many.
public interface Proposals {

  int count();

  /// From 0.
  Proposal at(int index);

  /// Just one.
  static Proposals of(Proposal one) {
    return new One(one);
  }

  /// Just one.
  record One(Proposal one) implements Proposals {

    @Override
    public int count() {
      return 1;
    }

    @Override
    public Proposal at(int index) {
      if (index != 0) {
        throw new IndexOutOfBoundsException(index);
      }
      return one;
    }
  }
}
