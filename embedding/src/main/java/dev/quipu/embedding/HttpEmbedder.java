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
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A model behind an endpoint that speaks as OpenAI's does: Ollama, vLLM, hosted ones.
///
/// That a vector does not depend on its company, this cannot promise for the endpoint.
final class HttpEmbedder implements Embedder {

  /// Visible bytes of UTF-8 to a token. English has about four and other languages of Europe about
  /// three; a text that has fewer comes out longer than it was taken for.
  private static final int BYTES_PER_TOKEN = 3;

  /// What any model takes, to tell a text that is refused from an endpoint that refuses all.
  private static final String PROBE = "hello";

  /// How often in a row a text fails by itself, and another beside it does not, until it is set
  /// aside.
  private static final int STRIKES = 3;

  private final Endpoint endpoint;
  private final EndpointClient client;
  private final Budget budget;
  private final EmbeddingModel model;

  /// What was refused or has failed together: one by one now, since the endpoint does not say whose
  /// fault it is.
  private volatile Set<String> doubted = Set.of();

  /// The one that is tried by itself; null if there is none.
  private volatile @Nullable Suspect suspect;

  /// A text that is tried by itself, for which the budget has been asked.
  ///
  /// @param fault that the endpoint finds with it; null if it has not answered
  /// @param strikes how often it has failed while another did not
  private record Suspect(String input, @Nullable Fault fault, int strikes) {

    static Suspect of(String input) {
      return new Suspect(input, null, 0);
    }

    Suspect with(@Nullable Fault found) {
      return new Suspect(input, found, strikes);
    }
  }

  /// What an endpoint does instead of making a vector.
  ///
  /// @param reason without a word of the text
  /// @param strikes after how many of them it is the text's
  private record Fault(String reason, int strikes) {

    static Fault refused(int status) {
      return new Fault("The endpoint refuses it with status " + status + ".", 1);
    }

    static Fault failed(EmbeddingFailure why) {
      return new Fault("The endpoint fails at it and not at others: " + why.told(), STRIKES);
    }
  }

  private HttpEmbedder(
      Endpoint endpoint, EndpointClient client, Budget budget, EmbeddingModel model) {
    this.endpoint = endpoint;
    this.client = client;
    this.budget = budget;
    this.model = model;
  }

