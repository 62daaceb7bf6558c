package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The description and the server are compared from outside, although both come from one table.
class OpenApiTest {

  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

  private static TestServer server;
  private static JsonObject document;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
    document = server.get("", "/openapi.json").body();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void every_described_route_exists_and_no_method_beside() {
    assertThat(document.text("openapi")).isEqualTo("3.1.0");
    document
        .object("paths")
        .members()
        .forEach(
            (path, operations) -> {
              var real = path.replaceAll("\\{[^}]+}", "x1");
              for (var method : METHODS) {
                boolean described = ((JsonObject) operations).has(method);
                var answer = server.send(method.toUpperCase(Locale.ROOT), "", real, null);
                assertThat(answer.status() != 405).as(method + " " + path).isEqualTo(described);
                if (described) {
                  assertThat(answer.bodyText())
                      .as(method + " " + path)
                      .doesNotContain("route.unknown");
                }
              }
            });
  }

  @Test
  void the_routes_of_the_design_are_there() {
    assertThat(document.object("paths").names())
        .contains(
            "/health/live",
            "/health/ready",
            "/v1/health",
            "/metrics",
            "/v1/metrics",
            "/openapi.json",
            "/v1/events",
            "/v1/events/stream",
            "/v1/events/{event_id}",
            "/v1/events/{event_id}/causality",
            "/v1/graph/expand",
            "/v1/graph/path",
            "/v1/objects/embedding/{object_id}/edges",
            "/v1/keys",
            "/v1/keys/{key_id}",
            "/v1/log/head",
            "/v1/log/verify",
            "/v1/log/key",
            "/v1/admin/tenants",
            "/v1/admin/tenants/{id}",
            "/v1/admin/tenants/{id}/rotate-token",
            "/v1/admin/audit",
            "/v1/admin/rebuild",
            "/v1/admin/verify",
            "/v1/admin/models",
            "/v1/objects/event/{object_id}",
            "/v1/objects/object_version",
            "/v1/objects/object_version/{object_id}",
            "/v1/snapshots",
            "/v1/snapshots/{tag}");
    for (var schema : ObjectSchemas.all()) {
      var path = "/v1/objects/" + schema.type().wireName();
      assertThat(document.object("paths").names())
          .contains(
              path,
              path + "/{object_id}",
              path + "/{object_id}/versions",
              path + "/{object_id}/edges",
              path + "/{object_id}/tallies",
              path + "/{object_id}/access",
              path + "/{object_id}/undo",
              path + "/{object_id}/correct",
              path + "/{object_id}/invalidate",
              path + "/{object_id}/rollback",
              path + "/{object_id}/lifecycle",
              path + "/{object_id}/diff");
    }
  }

  @Test
  void who_may_call_a_route_is_described_as_it_is() {
    document
        .object("paths")
        .members()
        .forEach(
            (path, operations) ->
                ((JsonObject) operations)
                    .members()
                    .forEach(
                        (method, operation) -> {
                          var security = ((JsonObject) operation).array("security");
                          var real = path.replaceAll("\\{[^}]+}", "1");
                          var answer = server.send(method.toUpperCase(Locale.ROOT), "", real, null);
                          boolean closed =
                              security.size() == 1
                                  && !((JsonObject) security.items().getFirst()).isEmpty();
                          assertThat(answer.status() == 401)
                              .as(method + " " + path)
                              .isEqualTo(closed);
                        }));
  }

  @Test
  void every_reference_leads_somewhere() {
    var schemas = document.object("components").object("schemas").names();
    var missing = new TreeSet<String>();
    walk(
        document,
        (name, value) -> {
          if (name.equals("$ref") && value instanceof JsonString(var target)) {
            var schema = target.replace("#/components/schemas/", "");
            if (!schemas.contains(schema)) {
              missing.add(target);
            }
          }
        });
    assertThat(missing).isEmpty();
  }

  @Test
  void parameters_in_a_path_are_described() {
    document
        .object("paths")
        .members()
        .forEach(
            (path, operations) ->
                ((JsonObject) operations)
                    .members()
                    .values()
                    .forEach(
                        operation -> {
                          long inPath =
                              TestServer.objects(((JsonObject) operation).array("parameters"))
                                  .stream()
                                  .filter(parameter -> parameter.text("in").equals("path"))
                                  .count();
                          assertThat(inPath)
                              .as(path)
                              .isEqualTo(path.chars().filter(c -> c == '{').count());
                        }));
  }

  private static void walk(Json json, BiConsumer<String, Json> visitor) {
    switch (json) {
      case JsonObject(var members) ->
          members.forEach(
              (name, value) -> {
                visitor.accept(name, value);
                walk(value, visitor);
              });
      case JsonArray(var items) -> items.forEach(item -> walk(item, visitor));
      default -> {}
    }
  }
}
