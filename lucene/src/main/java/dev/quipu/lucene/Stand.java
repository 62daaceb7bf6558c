package dev.quipu.lucene;

import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.DirectoryReader;
import org.jspecify.annotations.Nullable;

/// A generation as it was published at one position. Its readers are closed when another has taken
/// its place and the last view has left.
final class Stand {

  /// Opens `past`.
  interface Opening {
    @Nullable DirectoryReader open() throws IOException;
  }

  private final LogPosition position;
  private final @Nullable DirectoryReader now;
  private final Opening opening;
  private @Nullable DirectoryReader past;
  private boolean pastOpened;
  private int users;
  private boolean retired;

  /// @param now null if there is nothing
  /// @param past null if it is still to be opened
  Stand(
      LogPosition position,
      @Nullable DirectoryReader now,
      @Nullable DirectoryReader past,
      Opening opening) {
    this.position = position;
    this.now = now;
    this.past = past;
    this.pastOpened = past != null;
    this.opening = opening;
  }

  LogPosition position() {
    return position;
  }

  @Nullable DirectoryReader now() {
    return now;
  }

  /// Opens it if that has not been done. For somebody who has entered, or holds the generation's
  /// lock.
  synchronized @Nullable DirectoryReader past() throws IOException {
    if (!pastOpened) {
      past = opening.open();
      pastOpened = true;
    }
    return past;
  }

  /// The reader of `past` if it is open.
  synchronized @Nullable DirectoryReader openedPast() {
    return past;
  }

  synchronized boolean enter() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  synchronized void leave() {
    users--;
    closeIfLeft();
  }

  synchronized void retire() {
    retired = true;
    closeIfLeft();
  }

  private void closeIfLeft() {
    if (!retired || users > 0) {
      return;
    }
    try {
      if (now != null) {
        now.decRef();
      }
      if (past != null) {
        past.decRef();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
