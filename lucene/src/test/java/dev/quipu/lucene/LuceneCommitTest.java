package dev.quipu.lucene;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.following.CommitContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class LuceneCommitTest implements CommitContract {

  private final FailingFiles files = new FailingFiles();

  @TempDir private Path folder;

  @Override
  public SearchIndex openIndex() {
    return LuceneIndex.open(folder, IndexBounds.DEFAULT, "log", files);
  }

  @Override
  public void commit(SearchIndex index) {
    ((LuceneIndex) index).commit();
  }

  @Override
  public void failToCommit(SearchIndex index) {
    files.refuse(name -> name.startsWith("now/segments_"));
    commit(index);
    files.allowAll();
  }
}
