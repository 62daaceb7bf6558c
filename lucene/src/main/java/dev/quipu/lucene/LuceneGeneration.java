package dev.quipu.lucene;

import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.lucene.analysis.SharedTerms;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/// One filling of a tenant's index: `now` holds what is believed, `past` what no longer is.
///
/// Of a document that is moved from one to the other, both know at the same moment: they are
/// published as one [Stand] and committed as one, since a commit of `now` names that of `past`.
/// Nothing is committed between a putting and its publishing.
final class LuceneGeneration implements Generation {

  private final Workshop workshop;
  private final TenantId tenant;
  private final int number;
  private final Path folder;
  private final ReentrantLock lock = new ReentrantLock();

  /// That something was published, or a commit decided or done.
  private final Condition turn = lock.newCondition();

  /// What is on the disk; null if nothing is.
  private volatile @Nullable CommitMark committed;

  private boolean complete;
  private boolean verified;
  private boolean dropped;
  private @Nullable Shelf now;
  private @Nullable Shelf past;

  /// Something was put and not yet published.
  private boolean pending;

  /// Something was published and not yet committed.
  private boolean uncommitted;

  /// Somebody is about to commit, and goes first once all that was put is published.
  private boolean wanted;

  /// A commit is on its way to the disk.
  private boolean committing;

  private final AtomicLong bytes = new AtomicLong();
  private volatile long lastUsed = System.nanoTime();
  private volatile LogPosition position;
  private volatile @Nullable Stand stand;
  private volatile @Nullable Counted counted;

  /// @param committed what lies in the folder; null if nothing does
  LuceneGeneration(
      Workshop workshop,
      TenantId tenant,
      int number,
      Path folder,
      @Nullable CommitMark committed,
      boolean complete) {
    this.workshop = workshop;
    this.tenant = tenant;
    this.number = number;
    this.folder = folder;
    this.committed = committed;
    this.complete = complete;
    this.position = committed == null ? LogPosition.START : committed.position();
  }

  @Override
  public TenantId tenant() {
    return tenant;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public LogPosition position() {
    return position;
  }

  long lastUsed() {
    return lastUsed;
  }

  @Override
  public void put(List<IndexDocument> documents) {
    write(
        () -> {
          var terms = new SharedTerms();
          for (var document : documents) {
            put(document, terms);
          }
        });
  }

  private void put(IndexDocument document, SharedTerms terms) throws IOException {
    var key = Documents.key(document);
    bytes.addAndGet(document.texts().text().length());
    boolean indexed = document.envelope().indexed();
    boolean open = document.filed().knownTo().equals(LogPosition.FOREVER);
    if (indexed && open) {
      openNow().put(key, Documents.of(document, terms));
    } else {
      openNow().remove(key);
    }
    if (indexed && !open) {
      openPast().put(key, Documents.of(document, terms));
    } else {
      removeFromPast(key);
    }
  }

  @Override
  public void remove(Collection<ObjectRef> refs) {
    var terms = refs.stream().map(Documents::ref).toArray(Term[]::new);
    write(
        () -> {
          openNow().remove(terms);
          removeFromPast(terms);
        });
  }

  private void removeFromPast(Term... terms) throws IOException {
    if (past != null || hasPast()) {
      openPast().remove(terms);
    }
  }

  @Override
  public void publish(LogPosition next) {
    write(
        () -> {
          var shelf = openNow();
          var before = standing();
          workshop.makeRoomForReaders(this);
          var reader = shelf.refresh(before.now());
          DirectoryReader old = before.openedPast();
          if (past != null) {
            old = past.refresh(old);
          } else if (old != null) {
            old.incRef();
          }
          stand = new Stand(next, reader, old, committedPast());
          position = next;
          pending = false;
          uncommitted = true;
          turn.signalAll();
          before.retire();
        });
  }

  /// Something that may fail, and then leaves the generation as it was committed last.
  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) {
    lock.lock();
    try {
      while (wanted && !pending && !dropped) {
        turn.awaitUninterruptibly();
      }
      requireThere();
      lastUsed = System.nanoTime();
      pending = true;
      writing.run();
    } catch (IOException | AlreadyClosedException e) {
      awaitCommitted();
      fallBack();
      throw Broken.because(e);
    } finally {
      lock.unlock();
    }
  }

