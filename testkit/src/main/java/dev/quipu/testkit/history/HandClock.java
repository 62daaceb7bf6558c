package dev.quipu.testkit.history;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that is set by hand, forward or back.
public final class HandClock implements InstantSource {

  private volatile Instant now;

  public HandClock(Instant now) {
    this.now = now;
  }

  public void set(Instant now) {
    this.now = now;
  }

  public void move(Duration by) {
    set(now.plus(by));
  }

  @Override
  public Instant instant() {
    return now;
  }
}
