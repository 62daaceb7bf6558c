package dev.quipu.lucene;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.following.ModelChangeContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class LuceneModelChangeTest implements ModelChangeContract {

  @TempDir private Path folder;

  @Override
  public SearchIndex openIndex() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT, "log");
  }
}
