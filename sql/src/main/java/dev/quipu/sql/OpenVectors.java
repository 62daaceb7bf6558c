package dev.quipu.sql;

import dev.quipu.sql.Writer.Result;
import java.util.function.Function;

/// Tables of vectors in a database that is open: one connection writes, a few read.
///
/// None of them is a connection of the log's, so that nobody who writes it waits for a vector.
final class OpenVectors implements VectorAccess {

  private static final String SELECT_LOG = "SELECT log_id FROM vector_source WHERE place = 1";
  private static final String SELECT_LAST_SHELF =
      "SELECT last_shelf FROM vector_source WHERE place = 1";
  private static final String INSERT_SOURCE =
      "INSERT INTO vector_source (place, log_id, last_shelf) VALUES (1, ?, ?)";

  private final Database database;
  private final Writer writer;
  private final Readers readers;
  private final boolean startedOver;

  private OpenVectors(Database database, Session writer, boolean startedOver) {
    this.database = database;
    this.writer = new Writer(database, writer);
    this.readers = database.readers();
    this.startedOver = startedOver;
  }

  /// @param logId what was made from another log is thrown away
  static OpenVectors open(Database database, String logId) {
    var writer = database.retries().run(database::openWriter);
    try {
      Migrations.VECTORS.run(writer);
      boolean startedOver = adopt(writer, logId);
      if (startedOver) {
        database.keepInShape(writer, true);
      }
      return new OpenVectors(database, writer, startedOver);
    } catch (RuntimeException | Error e) {
      writer.close();
      throw e;
    }
  }

  /// Whether something was there from another log.
  private static boolean adopt(Session session, String logId) {
    session.dialect().beginAlone(session);
    var found = session.sql(SELECT_LOG).first(Row::text);
    boolean foreign = found != null && !found.equals(logId);
    if (foreign || found == null) {
      long last = foreign ? session.sql(SELECT_LAST_SHELF).all(Row::number).getFirst() : 0;
      if (foreign) {
        Migrations.VECTORS.startOver(session);
      }
      session.sql(INSERT_SOURCE).text(logId).number(last).run();
    }
    session.commit();
    return foreign;
  }

  /// Whether what was there came from another log, and is gone.
  boolean hasStartedOver() {
    return startedOver;
  }

  @Override
  public <T> T reading(Function<Session, T> question) {
    return database.retries().run(() -> readingOnce(question));
  }

  private <T> T readingOnce(Function<Session, T> question) {
    var session = readers.borrow();
    try {
      session.beginReading();
      var answer = question.apply(session);
      session.commit();
      return answer;
    } catch (RuntimeException e) {
      throw session.judged(e);
    } finally {
      readers.giveBack(session);
    }
  }

  @Override
  public <T> T writing(Function<Session, Result<T>> transaction) {
    return database.retries().run(() -> writer.run(transaction));
  }

  @Override
  public void scrub() {
    writing(
        session -> {
          database.scrub(session);
          return new Result<>(true, true);
        });
  }

  /// The writer's connection goes last: only one that may write can leave SQLite's file whole.
  @Override
  public void close() {
    if (writer.stop()) {
      readers.close();
      writer.close();
      database.close();
    }
  }
}
