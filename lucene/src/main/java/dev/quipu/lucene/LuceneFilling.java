package dev.quipu.lucene;

import dev.quipu.engine.index.FiledDocument;
import dev.quipu.engine.index.Filling;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/// Documents of one kind and tenant, in two indexes ([Shelves]).
///
/// Of a document that is moved from one to the other, both know at the same moment: they are
/// published as one [Stand] and committed as one. Nothing is committed between a putting and its
/// publishing.
///
/// @param <D> the kind
abstract sealed class LuceneFilling<D extends FiledDocument> implements Filling<D>
    permits LuceneGeneration, LuceneVectors {

  private final Workshop workshop;
  private final TenantId tenant;
  private final int number;
  private final Layout<D> layout;
  private final Shelves shelves;
  private final ReentrantLock lock = new ReentrantLock();

  /// That something was published, or a commit decided or done.
  private final Condition turn = lock.newCondition();

  private boolean complete;
  private boolean dropped;

  /// Something was put and not yet published.
  private boolean pending;

  /// Something was published and not yet committed.
  private boolean uncommitted;

  /// What whoever fills it has put or builds upon is gone, and they do not know yet: a commit
  /// beside them has failed. They are told at their next step, whatever it is, and begin again;
  /// else they would publish a position at which something is missing.
  private boolean lost;

  /// Somebody is about to commit, and goes first once all that was put is published.
  private boolean wanted;

  /// A commit is on its way to the disk.
  private boolean committing;

  private final AtomicLong bytes = new AtomicLong();
  private volatile long lastUsed = System.nanoTime();
  private volatile LogPosition position;
  private volatile @Nullable Stand stand;
  private volatile @Nullable Counted counted;

  LuceneFilling(Workshop workshop, TenantId tenant, Layout<D> layout, Home.Place place) {
    this.workshop = workshop;
    this.tenant = tenant;
    this.number = place.number();
    this.layout = layout;
    this.shelves = new Shelves(workshop, this, layout, place.folder(), place.committed());
    this.complete = place.complete();
    this.position = shelves.position();
  }

  @Override
  public TenantId tenant() {
    return tenant;
  }

  /// Rises with every new one of its home.
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
  public void put(List<D> documents) {
    write(
        () -> {
          var pages = layout.pages();
          for (var document : documents) {
            put(document, pages);
          }
        });
  }

  private void put(D document, Layout.Pages<D> pages) throws IOException {
    var key = Documents.key(document.key());
    bytes.addAndGet(layout.bytes(document));
    var kept = document.envelope().indexed() ? pages.of(document) : List.<Document>of();
    boolean open = document.filed().knownTo().equals(LogPosition.FOREVER);
    if (!kept.isEmpty() && open) {
      openNow().put(key, kept);
    } else {
      openNow().remove(key);
    }
    if (!kept.isEmpty() && !open) {
      openPast().put(key, kept);
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
    if (shelves.hasPast()) {
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
          var past = shelves.openedPast();
          if (past != null) {
            old = past.refresh(old);
          } else if (old != null) {
            old.incRef();
          }
          stand = new Stand(next, reader, old, shelves.readPast());
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
      requireKept();
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

  private void requireKept() {
    if (lost) {
      lost = false;
      throw Broken.goneBack();
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
    var opened = new Stand(position, shelves.readNow(), null, shelves.readPast());
    stand = opened;
    workshop.open().add(this);
    return opened;
  }

  private Shelf openNow() throws IOException {
    standing();
    return shelves.now();
  }

  private Shelf openPast() throws IOException {
    if (shelves.openedPast() == null) {
      // Before it changes: the present stand shows it as it is.
      standing().past();
    }
    return shelves.past();
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
      fallBackBeside();
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
    standing();
    var mark =
        shelves.commit(
            this::mark,
            () -> {
              decided();
              lock.unlock();
            });
    lockAgain();
    shelves.committed(mark);
  }

  /// Those who put may go on.
  private void decided() {
    uncommitted = false;
    bytes.set(0);
    wanted = false;
    turn.signalAll();
  }

  /// Commits while everybody waits, before something is closed.
  private void commitPublished() throws IOException {
    standing();
    shelves.committed(shelves.commit(this::mark, this::decided));
  }

  private CommitMark mark(long pastNumber) {
    return new CommitMark(
        workshop.logId(), layout.format(), position, number, complete, pastNumber);
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
      known = new Counted(present, shelves.bytes());
      counted = known;
    }
    return known.bytes();
  }

  private record Counted(Stand stand, long bytes) {}

  /// How much waits to be committed.
  long bytes() {
    return bytes.get();
  }

  /// Closes the writers, unless it is being filled.
  boolean rest() {
    return ifIdle(shelves::close);
  }

  /// Closes everything, unless it is being filled.
  boolean sleep() {
    return ifIdle(
        () -> {
          shelves.close();
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
      fallBackBeside();
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

  /// After a failure: what was not committed is gone, and what was is shown.
  private void fallBack() {
    try {
      shelves.close();
    } catch (IOException | AlreadyClosedException e) {
      // It has failed before; what counts is what is on the disk.
      shelves.distrust();
    }
    pending = false;
    uncommitted = false;
    bytes.set(0);
    turn.signalAll();
    position = shelves.position();
    retire();
  }

  /// The same, while somebody else may be filling it.
  private void fallBackBeside() {
    boolean unpublished = pending;
    var before = position;
    fallBack();
    lost |= unpublished || !before.equals(position);
  }

  /// Commits what can be, and closes everything.
  void close() {
    lock.lock();
    try {
      awaitCommitted();
      if (!dropped && !pending && uncommitted) {
        commitPublished();
      }
      shelves.close();
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
      shelves.delete();
    } catch (IOException e) {
      throw Broken.because(e);
    } finally {
      lock.unlock();
    }
  }

  void forceMerge() {
    write(
        () -> {
          standing().past();
          shelves.forceMerge();
          publish(position);
        });
  }
}