  private void awaitCommitted() {
    while (committing) {
      turn.awaitUninterruptibly();
    }
  }

  private void requireThere() {
    if (dropped) {
      throw Broken.rebuilding();
    }
  }

  /// Enters the present stand, opening it if need be.
  ///
  /// @return null if this generation has been dropped
  @Nullable Stand enter() throws IOException {
    lastUsed = System.nanoTime();
    var present = stand;
    if (present != null && present.enter()) {
      return present;
    }
    lock.lock();
    try {
      if (dropped) {
        return null;
      }
      var opened = standing();
      if (!opened.enter()) {
        throw new IllegalStateException("a stand that was retired is still in its place");
      }
      return opened;
    } finally {
      lock.unlock();
    }
  }

  private Stand standing() throws IOException {
    var present = stand;
    if (present != null) {
      return present;
    }
    var mark = committed;
    DirectoryReader reader = null;
    if (mark != null) {
      verify(mark);
      workshop.makeRoomForReaders(this);
      reader = Commits.open(workshop, folder.resolve("now"), mark);
    }
    var opened = new Stand(position, reader, null, committedPast());
    stand = opened;
    workshop.open().add(this);
    return opened;
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
  /// comes later is not for it.
  private Stand.Opening committedPast() {
    long wanted = pastNumber();
    return () -> {
      if (wanted == 0) {
        return null;
      }
      workshop.makeRoomForReaders(this);
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

  private boolean hasPast() {
    return committed != null && committed.past() > 0;
  }

  private Shelf openNow() throws IOException {
    var shelf = now;
    if (shelf == null) {
      standing();
      workshop.makeRoomForWriters(this);
      shelf = Shelf.open(workshop, made("now"), committed);
      now = shelf;
      verified = true;
    }
    return shelf;
  }

  private Shelf openPast() throws IOException {
    var shelf = past;
    if (shelf == null) {
      // Before it changes: the present stand shows it as it is.
      standing().past();
      workshop.makeRoomForWriters(this);
      var before = made("past");
      var mark = committed;
      shelf =
          Shelf.open(
              workshop,
              before,
              mark == null || mark.past() == 0
                  ? null
                  : Commits.past(workshop, before, mark.past()));
      past = shelf;
    }
    return shelf;
  }

  private Path made(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /// Commits what was published, beside those who put: they wait until it is decided what belongs
  /// to the commit, and not for the disk.
  ///
  /// @param patience how long to wait for a publishing, if something was put
  void commit(Duration patience) {
    lock.lock();
    if (wanted || committing) {
      lock.unlock();
      return;
    }
    wanted = true;
    try {
      if (awaitPublished(patience) && uncommitted && !dropped) {
        committing = true;
        commitBeside();
      }
    } catch (IOException | AlreadyClosedException e) {
      lockAgain();
      fallBack();
      throw Broken.because(e);
    } finally {
      lockAgain();
      wanted = false;
      committing = false;
      turn.signalAll();
      lock.unlock();
    }
  }

  private boolean awaitPublished(Duration patience) {
    long left = patience.toNanos();
    try {
      while (pending && !dropped && left > 0) {
        left = turn.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !pending;
  }

  private void lockAgain() {
    if (!lock.isHeldByCurrentThread()) {
      lock.lock();
    }
  }

  private void commitBeside() throws IOException {
    var present = openNow();
    var before = past != null && past.changed() ? past : null;
    var mark = mark(pastNumber() + (before == null ? 0 : 1));
    var decided = new CountDownLatch(before == null ? 0 : 1);
    var preparing =
        new FutureTask<@Nullable Void>(
            () -> {
              try {
                if (before != null) {
                  before.anchor(pastNumber());
                  before.prepare(mark, decided::countDown);
                }
                return null;
              } finally {
                decided.countDown();
              }
            });
    Thread.ofVirtual().start(preparing);
    present.prepare(
        mark,
        () -> {
          Uninterrupted.await(decided);
          decided();
          lock.unlock();
        });
    Uninterrupted.get(preparing);
    if (before != null) {
      before.finish();
    }
    present.finish();
    lockAgain();
    committed = mark;
  }

  /// Those who put may go on.
  private void decided() {
    uncommitted = false;
    bytes.set(0);
    if (past != null) {
      past.unchanged();
    }
    wanted = false;
    turn.signalAll();
  }

  /// Commits while everybody waits, before something is closed.
  private void commitPublished() throws IOException {
    var mark = mark(pastNumber());
    if (past != null && past.changed()) {
      past.anchor(pastNumber());
      mark = mark(pastNumber() + 1);
      past.prepare(mark, () -> {});
      past.finish();
    }
    openNow().prepare(mark, () -> {});
    openNow().finish();
    decided();
    committed = mark;
  }

  private long pastNumber() {
    return committed == null ? 0 : committed.past();
  }

  private CommitMark mark(long pastNumber) {
    return new CommitMark(workshop.logId(), position, number, complete, pastNumber);
  }

  /// Takes it into service, on the disk.
  void complete() {
    write(
        () -> {
          if (stand == null || position.equals(LogPosition.START)) {
            publish(position);
          }
          awaitCommitted();
          complete = true;
          pending = false;
          commitPublished();
        });
  }

  /// How long its files are together; 0 if it is not open. Counted again when something has been
  /// published since.
  long bytesOnDisk() {
    var present = stand;
    if (present == null) {
      return 0;
    }
    var known = counted;
    if (known == null || known.stand() != present) {
      known = new Counted(present, Folders.bytes(folder));
      counted = known;
    }
    return known.bytes();
  }

  private record Counted(Stand stand, long bytes) {}

  /// How much text waits to be committed.
  long bytes() {
    return bytes.get();
  }

  /// Closes the writers, unless it is being filled.
  boolean rest() {
    return ifIdle(() -> closeShelves());
  }

  /// Closes everything, unless it is being filled.
  boolean sleep() {
    return ifIdle(
        () -> {
          closeShelves();
          retire();
          workshop.open().remove(this);
        });
  }

  private boolean ifIdle(Writing writing) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (pending || dropped || committing) {
        return false;
      }
      if (uncommitted) {
        commitPublished();
      }
      writing.run();
      return true;
    } catch (IOException | AlreadyClosedException e) {
      fallBack();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void retire() {
    var present = stand;
    stand = null;
    if (present != null) {
      present.retire();
    }
  }

  private void closeShelves() throws IOException {
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

  /// After a failure: what was not committed is gone, and what was is shown.
  private void fallBack() {
    try {
      closeShelves();
    } catch (IOException | AlreadyClosedException e) {
      // It has failed before; what counts is what is on the disk.
      verified = false;
    }
    pending = false;
    uncommitted = false;
    bytes.set(0);
    turn.signalAll();
    position = committed == null ? LogPosition.START : committed.position();
    retire();
  }

  /// Commits what can be, and closes everything.
  void close() {
    lock.lock();
    try {
      awaitCommitted();
      if (!dropped && !pending && uncommitted) {
        commitPublished();
      }
      closeShelves();
      retire();
    } catch (IOException | AlreadyClosedException e) {
      fallBack();
      throw Broken.because(e);
    } finally {
      dropped = true;
      workshop.open().remove(this);
      lock.unlock();
    }
  }

  /// Closes everything and removes the files.
  void drop() {
    lock.lock();
    try {
      awaitCommitted();
      dropped = true;
      pending = false;
      uncommitted = false;
      fallBack();
      position = LogPosition.START;
      workshop.open().remove(this);
      Folders.delete(folder);
    } catch (IOException e) {
      throw Broken.because(e);
    } finally {
      lock.unlock();
    }
  }

  void forceMerge() {
    write(
        () -> {
          openNow().forceMerge();
          if (past != null || hasPast()) {
            openPast().forceMerge();
          }
          publish(position);
        });
  }
}
