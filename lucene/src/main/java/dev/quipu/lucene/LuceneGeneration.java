package dev.quipu.lucene;

import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
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

  /// What is on the disk; null if nothing is.
  private @Nullable CommitMark committed;

  private boolean complete;
  private boolean verified;
  private boolean dropped;
  private @Nullable Shelf now;
  private @Nullable Shelf past;

  /// Something was put and not yet published.
  private boolean pending;

  /// Something was published and not yet committed.
  private boolean uncommitted;

  private long bytes;
  private volatile long lastUsed = System.nanoTime();
  private volatile LogPosition position;
  private volatile @Nullable Stand stand;

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
          for (var document : documents) {
            put(document);
          }
        });
  }

  private void put(IndexDocument document) throws IOException {
    var key = Documents.key(document);
    bytes += document.texts().text().length();
    boolean indexed = document.envelope().indexed();
    boolean open = document.filed().knownTo().equals(LogPosition.FOREVER);
    if (indexed && open) {
      openNow().put(key, Documents.of(document));
    } else {
      openNow().remove(key);
    }
    if (indexed && !open) {
      openPast().put(key, Documents.of(document));
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
          stand = new Stand(next, reader, old, this::openCommittedPast);
          position = next;
          pending = false;
          uncommitted = true;
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
      requireThere();
      lastUsed = System.nanoTime();
      pending = true;
      writing.run();
    } catch (IOException | AlreadyClosedException e) {
      fallBack();
      throw Broken.because(e);
    } finally {
      lock.unlock();
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
    var opened = new Stand(position, reader, null, this::openCommittedPast);
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

  private @Nullable DirectoryReader openCommittedPast() throws IOException {
    var mark = committed;
    if (mark == null || mark.past() == 0) {
      return null;
    }
    workshop.makeRoomForReaders(this);
    var before = folder.resolve("past");
    return Commits.open(workshop, before, Commits.past(workshop, before, mark.past()));
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

  /// Commits what was published, if all that was put is.
  ///
  /// @return whether nothing is left to be committed
  boolean commit() {
    lock.lock();
    try {
      if (!uncommitted || dropped) {
        return !pending;
      }
      if (pending) {
        return false;
      }
      commitPublished();
      return true;
    } catch (IOException | AlreadyClosedException e) {
      fallBack();
      throw Broken.because(e);
    } finally {
      lock.unlock();
    }
  }

  private void commitPublished() throws IOException {
    long pastNumber = committed == null ? 0 : committed.past();
    if (past != null && past.changed()) {
      past.anchor(pastNumber);
      pastNumber++;
      past.commit(mark(pastNumber));
    }
    var mark = mark(pastNumber);
    openNow().commit(mark);
    committed = mark;
    uncommitted = false;
    bytes = 0;
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
          complete = true;
          pending = false;
          commitPublished();
        });
  }

  /// How much text waits to be committed.
  long bytes() {
    return bytes;
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
      if (pending || dropped) {
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
    bytes = 0;
    position = committed == null ? LogPosition.START : committed.position();
    retire();
  }

  /// Commits what can be, and closes everything.
  void close() {
    lock.lock();
    try {
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
