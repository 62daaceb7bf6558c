package dev.quipu.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.jspecify.annotations.Nullable;

/// What lies on the disk, to be found, checked and read.
final class Commits {

  private Commits() {}

  /// The mark of the last commit in a folder; null if it is none of ours.
  static @Nullable CommitMark last(Workshop workshop, Path folder) throws IOException {
    try (var directory = workshop.directory(folder)) {
      return CommitMark.read(SegmentInfos.readLatestCommit(directory).getUserData());
    }
  }

  /// The commit that bears a mark.
  static IndexCommit find(Directory directory, CommitMark mark) throws IOException {
    for (var commit : DirectoryReader.listCommits(directory).reversed()) {
      if (mark.equals(CommitMark.read(commit.getUserData()))) {
        return commit;
      }
    }
    throw new IndexNotFoundException("no commit at " + mark.position());
  }

  /// The mark of the commit of `past` with this number.
  static CommitMark past(Workshop workshop, Path folder, long number) throws IOException {
    try (var directory = workshop.directory(folder)) {
      for (var commit : DirectoryReader.listCommits(directory)) {
        var mark = CommitMark.read(commit.getUserData());
        if (mark != null && mark.past() == number) {
          return mark;
        }
      }
    }
    throw new IndexNotFoundException("no commit " + number);
  }

  /// Reads every byte of a commit once and compares checksums: Lucene itself looks at most of them
  /// only when it needs them, and would answer from damaged ones.
  static void verify(Workshop workshop, Path folder, CommitMark mark) throws IOException {
    try (var directory = workshop.directory(folder)) {
      for (var name : find(directory, mark).getFileNames()) {
        try (var file = directory.openInput(name, IOContext.READONCE)) {
          CodecUtil.checksumEntireFile(file);
        }
      }
    }
  }

  /// Opens a commit for reading alone.
  static DirectoryReader open(Workshop workshop, Path folder, CommitMark mark) throws IOException {
    var directory = workshop.directory(folder);
    try {
      var reader = counted(workshop, DirectoryReader.open(find(directory, mark)));
      reader.getReaderCacheHelper().addClosedListener(_ -> directory.close());
      return reader;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  static DirectoryReader counted(Workshop workshop, DirectoryReader reader) {
    workshop.readers().incrementAndGet();
    reader.getReaderCacheHelper().addClosedListener(_ -> workshop.readers().decrementAndGet());
    return reader;
  }
}
