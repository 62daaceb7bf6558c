package dev.quipu.sql;

import dev.quipu.sql.Writer.Result;
import java.util.function.Function;

/// The tables of vectors, for one question or one transaction at a time. Thread-safe.
interface VectorAccess extends AutoCloseable {

  <T> T reading(Function<Session, T> question);

  /// Runs a transaction, which may be run again from its beginning.
  <T> T writing(Function<Session, Result<T>> transaction);

  /// Sees to it that what was erased is not on the disk any more.
  void scrub();

  @Override
  void close();
}
