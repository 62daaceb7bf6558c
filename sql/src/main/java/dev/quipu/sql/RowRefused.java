package dev.quipu.sql;

/// The engine does not take a row: one with its key is already there, or it cannot hold a value; or
/// one that is to be changed is not there. A mistake of the unit that did it; the others of its
/// group go on.
@SuppressWarnings("serial")
final class RowRefused extends IllegalStateException {

  RowRefused(Throwable cause) {
    super("the database does not take this row", cause);
  }

  RowRefused(String why) {
    super(why);
  }
}
