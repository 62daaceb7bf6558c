package dev.quipu.engine.query;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Meanings;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds out what questions mean. That takes a while, so nothing is held open meanwhile.
record Senses(SearchIndex index, Meanings meanings) {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /// Whether what it means depends on which model answers, so that this is to be decided first.
  ///
  /// @param pin by which vectors it was answered before; null if it was not
  boolean dependsOnModel(TenantId tenant, Question question, @Nullable VectorsPin pin) {
    return pin == null
        ? asksForVectors(question) && !index.models(tenant).isEmpty()
        : pin instanceof VectorsPin.By;
  }

  private static boolean asksForVectors(Question question) {
    var ways = question.ways();
    return ways.byVectors() && (!question.text().isBlank() || ways.given() != null);
  }

  /// To the model that answers at this moment.
  Sense of(TenantId tenant, Question question) {
    var ways = question.ways();
    if (!asksForVectors(question)) {
      return new Sense.Absent(VectorUse.NOT_ASKED);
    }
    var model = meanings.serving(tenant);
    if (model == null) {
      return absent(question, why(meanings.absence(tenant)));
    }
    var given = ways.given();
    if (given != null) {
      requireOf(model, given);
      return new Sense.Sought(model, given.vector(), 1, null);
    }
    if (index.models(tenant).isEmpty()) {
      return absent(question, VectorUse.NOT_YET); // as before the model was ready
    }
    double share = meanings.knows(model, question.text());
    if (share <= 0) {
      return new Sense.Absent(VectorUse.NOT_KNOWN);
    }
    double known = ways.byWords() ? share : 1;
    var vector = meanings.question(model, question.text());
    return vector == null
        ? absent(question, VectorUse.UNAVAILABLE)
        : new Sense.Sought(model, vector, known, null);
  }

  /// To the model by which it was answered before.
  Sense again(TenantId tenant, Question question, VectorsPin pin) {
    return switch (pin) {
      case VectorsPin.By by -> again(tenant, question, by);
      case VectorsPin.Without(var why) -> new Sense.Absent(why);
    };
  }

  private Sense again(TenantId tenant, Question question, VectorsPin.By pin) {
    var model = model(tenant, pin);
    var vector = model == null ? null : vector(model, question);
    if (model == null || vector == null) {
      if (meanings.isExpected(tenant, pin.model()) || isSilent(tenant, question, model)) {
        throw unavailable();
      }
      return new Sense.Absent(VectorUse.GONE);
    }
    boolean isFused = question.ways().byWords() && question.ways().given() == null;
    double known = isFused ? meanings.knows(model, question.text()) : 1;
    return new Sense.Sought(model, vector, known, pin.position());
  }

  /// Whether it is the model that answers for a tenant, and merely does not answer at this moment.
  private boolean isSilent(TenantId tenant, Question question, @Nullable EmbeddingModel model) {
    return question.ways().given() == null
        && model != null
        && model.equals(meanings.serving(tenant));
  }

  /// The same, for a page that has to fit to the one before.
  Sense next(TenantId tenant, Question question, VectorsPin pin) {
    var sense = again(tenant, question, pin);
    if (pin instanceof VectorsPin.By by && !isOf(by, sense)) {
      throw new Invalid(
          "/cursor",
          "cursor.outdated",
          "Ask anew, without it: the vectors that the page before was ranked by are gone.");
    }
    return sense;
  }

  private static boolean isOf(VectorsPin.By pin, Sense sense) {
    return sense instanceof Sense.Sought sought
        && Hash.of(sought.vector().bytes()).equals(pin.question());
  }

  private @Nullable EmbeddingModel model(TenantId tenant, VectorsPin.By pin) {
    var serving = meanings.serving(tenant);
    return Stream.concat(Stream.ofNullable(serving), index.models(tenant).stream())
        .filter(pin::isOf)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Vector vector(EmbeddingModel model, Question question) {
    var given = question.ways().given();
    if (given == null) {
      return meanings.question(model, question.text());
    }
    return given.vector().dimension() == model.dimension() ? given.vector() : null;
  }

  private static VectorUse why(Meanings.Absence absence) {
    return switch (absence) {
      case NONE -> VectorUse.NONE;
      case NOT_YET -> VectorUse.NOT_YET;
      case FAILED -> VectorUse.UNAVAILABLE;
    };
  }

  private static Sense absent(Question question, VectorUse why) {
    if (question.ways().given() != null) {
      throw unavailable();
    }
    return new Sense.Absent(why);
  }

  /// What to tell who wants vectors, and nothing else.
  static Unavailable unavailable() {
    return new Unavailable(
        "vectors.unavailable",
        "no model answers for this tenant at the moment, or it has no vector of the question;"
            + " /health/ready says more",
        RETRY_AFTER);
  }

  private static void requireOf(EmbeddingModel model, Ways.Given given) {
    var violations = new ArrayList<Violation>();
    if (!given.model().equals(model.name())) {
      violations.add(
          new Violation(
              "/query_vector/model_id",
              "model.other",
              "Send a vector of " + model.name() + ", the model that answers."));
    }
    if (given.vector().dimension() != model.dimension()) {
      violations.add(
          new Violation(
              "/query_vector/vector",
              "list.length",
              "Send " + model.dimension() + " numbers, as many as the model's vectors have."));
    }
    if (!violations.isEmpty()) {
      throw new Invalid(violations);
    }
  }
}
