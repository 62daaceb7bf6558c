package dev.quipu.embedding;

import dev.quipu.embedding.EndpointAnswer.Garbled;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Asks an endpoint until it answers, as often as its patience goes. Thread-safe.
///
/// Redirects are not followed, because the key would go with them.
final class EndpointClient implements AutoCloseable {

  /// What came of asking once.
  private sealed interface Outcome {}

  /// What came of asking.
  sealed interface Answer {}

  private record Settled(Answer answer) implements Outcome {}

  /// One for each text.
  record Vectors(List<Vector> vectors) implements Answer {}

  /// It takes one of the texts, or the request, for wrong.
  record Refusal(int status) implements Answer {}

  /// It fails again and again: at one of the texts, or at whatever it is asked.
  record Failure(EmbeddingFailure.Transient why) implements Answer {}

  /// Not this time.
  ///
  /// @param least what the endpoint asks for; null if nothing
  /// @param mayBeText whether it may fail at one of the texts, and not at others
  private record Again(
      String why, @Nullable Duration least, boolean mayBeText, @Nullable Throwable cause)
      implements Outcome {}

  /// Somebody waits for what a question means, and not for longer pauses than this.
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Endpoint endpoint;
  private final InstantSource clock;
  private final HttpClient http;
  private final JsonWriter writer = new JsonWriter();

  /// Ends the waits between attempts.
  private final CountDownLatch closed = new CountDownLatch(1);

  /// Until when the endpoint asks to be left alone, by whomever.
  private volatile Instant restsUntil = Instant.EPOCH;

  private EndpointClient(Endpoint endpoint, InstantSource clock, HttpClient http) {
    this.endpoint = endpoint;
    this.clock = clock;
    this.http = http;
  }

  static EndpointClient open(Endpoint endpoint, InstantSource clock) {
    var http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(endpoint.patience().timeout())
            .build();
    return new EndpointClient(endpoint, clock, http);
  }

  /// As often as its patience goes.
  Answer ask(List<String> texts) throws EmbeddingFailure {
    return ask(texts, endpoint.patience().attempts(), endpoint.patience().longestWait());
  }

  /// The same without long pauses.
  Answer askSoon(List<String> texts) throws EmbeddingFailure {
    var longest = endpoint.patience().longestWait();
    return ask(texts, endpoint.patience().attempts(), longest.compareTo(SOON) < 0 ? longest : SOON);
  }

  Answer askOnce(List<String> texts) throws EmbeddingFailure {
    return ask(texts, 1, Duration.ZERO);
  }

  private Answer ask(List<String> texts, int attempts, Duration longest) throws EmbeddingFailure {
    requireAwake();
    var request = request(texts);
    var wait = endpoint.patience().firstWait();
    for (int attempt = 1; ; attempt++) {
      Again again;
      switch (once(request, texts.size())) {
        case Settled(var answer) -> {
          return answer;
        }
        case Again later -> again = later;
      }
      var pause = longer(wait, longer(again.least, rest()));
      if (attempt == attempts || pause.compareTo(longest) > 0) {
        var failure =
            new EmbeddingFailure.Transient(
                "The embedding endpoint did not answer: " + again.why,
                "It is " + endpoint.address() + ".",
                pause,
                again.cause);
        if (again.mayBeText) {
          return new Failure(failure);
        }
        throw failure;
      }
      pause(pause);
      wait = wait.multipliedBy(2);
    }
  }

  private static Duration longer(@Nullable Duration one, Duration other) {
    return one == null || one.compareTo(other) < 0 ? other : one;
  }

  /// Sends nothing for as long as the endpoint has asked for.
  void requireAwake() throws EmbeddingFailure {
    var rest = rest();
    if (rest.isPositive()) {
      throw new EmbeddingFailure.Transient(
          "The embedding endpoint asks to be left alone for a while.",
          "It is " + endpoint.address() + ".",
          rest,
          null);
    }
  }

  /// How long it is to be left alone from now on.
  private Duration rest() {
    var rest = Duration.between(clock.instant(), restsUntil);
    return rest.isNegative() ? Duration.ZERO : rest;
  }

  EmbeddingFailure refusesAll(Refusal refusal) {
    return new EmbeddingFailure.Permanent(
        "The embedding endpoint refuses every text with status " + refusal.status + ".",
        "It is " + endpoint.address() + ".",
        "See whether it has the model " + endpoint.model() + " and takes the key.",
        null);
  }

  private HttpRequest request(List<String> texts) {
    var body =
        JsonObject.of(
            "model",
            Json.of(endpoint.model()),
            "input",
            JsonArray.ofTexts(texts.stream().map(EndpointClient::sendable).toList()),
            "encoding_format",
            Json.of("float"));
    var request =
        HttpRequest.newBuilder(endpoint.address())
            .timeout(endpoint.patience().timeout())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(writer.compact(body)));
    var key = endpoint.key();
    if (key != null) {
      request.header("Authorization", "Bearer " + key.value());
    }
    return request.build();
  }

  /// Without control characters, which mean nothing to a model and much to some servers.
  private static String sendable(String text) {
    var sendable = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' ? ' ' : c)
        .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .forEach(sendable::appendCodePoint);
    return sendable.toString();
  }

  private Outcome once(HttpRequest request, int texts) throws EmbeddingFailure {
    HttpResponse<byte[]> response;
    try {
      response = send(request);
    } catch (IOException | TimeoutException e) {
      return new Again(e.getClass().getSimpleName() + ".", null, false, e);
    }
    int status = response.statusCode();
    return switch (status) {
      case 200 -> answer(response.body(), texts);
      case 400, 413, 422 -> new Settled(new Refusal(status));
      case 408, 425, 429 -> new Again("status " + status + ".", rested(response), false, null);
      default -> {
        if (status < 500) {
          throw refusesAll(new Refusal(status));
        }
        var least = rested(response);
        yield new Again("status " + status + ".", least, least == null, null);
      }
    };
  }

  private static Outcome answer(byte[] body, int texts) {
    try {
      return new Settled(new Vectors(EndpointAnswer.read(body, texts)));
    } catch (Garbled e) {
      return new Again("what it sent is no answer. " + e.getMessage(), null, true, e);
    }
  }

  /// The request's own timeout ends with the answer's head; a body may come in drops for ever.
  private HttpResponse<byte[]> send(HttpRequest request)
      throws IOException, TimeoutException, EmbeddingFailure {
    var handler = BodyHandlers.limiting(BodyHandlers.ofByteArray(), EndpointAnswer.MAX_BYTES);
    var answer = http.sendAsync(request, handler);
    try {
      return answer.get(endpoint.patience().timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      answer.cancel(true);
    }
  }

  /// What it asks for, which holds for all that is sent; null if nothing.
  private @Nullable Duration rested(HttpResponse<?> response) {
    var least = retryAfter(response);
    if (least != null) {
      restsUntil = clock.instant().plus(least);
    }
    return least;
  }

  private @Nullable Duration retryAfter(HttpResponse<?> response) {
    var text = response.headers().firstValue("Retry-After").orElse("").strip();
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      var wait = Duration.between(clock.instant(), at);
      return wait.isNegative() ? null : wait;
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /// Nothing is asked for so long.
  void pause(Duration pause) throws EmbeddingFailure {
    try {
      if (closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new EmbeddingFailure.Transient("The embedder was closed.", Duration.ZERO, null);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static EmbeddingFailure interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new EmbeddingFailure.Transient("Embedding was interrupted.", Duration.ZERO, e);
  }

  /// What is under way fails.
  @Override
  public void close() {
    closed.countDown();
    http.shutdownNow();
  }
}
