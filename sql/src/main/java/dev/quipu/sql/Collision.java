package dev.quipu.sql;

/// A row was put where one already is. A mistake of the unit that did it: the others of its group
/// go on.
@SuppressWarnings("serial")
final class Collision extends IllegalStateException {

  Collision(Throwable cause) {
    super("a row with this key is already there", cause);
  }
}
