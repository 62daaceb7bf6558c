package dev.quipu.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexDeletionPolicy;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/// One of the two indexes of a generation, open for writing. Used under the generation's lock.
final class Shelf {

  private final Workshop workshop;
  private final Directory directory;
  private final IndexWriter writer;
  private final Kept kept;
  private boolean changed;

  private Shelf(Workshop workshop, Directory directory, IndexWriter writer, Kept kept) {
    this.workshop = workshop;
    this.directory = directory;
    this.writer = writer;
    this.kept = kept;
  }

  /// @param layout of what is put
  /// @param codec of the layout
  /// @param commit to go on from; null begins an empty index
  static Shelf open(
      Workshop workshop, Path folder, Layout<?> layout, Codec codec, @Nullable CommitMark commit)
      throws IOException {
    var directory = workshop.directory(folder);
    try {
      var kept = new Kept();
      var config = config(workshop, layout, codec, kept);
      if (commit == null) {
        config.setOpenMode(OpenMode.CREATE);
      } else {
        kept.anchor = commit.past();
        config.setOpenMode(OpenMode.APPEND).setIndexCommit(Commits.find(directory, commit));
      }
      var writer = new IndexWriter(directory, config);
      workshop.writers().incrementAndGet();
      return new Shelf(workshop, directory, writer, kept);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static IndexWriterConfig config(
      Workshop workshop, Layout<?> layout, Codec codec, Kept kept) {
    var policy = new TieredMergePolicy();
    policy.setNoCFSRatio(1);
    policy.setFloorSegmentMB(layout.leastMegabytes());
    return new IndexWriterConfig()
        .setCodec(codec)
        .setSimilarity(Scoring.SIMILARITY)
        .setRAMBufferSizeMB(workshop.bounds().bufferMegabytes())
        .setMergeScheduler(workshop.merges())
        .setMergePolicy(policy)
        .setUseCompoundFile(true)
        .setCommitOnClose(false)
        .setIndexDeletionPolicy(kept)
        // A publishing is waited for; merges are not.
        .setMaxFullFlushMergeWaitMillis(0);
  }

  /// Pages that are put together stay side by side.
  void put(Term key, List<Document> pages) throws IOException {
    changed = true;
    writer.updateDocuments(key, pages);
  }

  void remove(Term... terms) throws IOException {
    changed = true;
    writer.deleteDocuments(terms);
  }

  boolean changed() {
    return changed;
  }

  /// A reader of what was put so far, counted once more for the one who asked.
  DirectoryReader refresh(@Nullable DirectoryReader current) throws IOException {
    if (current == null) {
      return Commits.counted(workshop, DirectoryReader.open(writer));
    }
    var next = DirectoryReader.openIfChanged(current, writer);
    if (next == null) {
      current.incRef();
      return current;
    }
    return Commits.counted(workshop, next);
  }

  /// Writes and syncs a commit that is not yet seen.
  ///
  /// Lucene asks for the mark at the moment at which it has decided what belongs to the commit and
  /// not yet begun to sync, and that is when somebody may go on to put: waiting for a disk takes
  /// long.
  ///
  /// @param decided run at that moment
  void prepare(CommitMark mark, Runnable decided) throws IOException {
    writer.setLiveCommitData(
        () -> {
          decided.run();
          return mark.written().entrySet().iterator();
        });
    writer.prepareCommit();
  }

  /// Makes the prepared commit the last.
  void finish() throws IOException {
    writer.commit();
  }

  /// What is put from now on is not committed.
  void unchanged() {
    changed = false;
  }

  /// From now on the commit of this number is kept until another is named.
  void anchor(long number) {
    kept.anchor = number;
  }

  void forceMerge() throws IOException {
    writer.forceMerge(1);
  }

  /// Without committing.
  void close() throws IOException {
    try (directory) {
      writer.rollback();
    } finally {
      workshop.writers().decrementAndGet();
    }
  }

  /// Keeps the last commit, and that which the other index refers to.
  private static final class Kept extends IndexDeletionPolicy {

    private volatile long anchor;

    @Override
    public void onInit(List<? extends IndexCommit> commits) {}

    @Override
    public void onCommit(List<? extends IndexCommit> commits) throws IOException {
      for (var commit : commits.subList(0, commits.size() - 1)) {
        var mark = CommitMark.read(commit.getUserData());
        if (mark == null || anchor == 0 || mark.past() != anchor) {
          commit.delete();
        }
      }
    }
  }
}
