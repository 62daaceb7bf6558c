package dev.quipu.model.object;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.json.Iso8601;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How the memories of an agent begin: its `default_memory_policy`, read. Written as
/// `ttl_seconds=86400; importance=0.3; confidence=0.8; memories=off`, each part optional.
///
/// @param ttlSeconds how long a memory lives from the beginning of its validity
public record MemoryPolicy(
    boolean remembers,
    @Nullable Long ttlSeconds,
    @Nullable Double givenImportance,
    @Nullable Double givenConfidence) {

  public static final MemoryPolicy NONE = new MemoryPolicy(true, null, null, null);

  private static final long MAX_TTL = 36_500L * 86_400;

  /// Thrown with what is wrong with the text.
  @SuppressWarnings("serial")
  public static final class Unreadable extends RuntimeException {

    private Unreadable(String part) {
      super(
          "Write parts such as ttl_seconds=86400; importance=0.3; confidence=0.8; memories=off."
              + " Not understood: "
              + part);
    }
  }

  public static MemoryPolicy read(String text) {
    var policy = NONE;
    for (var part : text.split(";", -1)) {
      if (!part.isBlank()) {
        policy = policy.with(part.strip());
      }
    }
    return policy;
  }

  /// For a text that may have been written before there was a form to it.
  public static MemoryPolicy readOrNone(String text) {
    try {
      return read(text);
    } catch (Unreadable e) {
      return NONE;
    }
  }

  public double importance(double otherwise) {
    return givenImportance == null ? otherwise : givenImportance;
  }

  public double confidence(double otherwise) {
    return givenConfidence == null ? otherwise : givenConfidence;
  }

  /// The envelope of a memory that begins then: the shortest life in force wins.
  public Envelope limited(Envelope envelope, Instant since) {
    return ttlSeconds == null
        ? envelope
        : envelope.endingBy(Iso8601.later(since, Duration.ofSeconds(ttlSeconds)));
  }

  private MemoryPolicy with(String part) {
    int split = part.indexOf('=');
    if (split < 0) {
      throw new Unreadable(part);
    }
    var value = part.substring(split + 1).strip();
    try {
      return switch (part.substring(0, split).strip()) {
        case "ttl_seconds" ->
            new MemoryPolicy(
                remembers, ttl(Long.parseLong(value), part), givenImportance, givenConfidence);
        case "importance" ->
            new MemoryPolicy(
                remembers, ttlSeconds, share(Double.parseDouble(value), part), givenConfidence);
        case "confidence" ->
            new MemoryPolicy(
                remembers, ttlSeconds, givenImportance, share(Double.parseDouble(value), part));
        case "memories" ->
            switch (value) {
              case "on" -> new MemoryPolicy(true, ttlSeconds, givenImportance, givenConfidence);
              case "off" -> new MemoryPolicy(false, ttlSeconds, givenImportance, givenConfidence);
              default -> throw new Unreadable(part);
            };
        default -> throw new Unreadable(part);
      };
    } catch (NumberFormatException e) {
      throw new Unreadable(part);
    }
  }

  private static long ttl(long seconds, String part) {
    if (seconds < 1 || seconds > MAX_TTL) {
      throw new Unreadable(part);
    }
    return seconds;
  }

  private static double share(double value, String part) {
    if (!(value >= 0 && value <= 1)) {
      throw new Unreadable(part);
    }
    return value;
  }
}
