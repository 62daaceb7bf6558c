package dev.quipu.embedding;

import dev.quipu.engine.embedding.EmbeddingFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// What may be sent to an endpoint that costs money. Thread-safe.
///
/// By the minute and the day of UTC; a start of the program begins anew.
public final class Budget {

  /// What is allowed in a minute and a day.
  public record Limits(
      long textsPerMinute, long tokensPerMinute, long textsPerDay, long tokensPerDay) {

    public static final Limits NONE =
        new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public Limits {
      if (Math.min(textsPerMinute, tokensPerMinute) < 1
          || Math.min(textsPerDay, tokensPerDay) < 1) {
        throw new IllegalArgumentException("a budget allows for something");
      }
    }
  }

  private final InstantSource clock;
  private final Window minute;
  private final Window day;

  Budget(Limits limits, InstantSource clock) {
    this.clock = clock;
    this.minute = new Window(ChronoUnit.MINUTES, limits.textsPerMinute, limits.tokensPerMinute);
    this.day = new Window(ChronoUnit.DAYS, limits.textsPerDay, limits.tokensPerDay);
  }

  /// All or nothing. What is larger than a whole budget is let through once in its time, since
  /// waiting would not help.
  synchronized void take(long texts, long tokens) throws EmbeddingFailure {
    var now = clock.instant();
    minute.turn(now);
    day.turn(now);
    for (var window : new Window[] {day, minute}) {
      if (window.isUsedUp(texts, tokens)) {
        throw new EmbeddingFailure.Transient(
            "The budget of the embedding endpoint is used up for this "
                + (window == day ? "day." : "minute."),
            Duration.between(now, window.end()),
            null);
      }
    }
    minute.add(texts, tokens);
    day.add(texts, tokens);
  }

  private static final class Window {

    private final ChronoUnit unit;
    private final long maxTexts;
    private final long maxTokens;
    private Instant begin = Instant.EPOCH;
    private long texts;
    private long tokens;

    Window(ChronoUnit unit, long maxTexts, long maxTokens) {
      this.unit = unit;
      this.maxTexts = maxTexts;
      this.maxTokens = maxTokens;
    }

    void turn(Instant now) {
      var current = now.truncatedTo(unit);
      if (!current.equals(begin)) {
        begin = current;
        texts = 0;
        tokens = 0;
      }
    }

    boolean isUsedUp(long moreTexts, long moreTokens) {
      return texts > 0 && (moreTexts > maxTexts - texts || moreTokens > maxTokens - tokens);
    }

    void add(long moreTexts, long moreTokens) {
      texts += moreTexts;
      tokens += moreTokens;
    }

    Instant end() {
      return begin.plus(1, unit);
    }
  }
}
