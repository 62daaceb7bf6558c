package dev.quipu.sql;

/// A database of one engine: how connections to it come about, and what it needs beside them.
interface Database extends AutoCloseable {

  /// Opens a connection for the writer.
  ///
  /// @throws Passing if trying again may help
  Session openWriter();

  Readers readers();

  Retries retries();

  boolean hasOtherWriters();

  /// Called by the writer after each transaction, which is durable by then.
  ///
  /// @param erased whether something was taken away that should not be found on the disk any more
  void keepInShape(Session writer, boolean erased);

  /// Called by the writer between two transactions, once all of a tenant was erased.
  void scrub(Session writer);

  /// Comes after all connections are closed.
  @Override
  void close();
}
