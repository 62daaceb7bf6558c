package dev.quipu.model.log;

import dev.quipu.model.id.TenantId;
import org.jspecify.annotations.Nullable;

/// Goes along a tenant's log, and says of each line whether it belongs there.
public final class ChainWalk {

  private final TenantId tenant;
  private Head end = Head.EMPTY;

  public ChainWalk(TenantId tenant) {
    this.tenant = tenant;
  }

  /// The last line that was taken.
  public Head end() {
    return end;
  }

  /// Takes the next line, or says what is wrong with it.
  public @Nullable String take(LogLine line) {
    var wrong = wrongWith(line);
    if (wrong == null) {
      end = new Head(line.position(), line.seal().hash(), line.visibleTime());
    }
    return wrong;
  }

  private @Nullable String wrongWith(LogLine line) {
    var expected = end.position().next();
    if (!line.position().equals(expected)) {
      return "the entry is missing; the next one is " + line.position();
    }
    if (!line.seal().follows(end.hash())) {
      return "the entry's hash does not follow the one before it";
    }
    if (!line.visibleTime().isAfter(end.visibleTime())) {
      return "visible_time does not rise";
    }
    return switch (line) {
      case ErasedEntry _ -> null;
      case LogEntry entry -> {
        if (!entry.seal().covers(entry.content())) {
          yield "the entry's content is not what its hashes say";
        }
        boolean consistent =
            entry.recorded().position().equals(expected) && entry.event().tenantId().equals(tenant);
        yield consistent ? null : "the entry's header names another place";
      }
    };
  }
}
