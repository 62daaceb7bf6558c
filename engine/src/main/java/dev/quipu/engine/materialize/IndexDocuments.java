package dev.quipu.engine.materialize;

import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.EntityMark;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Gist;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.IndexDocument.Texts;
import dev.quipu.engine.index.Language;
import dev.quipu.engine.index.Said;
import dev.quipu.engine.index.SourceKind;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.GivenVector;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.object.Origin;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityTerms;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes documents of rows. Pure: equal rows give equal documents, whenever they are looked at.
final class IndexDocuments {

  /// Of what has none of its own.
  private static final double PLAIN_IMPORTANCE = 0.5;

  private static final EventType USER_MESSAGE = new EventType("user_message");
  private static final EventType ASSISTANT_MESSAGE = new EventType("assistant_message");

  private IndexDocuments() {}

  /// The document of an event.
  static IndexDocument of(LogEntry entry) {
    var event = entry.event();
    var envelope = entry.recorded().envelope();
    var texts = IndexTexts.of(event);
    var role = role(event);
    var filed =
        new Filed(
            ObjectRef.of(event.eventId()),
            1,
            entry.position(),
            LogPosition.FOREVER,
            event.since(),
            ValidTime.FOREVER,
            entry.position(),
            event.since(),
            event.agentId(),
            event.sessionId(),
            null,
            role == null ? ContentScope.SIGNALS : ContentScope.MESSAGES,
            role == null ? null : SourceKind.MESSAGE,
            Language.of(envelope.lang(), texts.text()),
            role,
            texts.speaker(),
            Gist.of(Said.by(event)),
            Lifecycle.ACTIVE,
            0,
            event.importance(),
            1);
    return new IndexDocument(filed, envelope, texts);
  }

  /// What a version of an object says, in whichever rectangles it holds.
  ///
  /// @param maker the event that made the object, if it was not one of ours
  record Content(
      ObjectRow object,
      VersionRow version,
      @Nullable Event maker,
      Texts texts,
      String language,
      Gist gist,
      @Nullable GivenVector given,
      @Nullable EntityMark entity) {

    static Content of(ObjectRow object, VersionRow version, @Nullable Event maker) {
      var type = object.ref().type();
      var body = version.body();
      boolean isMemory = type == ObjectType.MEMORY;
      var aspect = isMemory ? AspectBody.read(body) : null;
      var texts = IndexTexts.of(type, body, maker, aspect);
      return new Content(
          object,
          version,
          maker,
          texts,
          Language.of(object.envelope().lang(), texts.text()),
          isMemory ? Gist.of(Said.by(type, body)) : Gist.NONE,
          maker == null || !isMemory ? null : IndexDocuments.given(body, maker),
          aspect == null ? null : new EntityMark(aspect.type(), EntityTerms.of(aspect)));
    }
  }

  /// The documents of one rectangle: one, unless the object was deleted within it, and then one for
  /// each time that it was there.
  static List<IndexDocument> of(Content content, SpanRow span, List<TombstoneRow> tombstones) {
    var documents = new ArrayList<IndexDocument>();
    var from = span.sysFrom();
    for (var tombstone : tombstones) {
      if (tombstone.sysFrom().isAfter(from) && span.sysTo().isAfter(from)) {
        var to = earlier(tombstone.sysFrom(), span.sysTo());
        documents.add(of(content, span, from, to));
      }
      from = from.isAfter(tombstone.sysTo()) ? from : tombstone.sysTo();
    }
    if (span.sysTo().isAfter(from)) {
      documents.add(of(content, span, from, span.sysTo()));
    }
    return documents;
  }

  private static LogPosition earlier(LogPosition one, LogPosition other) {
    return one.isAfter(other) ? other : one;
  }

  private static IndexDocument of(
      Content content, SpanRow span, LogPosition knownFrom, LogPosition knownTo) {
    var object = content.object();
    var maker = content.maker();
    var type = object.ref().type();
    var body = content.version().body();
    var role = maker == null || type != ObjectType.MEMORY ? null : role(maker);
    var filed =
        new Filed(
            object.ref(),
            content.version().version(),
            knownFrom,
            knownTo,
            span.validFrom(),
            span.validTo(),
            object.created(),
            maker == null ? span.validFrom() : maker.since(),
            Origin.agent(type, body),
            session(body),
            memoryType(body),
            scope(type),
            source(type, body, role),
            content.language(),
            role,
            content.texts().speaker(),
            content.gist(),
            Lifecycle.of(body),
            (int) number(body, "level", 0),
            number(body, "importance", PLAIN_IMPORTANCE),
            number(body, "confidence", 1));
    return new IndexDocument(
        filed, object.envelope(), content.texts(), content.given(), content.entity());
  }

  /// The vector that came with a memory's text, as long as it has that text.
  private static @Nullable GivenVector given(JsonObject memory, Event maker) {
    var text = memory.text("text");
    return text != null && text.equals(Said.in(maker.payload()))
        ? GivenVector.in(maker.payload())
        : null;
  }

  private static ContentScope scope(ObjectType type) {
    return switch (type) {
      case MEMORY -> ContentScope.MEMORY;
      case ARTIFACT -> ContentScope.ARTIFACTS;
      default -> ContentScope.SIGNALS;
    };
  }

  private static @Nullable SourceKind source(
      ObjectType type, JsonObject body, Filed.@Nullable Role role) {
    if (type == ObjectType.ARTIFACT) {
      return "code".equals(body.text("artifact_type")) ? SourceKind.CODE : SourceKind.ARTIFACT;
    }
    return role == null ? null : SourceKind.MESSAGE;
  }

  private static Filed.@Nullable Role role(Event event) {
    if (event.eventType().equals(USER_MESSAGE)) {
      return Filed.Role.USER;
    }
    return event.eventType().equals(ASSISTANT_MESSAGE) ? Filed.Role.ASSISTANT : null;
  }

  private static @Nullable SessionId session(JsonObject body) {
    var id = body.text("session_id");
    return id == null ? null : new SessionId(id);
  }

  private static @Nullable MemoryType memoryType(JsonObject body) {
    var word = body.text("memory_type");
    return word == null
        ? null
        : Stream.of(MemoryType.values())
            .filter(type -> type.wireName().equals(word))
            .findFirst()
            .orElse(null);
  }

  private static double number(JsonObject body, String field, double otherwise) {
    return body.get(field) instanceof JsonNumber number ? number.value() : otherwise;
  }
}
