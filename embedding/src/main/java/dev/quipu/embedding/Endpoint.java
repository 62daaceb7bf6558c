package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.EmbeddedTexts;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.model.log.Hash;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An endpoint that speaks as OpenAI's does, and what is expected of it.
///
/// @param base to which `/embeddings` is appended, such as `http://127.0.0.1:11434/v1`
/// @param name by which we know the model: that of its vectors
/// @param model as the endpoint names it
/// @param revision to be changed when the endpoint puts another model behind the name
/// @param key sent as a bearer token; null for none
/// @param dimension of the model; 0 to ask the endpoint when it is opened
/// @param passageTokens how many tokens a passage may have. Some endpoints cut off silently what is
///   longer than their model takes, so rather less than that.
/// @param questionPrefix what the model wants before a question
/// @param documentPrefix what the model wants before a document
/// @param letters of the texts that the model understands
public record Endpoint(
    URI base,
    String name,
    String model,
    String revision,
    @Nullable Key key,
    int dimension,
    int passageTokens,
    String questionPrefix,
    String documentPrefix,
    Letters letters,
    Patience patience,
    Budget.Limits budget) {

  static final String NO_ADDRESS =
      "an endpoint is http(s)://host/path, without name, password or query";

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
    if (!isAddress(base)) {
      throw new IllegalArgumentException(NO_ADDRESS);
    }
    if (dimension < 0 || passageTokens < 1 || model.isBlank() || name.isBlank()) {
      throw new IllegalArgumentException("a model has a name and takes tokens");
    }
  }

  static boolean isAddress(URI base) {
    var scheme = String.valueOf(base.getScheme()).toLowerCase(Locale.ROOT);
    return List.of("http", "https").contains(scheme)
        && base.getHost() != null
        && base.getUserInfo() == null
        && base.getQuery() == null;
  }

  /// With what suits most models.
  public static Endpoint of(URI base, String model, @Nullable Key key) {
    return new Endpoint(
        base,
        model,
        model,
        "",
        key,
        0,
        512,
        "",
        "",
        Letters.ALL,
        Patience.DEFAULT,
        Budget.Limits.NONE);
  }

  /// Reads `https://host/v1?model=NAME`, with more options behind it.
  ///
  /// @param key null for none
  /// @throws IllegalArgumentException that says all that is wrong
  public static Endpoint parse(String address, @Nullable Key key) {
    int mark = address.indexOf('?');
    var options = new EndpointOptions(mark < 0 ? "" : address.substring(mark + 1));
    var base = options.base(mark < 0 ? address : address.substring(0, mark));
    var model = options.text("model");
    var name = options.text("name", model);
    var revision = options.text("revision");
    int dimension = options.number("dimension", 0, 0);
    int tokens = options.number("tokens", 1, 512);
    var questionPrefix = options.text("question-prefix");
    var documentPrefix = options.text("document-prefix");
    var letters = options.letters();
    int batch = options.number("batch", 1, EmbeddedTexts.BATCH_PASSAGES, Patience.DEFAULT.batch());
    long timeout =
        options.number("timeout-seconds", 1, (int) Patience.DEFAULT.timeout().toSeconds());
    int attempts = options.number("attempts", 1, Patience.DEFAULT.attempts());
    long textsPerMinute = options.limit("texts-per-minute");
    long tokensPerMinute = options.limit("tokens-per-minute");
    long textsPerDay = options.limit("texts-per-day");
    long tokensPerDay = options.limit("tokens-per-day");
    options.check();
    return new Endpoint(
        base,
        name,
        model,
        revision,
        key,
        dimension,
        tokens,
        questionPrefix,
        documentPrefix,
        letters,
        new Patience(
            batch,
            Duration.ofSeconds(timeout),
            attempts,
            Patience.DEFAULT.firstWait(),
            Patience.DEFAULT.longestWait()),
        new Budget.Limits(textsPerMinute, tokensPerMinute, textsPerDay, tokensPerDay));
  }

  URI address() {
    var text = base.toString();
    return URI.create((text.endsWith("/") ? text : text + "/") + "embeddings");
  }

  EmbeddingModel model(int dimension) {
    var full = String.join("\n", revision, questionPrefix, documentPrefix);
    return new EmbeddingModel(name, Hash.of(full.getBytes(UTF_8)).hex(), dimension, passageTokens);
  }
}
