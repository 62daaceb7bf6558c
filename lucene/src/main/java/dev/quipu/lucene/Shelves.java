package dev.quipu.lucene;

import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.LongFunction;
import org.apache.lucene.index.DirectoryReader;
import org.jspecify.annotations.Nullable;

/// The two indexes of a filling in files: `now` holds what is believed, `past` what no longer is.
/// Opened for writing when something is put, and committed as one, since a commit of `now` names
/// that of `past`.
///
/// Used under the lock of the filling.
final class Shelves {

  private final Workshop workshop;
  private final LuceneFilling<?> owner;
  private final Layout<?> layout;
  private final Path folder;

  /// What is on the disk; null if nothing is.
  private volatile @Nullable CommitMark committed;

  private boolean verified;
  private @Nullable Shelf now;
  private @Nullable Shelf past;

  /// @param owner whose files they are, so that they are not closed to make room for themselves
  /// @param committed what lies in the folder; null if nothing does
  Shelves(
      Workshop workshop,
      LuceneFilling<?> owner,
      Layout<?> layout,
      Path folder,
      @Nullable CommitMark committed) {
    this.workshop = workshop;
    this.owner = owner;
    this.layout = layout;
    this.folder = folder;
    this.committed = committed;
  }

  /// Where the last commit stands.
  LogPosition position() {
    var mark = committed;
    return mark == null ? LogPosition.START : mark.position();
  }

  /// Reads `now` as it was committed last, after a look at every byte the first time; null if there
  /// is nothing.
  @Nullable DirectoryReader readNow() throws IOException {
    var mark = committed;
    if (mark == null) {
      return null;
    }
    verify(mark);
    workshop.makeRoomForReaders(owner);
    return Commits.open(workshop, folder.resolve("now"), mark);
  }

  private void verify(CommitMark mark) throws IOException {
    if (verified) {
      return;
    }
    Commits.verify(workshop, folder.resolve("now"), mark);
    if (mark.past() > 0) {
      var before = folder.resolve("past");
      Commits.verify(workshop, before, Commits.past(workshop, before, mark.past()));
    }
    verified = true;
  }

  /// How a stand that is made now opens `past`, if it has to: in the commit of now, since what
  /// comes later is not for it. Needs no lock.
  Stand.Opening readPast() {
    long wanted = pastNumber();
    return () -> {
      if (wanted == 0) {
        return null;
      }
      workshop.makeRoomForReaders(owner);
      var before = folder.resolve("past");
      try {
        return Commits.open(workshop, before, Commits.past(workshop, before, wanted));
      } catch (IOException e) {
        if (wanted != pastNumber()) {
          throw new IOException("an old view came too late for its past", e);
        }
        throw e;
      }
    };
  }

  private long pastNumber() {
    var mark = committed;
    return mark == null ? 0 : mark.past();
  }

  /// To be put on, opened if need be.
  Shelf now() throws IOException {
    var shelf = now;
    if (shelf == null) {
      workshop.makeRoomForWriters(owner);
      shelf = Shelf.open(workshop, made("now"), layout, layout.now(workshop.bounds()), committed);
      now = shelf;
      verified = true;
    }
    return shelf;
  }

  /// Likewise.
  Shelf past() throws IOException {
    var shelf = past;
    if (shelf == null) {
      workshop.makeRoomForWriters(owner);
      var before = made("past");
      long number = pastNumber();
      shelf =
          Shelf.open(
              workshop,
              before,
              layout,
              layout.past(),
              number == 0 ? null : Commits.past(workshop, before, number));
      past = shelf;
    }
    return shelf;
  }

  /// `past` if it is open for writing.
  @Nullable Shelf openedPast() {
    return past;
  }

  boolean hasPast() {
    return past != null || pastNumber() > 0;
  }

  private Path made(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /// Writes and syncs what was put so far. What is put once it is decided what belongs to the
  /// commit is for the next.
  ///
  /// @param marking the mark, by the number of the commit of `past`
  /// @param decided run at that moment, by the calling thread
  /// @return what is now on the disk, to be handed to [#committed]
  CommitMark commit(LongFunction<CommitMark> marking, Runnable decided) throws IOException {
    var present = now();
    var before = past != null && past.changed() ? past : null;
    var mark = marking.apply(pastNumber() + (before == null ? 0 : 1));
    var pastDecided = new CountDownLatch(before == null ? 0 : 1);
    var preparing =
        new FutureTask<@Nullable Void>(
            () -> {
              try {
                if (before != null) {
                  before.anchor(pastNumber());
                  before.prepare(mark, pastDecided::countDown);
                }
                return null;
              } finally {
                pastDecided.countDown();
              }
            });
    Thread.ofVirtual().start(preparing);
    present.prepare(
        mark,
        () -> {
          Uninterrupted.await(pastDecided);
          if (past != null) {
            past.unchanged();
          }
          decided.run();
        });
    Uninterrupted.get(preparing);
    if (before != null) {
      before.finish();
    }
    present.finish();
    return mark;
  }

  void committed(CommitMark mark) {
    committed = mark;
  }

  void forceMerge() throws IOException {
    now().forceMerge();
    if (hasPast()) {
      past().forceMerge();
    }
  }

  /// Closes what is open for writing, without committing.
  void close() throws IOException {
    var shelf = now;
    var before = past;
    now = null;
    past = null;
    try {
      if (shelf != null) {
        shelf.close();
      }
    } finally {
      if (before != null) {
        before.close();
      }
    }
  }

  /// Something has failed: look at every byte again before anything is read.
  void distrust() {
    verified = false;
  }

  /// How long the files are together. Needs no lock.
  long bytes() {
    return Folders.bytes(folder);
  }

  void delete() throws IOException {
    Folders.delete(folder);
  }
}
