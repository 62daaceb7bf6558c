package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddedTexts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What a portion of the log says that is found by its meaning, as it stood at the portion's end.
///
/// Vectors take time. So they are shown now and then on the way to the head of the log, and what
/// has come to an end since the portion has not ended in it: the portion that ends it puts it
/// again.
///
/// @param upTo the portion's end
/// @param entries of the log
record VectorPortion(List<IndexDocument> documents, LogPosition upTo, int entries) {

  /// Bytes of payloads after which a portion ends.
  private static final long HEAVY = 128 << 10;

  /// What follows a position; null at the end of the log. Read in a moment, and not while vectors
  /// are being made: that would keep a moment of the store for seconds.
  ///
  /// @param most entries
  static @Nullable VectorPortion next(
      Storage storage, TenantId tenant, LogPosition after, int most) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var lines = light(snapshot.log(after, most));
      return lines.isEmpty() ? null : of(snapshot, after, lines);
    }
  }

  /// So that what is read and not used in this turn is little.
  private static List<LogLine> light(List<LogLine> lines) {
    long weight = 0;
    for (int i = 0; i < lines.size(); i++) {
      weight += lines.get(i) instanceof LogEntry entry ? entry.content().payload().length : 0;
      if (weight > HEAVY) {
        return lines.subList(0, Math.max(1, i));
      }
    }
    return lines;
  }

  private static VectorPortion of(Snapshot snapshot, LogPosition after, List<LogLine> lines) {
    var upTo = lines.getLast().position();
    var documents =
        IndexPortion.of(snapshot, after, lines).stream()
            .filter(document -> VectorDocument.TYPES.contains(document.filed().ref().type()))
            .filter(document -> !document.filed().knownFrom().isAfter(upTo))
            .toList();
    return new VectorPortion(documents, upTo, lines.size());
  }

  /// With the vectors of a model; null if there was no time to make all of them.
  ///
  /// @param over whether the time is over
  @Nullable List<VectorDocument> with(EmbeddedTexts texts, TenantId tenant, BooleanSupplier over)
      throws EmbeddingFailure {
    var ours = documents.stream().filter(each -> given(each, texts.model()) == null).toList();
    var said = ours.stream().map(each -> said(each.texts())).toList();
    var all = texts.of(tenant, said, over);
    if (all == null) {
      return null;
    }
    var embedded = all.iterator();
    var made = new ArrayList<VectorDocument>();
    for (var document : documents) {
      var given = given(document, texts.model());
      made.add(
          new VectorDocument(
              document.filed().asOfPosition(upTo),
              document.envelope(),
              given == null ? embedded.next().vectors() : List.of(given),
              document.entity()));
    }
    return made;
  }

  /// The vector that its writer brought along, if it is one of this model; null otherwise.
  private static @Nullable Vector given(IndexDocument document, EmbeddingModel model) {
    var given = document.given();
    return given != null
            && given.modelId().equals(model.name())
            && given.numbers().size() == model.dimension()
        ? Vector.towards(given.numbers())
        : null;
  }

  /// Who says it belongs to what is meant, if something is said.
  private static String said(IndexDocument.Texts texts) {
    return texts.speaker().isEmpty() || !EmbeddedTexts.hasMeaning(texts.text())
        ? texts.text()
        : texts.speaker() + ": " + texts.text();
  }
}
