package dev.quipu.embedding;

import dev.quipu.engine.embedding.EmbeddingFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

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

  /// Takes as many texts as there is room for, from the first one on. Returns how many: at least
  /// one. A text with more tokens than a whole budget is let through if nothing was sent before it,
  /// since waiting would not help.
  ///
  /// @param tokens of each text
  synchronized int takeSome(List<Integer> tokens) throws EmbeddingFailure {
    return take(tokens, 1);
  }

  /// All or nothing: for what is of no use in part.
  synchronized void takeAll(List<Integer> tokens) throws EmbeddingFailure {
    int _ = take(tokens, tokens.size());
  }

  private int take(List<Integer> tokens, int least) throws EmbeddingFailure {
    var now = clock.instant();
    minute.turn(now);
    day.turn(now);
    for (var window : List.of(day, minute)) {
      if (window.room(tokens) < least) {
        throw new EmbeddingFailure.Transient(
            "The budget of the embedding endpoint is used up for this "
                + (window == day ? "day." : "minute."),
            Duration.between(now, window.end()),
            null);
      }
    }
    int taken = Math.min(day.room(tokens), minute.room(tokens));
    minute.add(tokens.subList(0, taken));
    day.add(tokens.subList(0, taken));
    return taken;
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

    /// How many of these there is room for, from the first one on.
    int room(List<Integer> sizes) {
      int fitting = 0;
      long held = tokens;
      for (int size : sizes) {
        if (texts + fitting >= maxTexts || (held > 0 && size > maxTokens - held)) {
          break;
        }
        held += size;
        fitting++;
      }
      return fitting;
    }

    void add(List<Integer> sizes) {
      texts += sizes.size();
      sizes.forEach(size -> tokens += size);
    }

    Instant end() {
      return begin.plus(1, unit);
    }
  }
}
