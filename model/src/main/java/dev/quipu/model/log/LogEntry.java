package dev.quipu.model.log;

import dev.quipu.model.id.EventId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.List;

/// One link of a tenant's log: what was recorded, what it gave rise to, the bytes of both, and the
/// seal over them.
public record LogEntry(Recorded recorded, List<Effect> effects, Seal.Content content, Seal seal)
    implements LogLine {

  public LogEntry {
    effects = List.copyOf(effects);
  }

  /// Writes an entry down and binds it to the one before it.
  public static LogEntry sealed(
      Hash previous,
      Recorded recorded,
      List<Effect> effects,
      byte[] headerSalt,
      byte[] payloadSalt) {
    var payload = SealedPayload.of(recorded.event().payload(), payloadSalt);
    return sealed(previous, recorded, effects, headerSalt, payload);
  }

  /// As above, with the event's payload sealed beforehand.
  public static LogEntry sealed(
      Hash previous,
      Recorded recorded,
      List<Effect> effects,
      byte[] headerSalt,
      SealedPayload payload) {
    if (!payload.payload().equals(recorded.event().payload())) {
      throw new IllegalArgumentException("sealed was another payload than the event's");
    }
    var header = Canonical.bytes(new EntryHeader(recorded, effects).toJson());
    var content = new Seal.Content(header, payload.bytes(), headerSalt, payload.salt());
    return new LogEntry(recorded, effects, content, Seal.over(previous, content, payload.hash()));
  }

  /// An entry as it was written down, from its parsed parts.
  public static LogEntry of(
      JsonObject header, JsonObject payload, Seal.Content content, Seal seal) {
    var read = EntryHeader.read(header, payload);
    return new LogEntry(read.recorded(), read.effects(), content, seal);
  }

  @Override
  public LogPosition position() {
    return recorded.position();
  }

  @Override
  public EventId eventId() {
    return recorded.event().eventId();
  }

  @Override
  public Instant visibleTime() {
    return recorded.event().visibleTime();
  }

  public Event event() {
    return recorded.event();
  }
}
