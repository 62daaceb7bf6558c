package dev.quipu.engine.index;

/// A document with what each word of a text weighs in it.
///
/// @param weights in the order of the words; not to be written to
/// @param length of its text, in words, as far as the index remembers it
@SuppressWarnings("ArrayRecordComponent") // made by the hundred for a question, never compared
public record WeighedHit(Filed filed, double[] weights, int length) {

  public double sum() {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }
}
