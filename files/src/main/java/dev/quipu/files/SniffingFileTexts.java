package dev.quipu.files;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Looks at a file and has it read by who can: text here, documents and pictures by [Children].
public final class SniffingFileTexts implements FileTexts {

  private final PlainFileTexts plain = new PlainFileTexts();
  private final Children children;
  private final Duration patience;

  /// A text takes several times its size while it is read.
  private final Semaphore texts = new Semaphore(Limits.FILES.atOnce());

  private final Semaphore documents = new Semaphore(Limits.FILES.atOnce());

  private SniffingFileTexts(Children children, Duration patience) {
    this.children = children;
    this.patience = patience;
  }

  /// Starts nothing yet.
  ///
  /// @param program that documents are read by
  /// @param scratch a folder for what is needed meanwhile; nobody else's
  public static SniffingFileTexts open(ChildProgram program, Path scratch) {
    return open(program, scratch, Limits.FILES.patience());
  }

  static SniffingFileTexts open(ChildProgram program, Path scratch, Duration patience) {
    return new SniffingFileTexts(Children.open(program, scratch, patience), patience);
  }

  @Override
  public FileText read(FileSource source) throws Unreadable, IOException {
    if (source.size() > Limits.FILES.maxBytes()) {
      throw tooLarge();
    }
    try (var content = new BufferedInputStream(source.content().open(), Sniffer.LOOK)) {
      content.mark(Sniffer.LOOK);
      var head = content.readNBytes(Sniffer.LOOK);
      content.reset();
      return switch (Sniffer.sort(head, source)) {
        case Sort.Text sort -> read(sort, content, source);
        // Perhaps there is something behind it.
        case Sort.Blank _ -> read(Sort.Text.PLAIN, content, source);
        case Sort.Document sort -> read(sort, source);
        case Sort.Other _ -> throw new Unreadable(Unreadable.Kind.UNSUPPORTED);
      };
    }
  }

  private FileText read(Sort.Text sort, InputStream content, FileSource source)
      throws Unreadable, IOException {
    acquire(texts);
    try {
      return plain.read(sort, content, source);
    } finally {
      texts.release();
    }
  }

  private FileText read(Sort.Document sort, FileSource source) throws Unreadable, IOException {
    acquire(documents);
    try {
      return children.read(sort, source);
    } finally {
      documents.release();
    }
  }

  private void acquire(Semaphore gate) {
    try {
      if (gate.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new Unavailable(
        "files.busy", "Too many files are being read already.", Duration.ofSeconds(5));
  }

  static Unreadable tooLarge() {
    return new Unreadable(
        Unreadable.Kind.TOO_LARGE,
        "Files of more than " + (Limits.FILES.maxBytes() >> 20) + " MB are kept, but not read.");
  }

  @Override
  public void close() {
    children.close();
  }
}
