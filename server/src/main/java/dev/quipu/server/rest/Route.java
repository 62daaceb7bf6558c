package dev.quipu.server.rest;

import dev.quipu.model.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One route, declared once: requests are matched by it and `/openapi.json` is made of it.
///
/// @param path with `{name}` for the segments that vary
/// @param bodies what may be sent, by media type; empty = no body is read
/// @param answers the good ones by status; problems need no mention
/// @param produces the media type of the good answers
record Route(
    String method,
    String path,
    String summary,
    Handling handling,
    List<Parameter> parameters,
    Map<String, JsonObject> bodies,
    Map<Integer, Answer> answers,
    String produces) {

  /// A good answer.
  ///
  /// @param schema null = no body
  record Answer(String description, @Nullable JsonObject schema) {}

  Route {
    parameters = List.copyOf(parameters);
  }

  /// Begins a route that is answered in JSON and takes nothing.
  static Route of(String method, String path, String summary, Handling handling) {
    return new Route(method, path, summary, handling, List.of(), Map.of(), Map.of(), Answers.JSON);
  }

  /// Names the route in metrics and Idempotency-Keys.
  String name() {
    return method + " " + path;
  }

  Route taking(Parameter... more) {
    return taking(List.of(more));
  }

  Route taking(List<Parameter> more) {
    var all = new java.util.ArrayList<>(parameters);
    all.addAll(more);
    return new Route(method, path, summary, handling, all, bodies, answers, produces);
  }

  Route body(String mediaType, JsonObject schema) {
    var all = new LinkedHashMap<>(bodies);
    all.put(mediaType, schema);
    return new Route(method, path, summary, handling, parameters, all, answers, produces);
  }

  Route answering(int status, String description, @Nullable JsonObject schema) {
    var all = new LinkedHashMap<>(answers);
    all.put(status, new Answer(description, schema));
    return new Route(method, path, summary, handling, parameters, bodies, all, produces);
  }

  Route producing(String mediaType) {
    return new Route(method, path, summary, handling, parameters, bodies, answers, mediaType);
  }
}
