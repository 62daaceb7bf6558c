package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Passages;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A model behind an endpoint that speaks as OpenAI's does: Ollama, vLLM, hosted ones.
///
/// That a vector does not depend on its company, this cannot promise for the endpoint.
public final class HttpEmbedder implements Embedder {

  /// Visible bytes of UTF-8 to a token. English has about four and other languages of Europe about
  /// three; a text that has fewer comes out longer than it was taken for.
  private static final int BYTES_PER_TOKEN = 3;

  /// What any model takes, to tell a text that is refused from an endpoint that refuses all.
  private static final String PROBE = "hello";

  private final Endpoint endpoint;
  private final EndpointClient client;
  private final Budget budget;
  private final EmbeddingModel model;

  private HttpEmbedder(
      Endpoint endpoint, EndpointClient client, Budget budget, EmbeddingModel model) {
    this.endpoint = endpoint;
    this.client = client;
    this.budget = budget;
    this.model = model;
  }

  /// Asks the endpoint nothing if its dimension is known.
  public static HttpEmbedder open(Endpoint endpoint, InstantSource clock) throws EmbeddingFailure {
    var client = EndpointClient.open(endpoint, clock);
    try {
      var budget = new Budget(endpoint.budget(), clock);
      int dimension = endpoint.dimension();
      if (dimension == 0) {
        budget.take(1, estimate(PROBE));
        dimension =
            switch (client.ask(List.of(PROBE))) {
              case EndpointClient.Vectors(var vectors) -> vectors.getFirst().dimension();
              case EndpointClient.Refusal refusal -> throw client.refusesAll(refusal);
            };
      }
      return new HttpEmbedder(endpoint, client, budget, endpoint.model(dimension));
    } catch (EmbeddingFailure | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public EmbeddingModel model() {
    return model;
  }

  @Override
  public int tokens(String text) {
    return estimate(text);
  }

  private static int estimate(String text) {
    long bytes =
        text.codePoints().filter(HttpEmbedder::isVisible).mapToLong(HttpEmbedder::bytes).sum();
    return Math.toIntExact(Math.ceilDiv(bytes, BYTES_PER_TOKEN));
  }

  private static long bytes(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  private static boolean isVisible(int c) {
    return !Character.isWhitespace(c)
        && !Character.isSpaceChar(c)
        && !Character.isISOControl(c)
        && Character.getType(c) != Character.FORMAT;
  }

  @Override
  public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
    var embedded = new @Nullable Embedded[texts.size()];
    var batch = new ArrayList<Integer>();
    for (int i = 0; i < embedded.length; i++) {
      int tokens = estimate(texts.get(i));
      if (tokens == 0) {
        embedded[i] = Unembeddable.EMPTY;
      } else if (tokens > model.passageTokens()) {
        embedded[i] = Unembeddable.tooLong(tokens, model.passageTokens());
      } else {
        batch.add(i);
      }
      if (batch.size() == endpoint.patience().batch() || i == embedded.length - 1) {
        var answers =
            batch(batch.stream().map(at -> endpoint.documentPrefix() + texts.get(at)).toList());
        for (int j = 0; j < answers.size(); j++) {
          embedded[batch.get(j)] = answers.get(j);
        }
        batch.clear();
      }
    }
    return Stream.of(embedded).map(Objects::requireNonNull).toList();
  }

  /// One that is longer than the model takes is the mean of its passages.
  @Override
  public Embedded query(String text) throws EmbeddingFailure {
    if (estimate(text) == 0) {
      return Unembeddable.EMPTY;
    }
    var prefix = endpoint.questionPrefix();
    int limit = Math.max(1, model.passageTokens() - estimate(prefix));
    var vectors = new ArrayList<Vector>();
    for (var part : new Passages(limit, HttpEmbedder::estimate).cut(text)) {
      switch (batch(List.of(prefix + part.of(text))).getFirst()) {
        case Vector vector -> vectors.add(vector);
        case Unembeddable none -> {
          return none;
        }
      }
    }
    return Vector.mean(vectors);
  }

  /// If a batch is refused, one by one: whose fault it is, the endpoint does not say.
  private List<Embedded> batch(List<String> inputs) throws EmbeddingFailure {
    if (inputs.isEmpty()) {
      return List.of();
    }
    budget.take(inputs.size(), inputs.stream().mapToLong(HttpEmbedder::estimate).sum());
    switch (client.ask(inputs)) {
      case EndpointClient.Vectors(var vectors) -> {
        return List.copyOf(fitting(vectors));
      }
      case EndpointClient.Refusal refusal when inputs.size() == 1 -> {
        if (client.ask(List.of(PROBE)) instanceof EndpointClient.Refusal also) {
          throw client.refusesAll(also);
        }
        return List.of(
            new Unembeddable("The endpoint refuses it with status " + refusal.status() + "."));
      }
      case EndpointClient.Refusal _ -> {
        var embedded = new ArrayList<Embedded>();
        for (var input : inputs) {
          embedded.addAll(batch(List.of(input)));
        }
        return embedded;
      }
    }
  }

  private List<Vector> fitting(List<Vector> vectors) throws EmbeddingFailure {
    for (var vector : vectors) {
      if (vector.dimension() != model.dimension()) {
        throw new EmbeddingFailure.Permanent(
            "The embedding endpoint gives vectors of "
                + vector.dimension()
                + " numbers where those of "
                + model.name()
                + " have "
                + model.dimension()
                + ".",
            "Name the model that is there now, with its dimension; its vectors are then made anew.",
            null);
      }
    }
    return vectors;
  }

  @Override
  public void close() {
    client.close();
  }
}
