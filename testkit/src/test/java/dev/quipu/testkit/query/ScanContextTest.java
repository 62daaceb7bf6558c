package dev.quipu.testkit.query;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.index.ScanIndex;

final class ScanContextTest implements ContextContract {

  @Override
  public SearchIndex openIndex() {
    return ScanIndex.open();
  }
}
