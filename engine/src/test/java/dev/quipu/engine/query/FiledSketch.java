package dev.quipu.engine.query;

import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Gist;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.view.ValidTime;
import java.time.Duration;
import java.time.Instant;

/// A message as an index knows it, sketched.
record FiledSketch(
    String id,
    long position,
    Instant time,
    Filed.Role role,
    String speaker,
    String session,
    Lifecycle lifecycle,
    double importance,
    double confidence,
    String text) {

  static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  static FiledSketch message(String id, long position) {
    var time = NOW.minus(Duration.ofDays(400));
    return new FiledSketch(
        id, position, time, Filed.Role.USER, "", "ses_1", Lifecycle.ACTIVE, 0.5, 1, "");
  }

  FiledSketch by(Filed.Role role, String speaker) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  FiledSketch in(String session) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  FiledSketch at(Instant time) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  FiledSketch standing(Lifecycle lifecycle) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  FiledSketch weighing(double importance, double confidence) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  FiledSketch saying(String text) {
    return new FiledSketch(
        id, position, time, role, speaker, session, lifecycle, importance, confidence, text);
  }

  Filed filed() {
    return new Filed(
        new ObjectRef(ObjectType.MEMORY, id),
        1,
        new LogPosition(position),
        LogPosition.FOREVER,
        time,
        ValidTime.FOREVER,
        new LogPosition(position),
        time,
        null,
        new SessionId(session),
        null,
        ContentScope.MEMORY,
        null,
        "en",
        role,
        speaker,
        Gist.of(text),
        lifecycle,
        0,
        importance,
        confidence);
  }

  WeighedHit hit(double... weights) {
    return new WeighedHit(filed(), weights, 10);
  }

  WeighedHit longHit(double... weights) {
    return new WeighedHit(filed(), weights, 10_000);
  }
}
