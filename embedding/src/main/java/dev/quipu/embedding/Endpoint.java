package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.log.Hash;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An endpoint that speaks as OpenAI's does, and what is expected of it.
///
/// @param base to which `/embeddings` is appended, such as `http://127.0.0.1:11434/v1`
/// @param model as the endpoint names it
/// @param revision to be changed when the endpoint puts another model behind the name
/// @param key sent as a bearer token; null for none
/// @param dimension of the model; 0 to ask the endpoint when it is opened
/// @param passageTokens how many tokens a passage may have. Some endpoints cut off silently what is
///   longer than their model takes, so rather less than that.
/// @param questionPrefix what the model wants before a question
/// @param documentPrefix what the model wants before a document
public record Endpoint(
    URI base,
    String model,
    String revision,
    @Nullable Key key,
    int dimension,
    int passageTokens,
    String questionPrefix,
    String documentPrefix,
    Patience patience,
    Budget.Limits budget) {

  /// A key that is never printed.
  public record Key(String value) {

    /// Visible ASCII, as in a header; the message does not repeat it.
    public Key {
      if (value.isEmpty() || !value.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
        throw new IllegalArgumentException("a key has visible ASCII characters only");
      }
    }

    @Override
    public String toString() {
      return "***";
    }
  }

  /// How long and how often to try.
  ///
  /// @param batch how many texts to send at once
  /// @param timeout from sending a request to the end of its answer
  /// @param attempts in all
  /// @param firstWait before the second attempt; it doubles from one to the next
  /// @param longestWait an endpoint that asks for more is left alone, and whoever asked told so
  public record Patience(
      int batch, Duration timeout, int attempts, Duration firstWait, Duration longestWait) {

    public static final Patience DEFAULT =
        new Patience(32, Duration.ofSeconds(60), 5, Duration.ofMillis(500), Duration.ofSeconds(30));

    public Patience {
      if (batch < 1 || attempts < 1 || !timeout.isPositive() || firstWait.isNegative()) {
        throw new IllegalArgumentException("batch, attempts and timeout are positive");
      }
    }
  }

  public Endpoint {
    var scheme = String.valueOf(base.getScheme()).toLowerCase(Locale.ROOT);
    if (!List.of("http", "https").contains(scheme)
        || base.getHost() == null
        || base.getUserInfo() != null
        || base.getQuery() != null) {
      throw new IllegalArgumentException(
          "an endpoint is http(s)://host/path, without name, password or query");
    }
    if (dimension < 0 || passageTokens < 1 || model.isBlank()) {
      throw new IllegalArgumentException("a model has a name and takes tokens");
    }
  }

  /// With what suits most models.
  public static Endpoint of(URI base, String model, @Nullable Key key) {
    return new Endpoint(base, model, "", key, 0, 512, "", "", Patience.DEFAULT, Budget.Limits.NONE);
  }

  /// Reads `https://host/v1?model=NAME`, with more options behind it.
  ///
  /// @param key null for none
  /// @throws IllegalArgumentException that says what is wrong
  public static Endpoint parse(String address, @Nullable Key key) {
    int mark = address.indexOf('?');
    var options = new Options(mark < 0 ? "" : address.substring(mark + 1));
    return new Endpoint(
        URI.create(mark < 0 ? address : address.substring(0, mark)),
        options.text("model", ""),
        options.text("revision", ""),
        key,
        (int) options.number("dimension", 0),
        (int) options.number("tokens", 512),
        options.text("question-prefix", ""),
        options.text("document-prefix", ""),
        new Patience(
            (int) options.number("batch", Patience.DEFAULT.batch()),
            Duration.ofSeconds(
                options.number("timeout-seconds", Patience.DEFAULT.timeout().toSeconds())),
            (int) options.number("attempts", Patience.DEFAULT.attempts()),
            Patience.DEFAULT.firstWait(),
            Patience.DEFAULT.longestWait()),
        new Budget.Limits(
            options.number("texts-per-minute", Long.MAX_VALUE),
            options.number("tokens-per-minute", Long.MAX_VALUE),
            options.number("texts-per-day", Long.MAX_VALUE),
            options.number("tokens-per-day", Long.MAX_VALUE)));
  }

  /// What stands behind the question mark of an address.
  private static final class Options {

    private static final List<String> NAMES =
        List.of(
            "model",
            "revision",
            "dimension",
            "tokens",
            "question-prefix",
            "document-prefix",
            "batch",
            "timeout-seconds",
            "attempts",
            "texts-per-minute",
            "tokens-per-minute",
            "texts-per-day",
            "tokens-per-day");

    private final Map<String, String> values = new HashMap<>();

    Options(String text) {
      for (var option : text.split("&", -1)) {
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        if (!NAMES.contains(name) && !option.isEmpty()) {
          throw new IllegalArgumentException(
              "'" + name + "' is no option of an endpoint; there are " + String.join(", ", NAMES));
        }
        values.put(name, equals < 0 ? "" : URLDecoder.decode(option.substring(equals + 1), UTF_8));
      }
    }

    String text(String name, String otherwise) {
      return values.getOrDefault(name, otherwise);
    }

    long number(String name, long otherwise) {
      var value = values.get(name);
      if (value == null) {
        return otherwise;
      }
      if (!value.matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException("'" + name + "' is to be a whole number");
      }
      return Long.parseLong(value);
    }
  }

  URI address() {
    var text = base.toString();
    return URI.create((text.endsWith("/") ? text : text + "/") + "embeddings");
  }

  EmbeddingModel model(int dimension) {
    var full = String.join("\n", revision, questionPrefix, documentPrefix);
    return new EmbeddingModel(model, Hash.of(full.getBytes(UTF_8)).hex(), dimension, passageTokens);
  }
}
