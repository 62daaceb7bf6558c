package dev.quipu.engine.embedding;

import static java.util.Objects.requireNonNull;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Texts with their vectors: those that are kept, and for the others those that a model makes now
/// and that are kept from then on.
///
/// What was made before a failure is kept: whoever tries again goes on from there. Thread-safe; two
/// who ask for the same at once may both have it made.
public final class EmbeddedTexts {

  private static final Logger LOG = System.getLogger(EmbeddedTexts.class.getName());

  /// A batch ends at the first of these, if the model does not end it before. So much is lost if
  /// the process dies, and so long does a thread that is told to stop go on.
  public static final int BATCH_PASSAGES = 32;

  private static final int BATCH_TOKENS = 8_192;

  private final VectorStore store;
  private final Embedder embedder;
  private final Passages passages;
  private final LongAdder found = new LongAdder();
  private final LongAdder embedded = new LongAdder();
  private final LongAdder refused = new LongAdder();

  public EmbeddedTexts(VectorStore store, Embedder embedder) {
    this.store = store;
    this.embedder = embedder;
    this.passages = Passages.of(embedder);
  }

  public EmbeddingModel model() {
    return embedder.model();
  }

  public EmbeddingCounts counts() {
    return new EmbeddingCounts(found.sum(), embedded.sum(), refused.sum());
  }

  /// One for each text, in their order.
  ///
  /// @throws EmbeddingFailure if the model has nothing to give
  /// @throws Unavailable if vectors can be neither looked up nor kept just now
  public List<EmbeddedText> of(TenantId tenant, List<String> texts) throws EmbeddingFailure {
    return requireNonNull(of(tenant, texts, () -> false));
  }

  /// The same, for as long as there is time; null if there was not enough. What was made is kept,
  /// and whatever is missing, something is made each time.
  ///
  /// @param over whether the time is over; asked whenever the model has made something
  public @Nullable List<EmbeddedText> of(TenantId tenant, List<String> texts, BooleanSupplier over)
      throws EmbeddingFailure {
    var cut = texts.stream().map(this::cut).toList();
    var wanted = new LinkedHashMap<TextHash, String>();
    for (var text : cut) {
      text.parts.forEach(part -> wanted.putIfAbsent(part.hash, part.passage.of(text.text)));
    }
    var known = new HashMap<>(store.find(tenant, model(), wanted.keySet()));
    found.add(known.size());
    wanted.keySet().removeAll(known.keySet());
    return embed(tenant, wanted, known, over)
        ? cut.stream().map(text -> text.with(known)).toList()
        : null;
  }

  /// Whether there is a letter or a digit in it. Of `!!!` or `🎉` a model makes a vector too, but
  /// one that lies near to whatever is short.
  public static boolean hasMeaning(String text) {
    return text.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  private record Part(Passage passage, TextHash hash) {}

  private record Cut(String text, List<Part> parts) {

    EmbeddedText with(Map<TextHash, Embedded> known) {
      var passages = new ArrayList<EmbeddedPassage>();
      for (var part : parts) {
        var embedded = known.get(part.hash);
        if (embedded == null) {
          throw new IllegalStateException("a passage was neither found nor embedded");
        }
        passages.add(new EmbeddedPassage(part.passage, embedded));
      }
      return new EmbeddedText(text, passages);
    }
  }

  private Cut cut(String text) {
    var normal = TextHash.normal(text);
    return new Cut(
        normal,
        passages.cut(normal).stream()
            .filter(passage -> hasMeaning(passage.of(normal)))
            .map(passage -> new Part(passage, TextHash.of(passage.of(normal))))
            .toList());
  }

  private record Wanted(TextHash hash, String text, int tokens) {}

  /// Returns whether there was time for all.
  private boolean embed(
      TenantId tenant,
      Map<TextHash, String> unknown,
      Map<TextHash, Embedded> known,
      BooleanSupplier over)
      throws EmbeddingFailure {
    var left =
        unknown.entrySet().stream()
            .map(
                each ->
                    new Wanted(each.getKey(), each.getValue(), embedder.tokens(each.getValue())))
            .toList();
    while (!left.isEmpty()) {
      var made = embedded(tenant, batch(left));
      known.putAll(made);
      left = left.subList(made.size(), left.size());
      if (!left.isEmpty() && over.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  private static List<Wanted> batch(List<Wanted> left) {
    int size = 1;
    int held = left.getFirst().tokens;
    while (size < Math.min(left.size(), BATCH_PASSAGES)
        && held + left.get(size).tokens <= BATCH_TOKENS) {
      held += left.get(size).tokens;
      size++;
    }
    return left.subList(0, size);
  }

  /// Those of the first, as many as the model makes at once.
  private Map<TextHash, Embedded> embedded(TenantId tenant, List<Wanted> batch)
      throws EmbeddingFailure {
    var answers = embedder.documents(batch.stream().map(Wanted::text).toList());
    if (answers.isEmpty()) {
      throw new IllegalStateException("an embedder has neither made a vector nor failed");
    }
    var made = new LinkedHashMap<TextHash, Embedded>();
    int vectors = 0;
    for (int i = 0; i < answers.size(); i++) {
      var answer = answers.get(i);
      vectors += answer instanceof Vector ? 1 : 0;
      made.put(batch.get(i).hash, answer);
    }
    store.put(tenant, model(), made);
    embedded.add(vectors); // now: what is told to be made is kept
    refused.add(made.size() - vectors);
    made.values().forEach(each -> tell(tenant, each));
    return made;
  }

  /// Once, since it is kept and not tried again.
  private void tell(TenantId tenant, Embedded made) {
    if (made instanceof Unembeddable(var reason)) {
      LOG.log(
          Level.WARNING,
          "action=embed model="
              + model().name()
              + " tenant="
              + tenant
              + " outcome=set_aside reason=\""
              + reason
              + "\"");
    }
  }
}
