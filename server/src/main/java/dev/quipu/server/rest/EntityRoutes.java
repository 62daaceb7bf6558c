package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Entities;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Json;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `/v1/entities`: what payloads were about, with where each field comes from.
final class EntityRoutes {

  private static final String PATH = "/v1/entities";
  private static final String ONE = PATH + "/{entity_id}";
  private static final int MAX_NAME = 500;
  private static final Map<String, String> SYNONYMS =
      Map.of("as_of", "at", "as_known_at", "at_ingested");

  /// When an entity is looked at; `at` and `at_ingested` are other words for the first two.
  static final List<Parameter> READ_TIME =
      Stream.concat(
              Parameters.READ_TIME.stream(),
              Stream.of(
                  Parameter.query("at", "What was observed until then; as as_of.", Schemas.TIME),
                  Parameter.query(
                      "at_ingested", "What was known then; as as_known_at.", Schemas.TEXT)))
          .toList();

  static ReadTime time(Call call) {
    return call.query().readTime(SYNONYMS);
  }

  private final Engine engine;
  private final Limits limits;

  EntityRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var entity = Schemas.reference("Entity");
    var observation = Schemas.reference("Observation");
    return List.of(
        Route.of("GET", PATH, "Entities, oldest first.", new Handling.Keyed(this::list))
            .taking(
                Parameter.query("entity_type", "Of this type.", Schemas.TEXT),
                Parameter.query(
                    "name",
                    "Called so, be it once, as names of its type are compared.",
                    Schemas.TEXT))
            .taking(READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("entities", entity)),
        Route.of("GET", ONE, "One entity.", new Handling.Keyed(this::get))
            .taking(READ_TIME)
            .answering(200, "The entity.", entity),
        Route.of(
                "GET",
                ONE + "/observations",
                "What was said of it, under any of its names, in the order of the log.",
                new Handling.Keyed(this::observations))
            .taking(READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("observations", observation)),
        Route.of(
                "GET",
                ONE + "/provenance/{field}",
                "Where the value of a field comes from.",
                new Handling.Keyed(this::provenance))
            .taking(READ_TIME)
            .answering(200, "Its provenance.", Schemas.reference("FieldProvenance")));
  }

  private Reply provenance(Caller caller, Call call) {
    var id = entityId(call);
    var time = time(call);
    call.query().check();
    var view = engine.entities().entity(caller, id, time).value();
    return Answers.ok(new ProvenanceOfField(engine, caller, time).of(view, call.segment("field")));
  }

  static EntityId entityId(Call call) {
    var id = call.segment("entity_id");
    if (!EntityId.isWellFormed(id)) {
      throw Entities.absent();
    }
    return new EntityId(id);
  }

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var fields = new LinkedHashMap<String, String>();
    var type = query.read("entity_type", text(1, MAX_NAME));
    if (type != null) {
      fields.put(AspectBody.TYPE, type);
    }
    var name = query.read("name", text(1, MAX_NAME));
    if (name != null && type != null) {
      fields.put(AspectBody.NAMED, EntityName.normal(type, name));
    }
    var time = time(call);
    var request = query.page(limits);
    query.check();
    var entities = engine.entities();
    var page =
        name != null && type == null
            ? entities.called(caller, name, time, request)
            : entities.entities(caller, fields, time, request);
    return ObjectReads.page(
        "entities",
        page.items().stream().<Json>map(view -> EntityAnswer.of(view, page.at())).toList(),
        page);
  }

  private Reply get(Caller caller, Call call) {
    var id = entityId(call);
    var time = time(call);
    call.query().check();
    return Answers.ok(EntityAnswer.of(engine.entities().entity(caller, id, time)));
  }

  private Reply observations(Caller caller, Call call) {
    var id = entityId(call);
    var time = time(call);
    var request = call.query().page(limits);
    call.query().check();
    var page = engine.observations().of(caller, id, time, request);
    return ObjectReads.page(
        "observations", page.items().stream().<Json>map(PayloadAnswer::of).toList(), page);
  }
}
