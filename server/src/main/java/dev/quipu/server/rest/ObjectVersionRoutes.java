package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.id;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.Subject;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `/v1/objects/object_version`: the versions of all other objects, named `type:id@n`. Who sees an
/// object sees its versions.
final class ObjectVersionRoutes {

  private static final ObjectType TYPE = ObjectType.OBJECT_VERSION;
  private static final List<String> TYPES =
      ObjectSchemas.all().stream().map(ObjectSchema::type).map(ObjectType::wireName).toList();
  private static final Shape<ObjectType> OBJECT_TYPE =
      Shape.word(
          ObjectSchemas.all().stream().map(ObjectSchema::type).toArray(ObjectType[]::new),
          ObjectType::wireName);
  private static final Shape<String> OBJECT_ID =
      id(
          text -> {
            Identifier.checked(text);
            return text;
          });

  private final Engine engine;
  private final Limits limits;

  ObjectVersionRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    var path = ObjectRoutes.PATH + TYPE.wireName();
    var one = path + "/{object_id}";
    return List.of(
        Route.of(
                "GET",
                path,
                "The versions of an object, newest first, as objects of their own.",
                new Handling.Keyed(this::list))
            .taking(
                Parameter.query("object_type", "Of which type; required.", Schemas.word(TYPES)),
                Parameter.query("object_id", "Of which object; required.", Schemas.ID))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("objects", ObjectShapes.item(TYPE))),
        Route.of("GET", one, "One version, named type:id@n.", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .answering(200, "The version.", ObjectShapes.view(TYPE)),
        Route.of(
                "GET",
                one + "/access",
                "Who may see it: object_version.",
                new Handling.Keyed(this::access))
            .taking(Parameters.READ_TIME)
            .answering(200, "The access block.", ObjectShapes.access()),
        Route.of(
                "GET",
                one + "/versions",
                "Its one version: itself.",
                new Handling.Keyed(this::versions))
            .taking(Parameters.READ_TIME)
            .answering(200, "A page.", Schemas.page("versions", ObjectShapes.version(TYPE))),
        new EdgeReads(engine, limits, TYPE).route(new Handling.Keyed(this::edges)));
  }

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var type = query.required("object_type", query.read("object_type", OBJECT_TYPE));
    var id = query.required("object_id", query.read("object_id", OBJECT_ID));
    var request = query.page(limits);
    var time = query.readTime();
    query.check();
    if (type == null || id == null) {
      throw new IllegalStateException("both have been asked for");
    }
    var page = engine.inspect().history(caller, new ObjectRef(type, id), time, request);
    var lineage = Lineage.of(engine, caller, page.items(), page.at());
    return ObjectReads.page(
        "objects", page.items().stream().<Json>map(lineage::view).toList(), page);
  }

  private Reply get(Caller caller, Call call) {
    var answer = read(caller, call);
    var version = answer.value();
    var lineage = Lineage.of(engine, caller, List.of(version), answer.at());
    return Answers.ok(
        lineage.view(version).with("position", Json.of(answer.at().asKnownAt().value())));
  }

  /// A version is not changed: it has one version, which looks as it does.
  private Reply versions(Caller caller, Call call) {
    var answer = read(caller, call);
    var version = answer.value();
    var view = Lineage.of(engine, caller, List.of(version), answer.at()).view(version);
    var fields = view.object("object");
    var members = new LinkedHashMap<>(fields == null ? Map.<String, Json>of() : fields.members());
    for (var name : List.of("object_id", "object_type", "known_from", "known_to", "object")) {
      members.put(name, Json.ofNullable(view.get(name)));
    }
    var page = new Page<>(List.of(), null, answer.at());
    return ObjectReads.page("versions", List.of(new JsonObject(members)), page);
  }

  private Reply access(Caller caller, Call call) {
    var answer = read(caller, call);
    return Answers.ok(
        EnvelopeJson.write(answer.value().stored().object().envelope())
            .with("position", Json.of(answer.at().asKnownAt().value())));
  }

  /// Edges join objects, not versions.
  private Reply edges(Caller caller, Call call) {
    var request = call.query().page(limits);
    var answer = read(caller, call);
    request.requireFirst();
    return ObjectReads.page("edges", List.of(), new Page<>(List.of(), null, answer.at()));
  }

  private Answer<ObjectView> read(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var version = named(call.segment("object_id"));
    return engine.versions().version(caller, TYPE, version.ref(), version.number(), time);
  }

  /// The version of this name; what cannot be one is not there.
  static Subject.Version named(String name) {
    int mark = name.indexOf(':');
    var type = mark < 0 ? null : ObjectType.of(name.substring(0, mark));
    var version = VersionName.of(name.substring(mark + 1));
    if (type == null || version == null || ObjectSchemas.of(type) == null) {
      throw TYPE.absent();
    }
    return new Subject.Version(new ObjectRef(type, version.id()), version.version());
  }
}
