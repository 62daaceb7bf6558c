package dev.quipu.sql;

/// Something went wrong that may go right on another connection. Nothing of what was tried is
/// there.
@SuppressWarnings("serial")
final class Passing extends RuntimeException {

  private final RuntimeException outage;

  /// @param outage what to tell the caller if trying again does not help
  Passing(RuntimeException outage) {
    super(outage);
    this.outage = outage;
  }

  RuntimeException outage() {
    return outage;
  }
}
