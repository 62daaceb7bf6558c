package dev.quipu.server.rest;

import dev.quipu.model.failure.Invalid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Finds the route of a request. A literal segment goes before one that varies. Immutable.
final class RouteTable {

  private final List<Route> routes;
  private final Node root = new Node();

  private static final class Node {
    final Map<String, Node> literal = new HashMap<>();
    final Map<String, Route> methods = new TreeMap<>();
    @Nullable Node varying;
  }

  /// What was found.
  ///
  /// @param values of the segments that vary, decoded
  record Match(Route route, Map<String, String> values) {}

  RouteTable(List<Route> routes) {
    this.routes = List.copyOf(routes);
    this.routes.forEach(this::add);
  }

  List<Route> routes() {
    return routes;
  }

  /// Returns null if there is nothing at this path; refuses a method that is not taken there.
  @Nullable Match find(String method, String rawPath) {
    var segments = segments(rawPath);
    var values = new ArrayList<String>();
    var node = root;
    for (var segment : segments) {
      var next = node.literal.get(segment);
      if (next == null) {
        next = node.varying;
        values.add(segment);
      }
      if (next == null) {
        return null;
      }
      node = next;
    }
    if (node.methods.isEmpty()) {
      return null;
    }
    boolean head = method.equals("HEAD");
    var route = node.methods.get(head ? "GET" : method);
    if (route == null || (head && route.produces().equals(Streams.MEDIA_TYPE))) {
      throw Problems.methodNotAllowed(String.join(", ", node.methods.keySet()));
    }
    return new Match(route, named(route, values));
  }

  private void add(Route route) {
    var node = root;
    for (var segment : route.path().substring(1).split("/", -1)) {
      if (segment.startsWith("{")) {
        if (node.varying == null) {
          node.varying = new Node();
        }
        node = node.varying;
      } else {
        node = node.literal.computeIfAbsent(segment, _ -> new Node());
      }
    }
    if (node.methods.put(route.method(), route) != null) {
      throw new IllegalArgumentException("declared twice: " + route.name());
    }
  }

  private static Map<String, String> named(Route route, List<String> values) {
    var named = new LinkedHashMap<String, String>();
    var rest = values.iterator();
    for (var segment : route.path().substring(1).split("/", -1)) {
      if (segment.startsWith("{")) {
        named.put(segment.substring(1, segment.length() - 1), rest.next());
      }
    }
    return named;
  }

  /// The decoded segments. Nothing is resolved: whoever sends `..` or `//` has no honest reason to.
  private static List<String> segments(String rawPath) {
    var segments = new ArrayList<String>();
    if (!rawPath.startsWith("/")) {
      throw malformed();
    }
    var parts = rawPath.substring(1).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      var segment = UriText.decoded(parts[i], false);
      boolean trailing = i == parts.length - 1;
      if (segment == null || (segment.isEmpty() && !trailing) || isDots(segment)) {
        throw malformed();
      }
      segments.add(segment);
    }
    return segments;
  }

  private static boolean isDots(String segment) {
    return segment.equals(".") || segment.equals("..");
  }

  private static Invalid malformed() {
    return new Invalid(
        "path.malformed", "Send a path without empty segments, dots and broken escapes.");
  }
}
