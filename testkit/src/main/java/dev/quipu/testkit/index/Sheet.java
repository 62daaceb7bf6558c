package dev.quipu.testkit.index;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.EntityMark;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Gist;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexDocument.Texts;
import dev.quipu.engine.index.SourceKind;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.view.ValidTime;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Names;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents, from the plainest to the one a test is about: `Sheet.of("m1", 1,
/// "words").closedAt(7).document()`.
public final class Sheet {

  private final ObjectRef ref;
  private final long from;
  private Texts texts;
  private Envelope envelope = Envelopes.OPEN;
  private LogPosition to = LogPosition.FOREVER;
  private LogPosition created;
  private Instant validFrom;
  private Instant validTo = ValidTime.FOREVER;
  private Instant time;
  private @Nullable AgentId agent;
  private @Nullable SessionId session;
  private @Nullable MemoryType memoryType = MemoryType.EPISODIC;
  private ContentScope scope = ContentScope.MEMORY;
  private @Nullable SourceKind source;
  private String lang = "en";
  private Lifecycle lifecycle = Lifecycle.ACTIVE;
  private @Nullable EntityMark entity;

  private Sheet(ObjectRef ref, long from, String text) {
    this.ref = ref;
    this.from = from;
    this.texts = Texts.of(text);
    this.created = new LogPosition(from);
    this.validFrom = Names.visibleAt(from);
    this.time = validFrom;
  }

  /// A memory of Alice's that everybody may see, known from a position on.
  public static Sheet of(String id, long from, String text) {
    return new Sheet(Names.memory(id), from, text);
  }

  public static Sheet of(ObjectRef ref, long from, String text) {
    return new Sheet(ref, from, text);
  }

  public Sheet closedAt(long position) {
    to = new LogPosition(position);
    return this;
  }

  public Sheet under(Envelope next) {
    envelope = next;
    return this;
  }

  public Sheet saying(Texts next) {
    texts = next;
    return this;
  }

  public Sheet createdAt(long position) {
    created = new LogPosition(position);
    return this;
  }

  public Sheet valid(Instant first, Instant end) {
    validFrom = first;
    validTo = end;
    return this;
  }

  public Sheet at(Instant next) {
    time = next;
    return this;
  }

  public Sheet by(@Nullable AgentId next) {
    agent = next;
    return this;
  }

  public Sheet in(@Nullable SessionId next) {
    session = next;
    return this;
  }

  public Sheet kind(@Nullable MemoryType type, ContentScope content, @Nullable SourceKind from) {
    memoryType = type;
    scope = content;
    source = from;
    return this;
  }

  public Sheet inLanguage(String next) {
    lang = next;
    return this;
  }

  public Sheet being(Lifecycle next) {
    lifecycle = next;
    return this;
  }

  public Sheet about(@Nullable EntityMark next) {
    entity = next;
    return this;
  }

  public IndexDocument document() {
    var filed =
        new Filed(
            ref,
            1,
            new LogPosition(from),
            to,
            validFrom,
            validTo,
            created,
            time,
            agent,
            session,
            memoryType,
            scope,
            source,
            lang,
            null,
            texts.speaker(),
            Gist.of(texts.text()),
            lifecycle,
            0,
            0.5,
            1);
    return new IndexDocument(filed, envelope, texts, null, entity);
  }

  /// The same with what it means instead of what it says.
  public VectorDocument meaning(Vector... passages) {
    return new VectorDocument(document().filed(), envelope, List.of(passages), entity);
  }
}
