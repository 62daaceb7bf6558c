package dev.quipu.lucene;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.following.ReopeningContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class LuceneReopeningTest implements ReopeningContract {

  @TempDir private Path folder;

  @Override
  public SearchIndex openIndex() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT, "log");
  }
}
