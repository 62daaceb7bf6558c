package dev.quipu.testkit.history;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.ViewRow;
import dev.quipu.testkit.fixture.Acts;
import dev.quipu.testkit.fixture.StorageBehind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// A storage that somebody has laid hands on, made through the port alone so that it fits every
/// adapter.
final class Altered {

  private Altered() {}

  /// Puts a space with other rows in the place of a tenant's views.
  ///
  /// @param alter what becomes of each row; nothing = it is gone
  static void views(Storage storage, TenantId tenant, Function<ViewRow, Stream<ViewRow>> alter) {
    var rows = new ArrayList<Change>();
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var space = snapshot.activeSpace();
      if (space != null) {
        snapshot.rows(space, row -> alter.apply(row).map(Change.Put::new).forEach(rows::add));
      }
    }
    Acts.done(
        storage,
        Acts.unit(
            tenant,
            transaction -> {
              var other = transaction.openSpace();
              transaction.apply(other, new Changes(rows, List.of()));
              transaction.activate(other);
            }));
  }

  /// The storage, with one byte of one entry's payload changed.
  static Storage log(Storage storage, TenantId tenant, LogPosition position) {
    return new StorageBehind(storage) {
      @Override
      public Snapshot read(ReadScope scope) {
        var snapshot = super.read(scope);
        return scope.tenant().equals(tenant) ? altered(snapshot, position) : snapshot;
      }
    };
  }

  private static Snapshot altered(Snapshot snapshot, LogPosition position) {
    return (Snapshot)
        Proxy.newProxyInstance(
            Snapshot.class.getClassLoader(),
            new Class<?>[] {Snapshot.class},
            (_, method, arguments) -> {
              try {
                var answer = method.invoke(snapshot, arguments);
                return method.getName().equals("log") && answer instanceof List<?> lines
                    ? lines.stream().map(line -> altered((LogLine) line, position)).toList()
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }

  private static LogLine altered(LogLine line, LogPosition position) {
    if (!(line instanceof LogEntry entry) || !entry.position().equals(position)) {
      return line;
    }
    var content = entry.content();
    var payload = content.payload().clone();
    payload[payload.length / 2] ^= 1;
    return new LogEntry(
        entry.recorded(),
        entry.effects(),
        new Seal.Content(content.header(), payload, content.headerSalt(), content.payloadSalt()),
        entry.seal());
  }
}
