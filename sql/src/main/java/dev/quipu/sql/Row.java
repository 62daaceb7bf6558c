package dev.quipu.sql;

import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A row of an answer, read column by column from left to right.
final class Row {

  private final Session session;
  private final ResultSet results;
  private int read;

  Row(Session session, ResultSet results) {
    this.session = session;
    this.results = results;
  }

  Row again() {
    read = 0;
    return this;
  }

  @Nullable String textOrNull() {
    try {
      return results.getString(++read);
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  byte @Nullable [] bytesOrNull() {
    try {
      return results.getBytes(++read);
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  long number() {
    try {
      return results.getLong(++read);
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  @Nullable Long numberOrNull() {
    try {
      long number = results.getLong(++read);
      return results.wasNull() ? null : number;
    } catch (SQLException e) {
      throw session.translated(e);
    }
  }

  String text() {
    return present(textOrNull());
  }

  byte[] bytes() {
    return present(bytesOrNull());
  }

  int integer() {
    return Math.toIntExact(number());
  }

  boolean flag() {
    return number() != 0;
  }

  LogPosition position() {
    return new LogPosition(number());
  }

  Instant instant() {
    return Micros.toInstant(number());
  }

  Hash hash() {
    return Hash.copyOf(bytes());
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("a column that is never null is null");
    }
    return value;
  }
}
