package dev.quipu.testkit.index;

import dev.quipu.engine.index.SearchIndex;

final class ScanIndexTest implements SearchIndexContract {

  @Override
  public SearchIndex openIndex() {
    return ScanIndex.open();
  }
}
