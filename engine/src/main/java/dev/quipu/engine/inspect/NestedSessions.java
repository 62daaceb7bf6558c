package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.At;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The sessions below a session, as far as the caller sees them. Sessions that are each other's
/// parents are taken once.
record NestedSessions(Snapshot snapshot, At at, Caller caller, Reading reading) {

  static final String SESSION = "session_id";

  private static final int MAX_SESSIONS = 100;

  /// The session that the filters of a list name, and those below it.
  List<String> below(Map<String, String> fields) {
    var root = fields.get(SESSION);
    if (root == null) {
      throw new Invalid("/nested", "nested.without_session", "Name the session by session_id.");
    }
    var sessions = new LinkedHashSet<String>(List.of(root));
    var open = new ArrayList<String>(List.of(root));
    while (!open.isEmpty()) {
      for (var child : childrenOf(open.removeLast())) {
        if (sessions.add(child)) {
          open.add(child);
        }
        if (sessions.size() > MAX_SESSIONS) {
          throw new Invalid(
              "/nested",
              "nested.too_many",
              "There are more than " + MAX_SESSIONS + " sessions: begin with one further below.");
        }
      }
    }
    return List.copyOf(sessions);
  }

  /// The filters with one of the sessions in the place of the first.
  static Map<String, String> in(String session, Map<String, String> fields) {
    var filters = new TreeMap<>(fields);
    filters.put(SESSION, session);
    return filters;
  }

  private List<String> childrenOf(String session) {
    var listing =
        new ObjectListing(
            ObjectType.SESSION, Map.of("parent_session_id", session), null, MAX_SESSIONS + 1);
    return snapshot.objects(listing, at).stream()
        .filter(stored -> Inspect.view(snapshot, stored, at, caller, reading) != null)
        .map(stored -> stored.object().ref().id())
        .toList();
  }
}
