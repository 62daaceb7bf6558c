package dev.quipu.testkit.following;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.index.ScanIndex;

final class ScanTroubleTest implements TroubleContract {

  @Override
  public SearchIndex openIndex() {
    return ScanIndex.open();
  }
}
