package dev.quipu.server.rest;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// `/openapi.json`: the table of routes, as OpenAPI 3.1.
final class OpenApi {

  private static final Pattern SEGMENT = Pattern.compile("\\{([^}]+)}");

  private final List<Route> routes;

  /// Describes these routes and its own.
  OpenApi(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  Route route() {
    return Route.of("GET", "/openapi.json", "This description.", new Handling.Open(this::describe))
        .answering(200, "OpenAPI 3.1.", Schemas.ANY_OBJECT);
  }

  private Reply describe(Call call) {
    call.query().check();
    var all = new ArrayList<>(routes);
    all.add(route());
    return Answers.ok(document(all));
  }

  private static JsonObject document(List<Route> routes) {
    var paths = new TreeMap<String, JsonObject>();
    for (var route : routes) {
      var path = paths.getOrDefault(route.path(), JsonObject.EMPTY);
      paths.put(route.path(), path.with(route.method().toLowerCase(Locale.ROOT), operation(route)));
    }
    var bearer = JsonObject.of("type", Json.of("http"), "scheme", Json.of("bearer"));
    return JsonObject.of(
        "openapi",
        Json.of("3.1.0"),
        "info",
        JsonObject.of(
            "title", Json.of("Quipu"),
            "description", Json.of("A memory database for AI agents."),
            "version", Json.of("1")),
        "paths",
        new JsonObject(new LinkedHashMap<>(paths)),
        "components",
        JsonObject.of(
            "securitySchemes",
            JsonObject.of("key", bearer, "operator", bearer),
            "schemas",
            new JsonObject(schemas())));
  }

  private static Map<String, Json> schemas() {
    var schemas = new TreeMap<String, Json>();
    schemas.putAll(EventShapes.schemas());
    schemas.putAll(ObjectShapes.schemas());
    schemas.putAll(GraphShapes.schemas());
    schemas.putAll(DiffRoute.schemas());
    schemas.putAll(SnapshotRoutes.schemas());
    schemas.putAll(PayloadRoutes.schemas());
    schemas.putAll(FileRoutes.schemas());
    schemas.putAll(CapabilityRoutes.schemas());
    schemas.putAll(SchemaRoutes.schemas());
    schemas.putAll(EntityAnswer.schemas());
    schemas.putAll(EntitySearchRoutes.schemas());
    schemas.putAll(EntityActRoutes.schemas());
    schemas.putAll(EntityGraphRoutes.schemas());
    schemas.putAll(ProvenanceOfField.schemas());
    schemas.putAll(RelationshipRoutes.schemas());
    schemas.putAll(TimelineRoutes.schemas());
    schemas.putAll(TenantRoutes.schemas());
    schemas.putAll(KeyRoutes.schemas());
    schemas.putAll(AuditRoutes.schemas());
    schemas.putAll(LogRoutes.schemas());
    schemas.putAll(EmbeddingRoutes.schemas());
    schemas.putAll(OriginRoutes.schemas());
    schemas.putAll(AnswerShapes.schemas());
    schemas.putAll(ObstacleRoutes.schemas());
    schemas.put("Problem", problem());
    return schemas;
  }

  private static JsonObject problem() {
    var violation = new LinkedHashMap<String, JsonObject>();
    violation.put("pointer", Schemas.TEXT);
    violation.put("code", Schemas.TEXT);
    violation.put("message", Schemas.TEXT);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("type", Schemas.TEXT);
    members.put("title", Schemas.TEXT);
    members.put("status", Schemas.INTEGER);
    members.put("detail", Schemas.TEXT);
    members.put("code", Schemas.TEXT);
    members.put("error", Schemas.TEXT);
    members.put("hint?", Schemas.TEXT);
    members.put("line?", Schemas.INTEGER);
    members.put("violations?", Schemas.list(Schemas.object(violation)));
    return Schemas.object(members);
  }

  private static JsonObject operation(Route route) {
    var members = new LinkedHashMap<String, Json>();
    members.put("summary", Json.of(route.summary()));
    members.put("operationId", Json.of(route.name()));
    members.put("security", security(route.handling()));
    var parameters = parameters(route);
    if (!parameters.isEmpty()) {
      members.put("parameters", new JsonArray(parameters));
    }
    if (!route.bodies().isEmpty()) {
      var content = new LinkedHashMap<String, Json>();
      route.bodies().forEach((type, schema) -> content.put(type, JsonObject.of("schema", schema)));
      members.put("requestBody", JsonObject.of("content", new JsonObject(content)));
    }
    members.put("responses", responses(route));
    return new JsonObject(members);
  }

  private static JsonArray security(Handling handling) {
    return switch (handling) {
      case Handling.Open _ -> JsonArray.EMPTY;
      case Handling.Nearby _ ->
          JsonArray.of(JsonObject.EMPTY, JsonObject.of("operator", JsonArray.EMPTY));
      case Handling.Keyed _ -> JsonArray.of(JsonObject.of("key", JsonArray.EMPTY));
      case Handling.Operator _ -> JsonArray.of(JsonObject.of("operator", JsonArray.EMPTY));
    };
  }

  private static List<Json> parameters(Route route) {
    var parameters = new ArrayList<Json>();
    SEGMENT
        .matcher(route.path())
        .results()
        .map(found -> parameter(found.group(1), "path", "", Schemas.TEXT))
        .forEach(found -> parameters.add(found.with("required", Json.of(true))));
    for (var parameter : route.parameters()) {
      parameters.add(
          parameter(
              parameter.name(),
              parameter.place().wireName(),
              parameter.description(),
              parameter.schema()));
    }
    return parameters;
  }

  private static JsonObject parameter(
      String name, String place, String description, JsonObject schema) {
    var parameter = JsonObject.of("name", Json.of(name), "in", Json.of(place), "schema", schema);
    return description.isEmpty() ? parameter : parameter.with("description", Json.of(description));
  }

  private static JsonObject responses(Route route) {
    var responses = new LinkedHashMap<String, Json>();
    route
        .answers()
        .forEach(
            (status, answer) -> {
              var response = JsonObject.of("description", Json.of(answer.description()));
              var schema = answer.schema();
              responses.put(
                  Integer.toString(status),
                  schema == null
                      ? response
                      : response.with("content", content(route.produces(), schema)));
            });
    responses.put(
        "default",
        JsonObject.of(
            "description",
            Json.of("Why not, as RFC 9457 writes it."),
            "content",
            content(Problem.MEDIA_TYPE, Schemas.reference("Problem"))));
    return new JsonObject(responses);
  }

  private static JsonObject content(String mediaType, JsonObject schema) {
    return JsonObject.of(mediaType, JsonObject.of("schema", schema));
  }
}