  /// Asks the endpoint nothing if its dimension is known.
  ///
  /// @param budget that goes on though a model is closed and opened again
  static HttpEmbedder open(Endpoint endpoint, Budget budget, InstantSource clock)
      throws EmbeddingFailure {
    var client = EndpointClient.open(endpoint, clock);
    try {
      int dimension = endpoint.dimension();
      if (dimension == 0) {
        budget.takeAll(List.of(estimate(PROBE)));
        dimension =
            switch (client.ask(List.of(PROBE))) {
              case EndpointClient.Vectors(var vectors) -> vectors.getFirst().dimension();
              case EndpointClient.Refusal refusal -> throw client.refusesAll(refusal);
              case EndpointClient.Failure(var why) -> throw why;
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

  /// One request: what it has brought is not lost if the next one fails.
  @Override
  public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
    var inputs = new ArrayList<String>();
    var known = new ArrayList<Optional<Embedded>>();
    for (var text : texts) {
      var unfit = unfit(text);
      if (unfit.isEmpty() && inputs.size() == endpoint.patience().batch()) {
        break;
      }
      if (unfit.isEmpty()) {
        inputs.add(endpoint.documentPrefix() + text);
      }
      known.add(unfit);
    }
    var answers = inputs.isEmpty() ? Collections.<Embedded>emptyIterator() : first(inputs);
    var embedded = new ArrayList<Embedded>();
    for (var each : known) {
      if (each.isEmpty() && !answers.hasNext()) {
        break;
      }
      embedded.add(each.isEmpty() ? answers.next() : each.get());
    }
    return embedded;
  }

  /// Why a text need not be sent; empty if it is to be.
  private Optional<Embedded> unfit(String text) {
    int tokens = estimate(text);
    return tokens == 0
        ? Optional.of(Unembeddable.EMPTY)
        : tokens > model.passageTokens()
            ? Optional.of(Unembeddable.tooLong(tokens, model.passageTokens()))
            : Optional.empty();
  }

  /// One that is longer than the model takes is the mean of its passages.
  @Override
  public Embedded query(String text) throws EmbeddingFailure {
    if (estimate(text) == 0) {
      return Unembeddable.EMPTY;
    }
    var prefix = endpoint.questionPrefix();
    int limit = Math.max(1, model.passageTokens() - estimate(prefix));
    var inputs =
        new Passages(limit, HttpEmbedder::estimate)
            .cut(text).stream().map(part -> prefix + part.of(text)).toList();
    client.requireAwake();
    budget.takeAll(inputs.stream().map(HttpEmbedder::estimate).toList());
    var vectors = new ArrayList<Vector>();
    for (var input : inputs) {
      switch (client.askSoon(List.of(input))) {
        case EndpointClient.Vectors(var made) -> vectors.addAll(fitting(made));
        case EndpointClient.Refusal(int status) -> {
          takeProbe();
          return blamed(Fault.refused(status));
        }
        case EndpointClient.Failure(var why) -> {
          takeProbe();
          return blamed(Fault.failed(why));
        }
      }
    }
    return Vector.mean(vectors);
  }

  /// The answers to as many of these as may be sent now, from the first one on; at least one.
  private Iterator<Embedded> first(List<String> inputs) throws EmbeddingFailure {
    client.requireAwake();
    var some = inputs.stream().takeWhile(input -> !doubted.contains(input)).toList();
    if (some.isEmpty()) {
      return List.of(alone(inputs.getFirst())).iterator();
    }
    some = some.subList(0, budget.takeSome(some.stream().map(HttpEmbedder::estimate).toList()));
    return switch (client.ask(some)) {
      case EndpointClient.Vectors(var vectors) ->
          List.<Embedded>copyOf(fitting(vectors)).iterator();
      case EndpointClient.Refusal(int status) -> firstAlone(some, Fault.refused(status));
      case EndpointClient.Failure(var why) -> firstAlone(some, Fault.failed(why));
    };
  }

  /// After a fault that one of these has, or all.
  private Iterator<Embedded> firstAlone(List<String> some, Fault fault) throws EmbeddingFailure {
    var first = some.getFirst();
    if (some.size() == 1) {
      suspect = Suspect.of(first).with(fault);
    }
    doubted = Set.copyOf(some);
    return List.of(alone(first)).iterator();
  }

  /// One that was refused or has failed, with others or by itself. If the budget ends on the way,
  /// it is gone on from there.
  private Embedded alone(String input) throws EmbeddingFailure {
    var before = suspect;
    Suspect now;
    if (before == null || !before.input.equals(input)) {
      budget.takeAll(List.of(estimate(input)));
      now = Suspect.of(input);
    } else {
      now = before;
    }
    while (true) {
      suspect = now;
      var fault = now.fault;
      if (fault == null) {
        switch (client.askOnce(List.of(input))) {
          case EndpointClient.Vectors(var vectors) -> {
            suspect = null;
            return fitting(vectors).getFirst();
          }
          case EndpointClient.Refusal(int status) -> now = now.with(Fault.refused(status));
          case EndpointClient.Failure(var why) -> now = now.with(Fault.failed(why));
        }
      } else {
        takeProbe();
        suspect = Suspect.of(input); // nothing is held against it if the endpoint fails at all
        var blamed = blamed(fault);
        int strikes = now.strikes + 1;
        if (strikes >= fault.strikes) {
          suspect = null;
          return blamed;
        }
        now = new Suspect(input, null, strikes);
        suspect = now;
        client.pause(endpoint.patience().firstWait().multipliedBy(1L << strikes));
      }
    }
  }

  private void takeProbe() throws EmbeddingFailure {
    budget.takeAll(List.of(estimate(PROBE)));
  }

  /// It is the text's fault, if the endpoint does what any model does.
  private Unembeddable blamed(Fault fault) throws EmbeddingFailure {
    return switch (client.askOnce(List.of(PROBE))) {
      case EndpointClient.Vectors _ -> new Unembeddable(fault.reason);
      case EndpointClient.Refusal also -> throw client.refusesAll(also);
      case EndpointClient.Failure(var why) -> throw why;
    };
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
