package dev.quipu.testkit.query;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.index.ScanIndex;

final class ScanMeaningTest implements MeaningContract {

  @Override
  public SearchIndex openIndex() {
    return ScanIndex.open();
  }
}
