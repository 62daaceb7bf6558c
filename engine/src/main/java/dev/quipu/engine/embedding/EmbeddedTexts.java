package dev.quipu.engine.embedding;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Texts with their vectors: those that are kept, and for the others those that a model makes now
/// and that are kept from then on.
///
/// What was made before a failure is kept: whoever tries again goes on from there. Thread-safe; two
/// who ask for the same at once may both have it made.
public final class EmbeddedTexts {

  /// A batch ends at the first of these. So much is lost if the process dies, and so long does a
  /// thread that is told to stop go on.
  private static final int BATCH_PASSAGES = 32;

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
    var cut = texts.stream().map(this::cut).toList();
    var wanted = new LinkedHashMap<TextHash, String>();
    for (var text : cut) {
      text.parts.forEach(part -> wanted.putIfAbsent(part.hash, part.passage.of(text.text)));
    }
    var known = new HashMap<>(store.find(tenant, model(), wanted.keySet()));
    found.add(known.size());
    wanted.keySet().removeAll(known.keySet());
    embed(tenant, wanted, known);
    return cut.stream().map(text -> text.with(known)).toList();
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
            .map(passage -> new Part(passage, TextHash.of(passage.of(normal))))
            .toList());
  }

  private void embed(TenantId tenant, Map<TextHash, String> unknown, Map<TextHash, Embedded> known)
      throws EmbeddingFailure {
    var batch = new LinkedHashMap<TextHash, String>();
    int held = 0;
    for (var entry : unknown.entrySet()) {
      int tokens = embedder.tokens(entry.getValue());
      if (batch.size() == BATCH_PASSAGES || (held > 0 && held + tokens > BATCH_TOKENS)) {
        known.putAll(embedded(tenant, batch));
        batch.clear();
        held = 0;
      }
      batch.put(entry.getKey(), entry.getValue());
      held += tokens;
    }
    if (!batch.isEmpty()) {
      known.putAll(embedded(tenant, batch));
    }
  }

  private Map<TextHash, Embedded> embedded(TenantId tenant, Map<TextHash, String> batch)
      throws EmbeddingFailure {
    var answers = embedder.documents(List.copyOf(batch.values())).iterator();
    var made = new LinkedHashMap<TextHash, Embedded>();
    int vectors = 0;
    for (var hash : batch.keySet()) {
      var answer = answers.next();
      vectors += answer instanceof Vector ? 1 : 0;
      made.put(hash, answer);
    }
    embedded.add(vectors);
    refused.add(made.size() - vectors);
    store.put(tenant, model(), made);
    return made;
  }
}
