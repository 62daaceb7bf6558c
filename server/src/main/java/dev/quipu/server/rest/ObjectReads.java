package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.SchemaField;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reading `/v1/objects/{type}` at any point of the two clocks.
final class ObjectReads {

  private static final Shape<Lifecycle> LIFECYCLE = word(Lifecycle.values(), Lifecycle::wireName);
  private static final List<String> LIVES =
      Stream.of(Lifecycle.values()).map(Lifecycle::wireName).toList();

  static final Parameter LIFECYCLE_PARAMETER =
      Parameter.query(
          Lifecycle.MEMBER, "Only those in this state of their life.", Schemas.word(LIVES));

  private final Engine engine;
  private final Limits limits;
  private final ObjectSchema schema;
  private final ObjectType type;
  private final String path;

  ObjectReads(Engine engine, Limits limits, ObjectSchema schema) {
    this.engine = engine;
    this.limits = limits;
    this.schema = schema;
    this.type = schema.type();
    this.path = ObjectRoutes.PATH + type.wireName();
  }

  List<Route> routes() {
    var one = path + "/{object_id}";
    var name = type.wireName();
    var view = ObjectShapes.view(type);
    return List.of(
        Route.of("GET", path, "Objects of type " + name + ".", new Handling.Keyed(this::list))
            .taking(filters())
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(
                200,
                "A page, in the order of creation; it can have fewer items than asked for.",
                Schemas.page("objects", ObjectShapes.item(type))),
        Route.of("GET", one, "One object: " + name + ".", new Handling.Keyed(this::get))
            .taking(Parameters.READ_TIME)
            .taking(
                Parameter.header(
                    "If-None-Match", "ETags that are known already, or *.", Schemas.TEXT))
            .answering(200, "The object.", view)
            .answering(304, "It is still that version.", null),
        Route.of(
                "GET",
                one + "/versions",
                "All versions, newest first: " + name + ".",
                new Handling.Keyed(this::versions))
            .taking(Parameters.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", Schemas.page("versions", ObjectShapes.version(type))),
        Route.of(
                "GET",
                one + "/access",
                "Who may see it: " + name + ".",
                new Handling.Keyed(this::access))
            .taking(Parameters.READ_TIME)
            .answering(200, "The access block.", ObjectShapes.access()),
        new EdgeReads(engine, limits, type).route(),
        new EdgeReads(engine, limits, type).tallies());
  }

  private List<Parameter> filters() {
    var nested = isInSession() ? Stream.of(Parameters.NESTED) : Stream.<Parameter>of();
    return Stream.concat(
            schema.fields().stream()
                .filter(SchemaField::listed)
                .map(
                    field ->
                        Parameter.query(
                            field.parameter(),
                            "Only those with this value.",
                            Schemas.of(field.sought()))),
            Stream.concat(Stream.of(LIFECYCLE_PARAMETER), nested))
        .toList();
  }

  /// Whether objects of the type lie in sessions.
  private boolean isInSession() {
    return type != ObjectType.SESSION && schema.field("session_id") != null;
  }

  private Reply list(Caller caller, Call call) {
    var query = call.query();
    var fields = new LinkedHashMap<String, String>();
    for (var field : schema.fields()) {
      var value = field.listed() ? query.comparable(field.parameter(), field.sought()) : null;
      if (value != null) {
        fields.put(field.name(), value);
      }
    }
    var lifecycle = lifecycle(query);
    if (lifecycle != null) {
      fields.put(Lifecycle.MEMBER, lifecycle.wireName());
    }
    var time = query.readTime();
    var request = query.page(limits);
    boolean nested = query.flag("nested");
    query.check();
    var page = engine.inspect().objects(caller, type, fields, nested, time, request);
    var views =
        page.items().stream().<Json>map(view -> ObjectShapes.json(view, page.at())).toList();
    return page("objects", views, page);
  }

  static @Nullable Lifecycle lifecycle(Query query) {
    return query.read(Lifecycle.MEMBER, LIFECYCLE);
  }

  private Reply get(Caller caller, Call call) {
    var time = call.query().readTime();
    var known = EntityTags.read(call.incoming(), "If-None-Match", call.query().faults());
    call.query().check();
    var computed = EdgeReads.computed(engine, type, caller, call, time);
    if (computed != null) {
      return known != null && known.include(EntityTags.ONLY)
          ? Answers.notModified(EntityTags.ONLY)
          : NodeShapes.reply(computed);
    }
    var answer = read(caller, call, time);
    var tag = EntityTags.of(answer);
    return known != null && known.include(tag)
        ? Answers.notModified(tag)
        : ObjectShapes.reply(200, answer);
  }

  /// The object, or, of a policy, the version that is named behind an `@`.
  private Answer<ObjectView> read(Caller caller, Call call, ReadTime time) {
    var named = type == ObjectType.POLICY ? VersionName.of(call.segment("object_id")) : null;
    return named == null
        ? engine.inspect().object(caller, ObjectRoutes.ref(call, type), time)
        : engine.versions().version(caller, new ObjectRef(type, named.id()), named.version(), time);
  }

  private Reply versions(Caller caller, Call call) {
    var time = call.query().readTime();
    var request = call.query().page(limits);
    call.query().check();
    var computed = EdgeReads.computed(engine, type, caller, call, time);
    if (computed != null) {
      request.requireFirst();
      var made = List.of(computed.value().source().made());
      var events = engine.events().eventsAt(caller, made);
      return NodeShapes.versions(computed, events.get(made.getFirst()));
    }
    var page = engine.inspect().versions(caller, ObjectRoutes.ref(call, type), time, request);
    var lineage = Lineage.of(engine, caller, page.items(), page.at());
    var versions = page.items().stream().<Json>map(view -> lineage.row(view.stored())).toList();
    return page("versions", versions, page);
  }

  private Reply access(Caller caller, Call call) {
    var time = call.query().readTime();
    call.query().check();
    var computed = EdgeReads.computed(engine, type, caller, call, time);
    if (computed != null) {
      return NodeShapes.access(computed);
    }
    var answer = engine.inspect().object(caller, ObjectRoutes.ref(call, type), time);
    return Answers.ok(
        EnvelopeJson.write(answer.value().stored().object().envelope())
            .with("position", Json.of(answer.at().asKnownAt().value())));
  }

  static Reply page(String name, List<Json> items, Page<?> page) {
    return Answers.ok(
        JsonObject.of(
            name,
            new JsonArray(items),
            "next_cursor",
            Json.ofNullable(page.nextCursor()),
            "position",
            Json.of(page.at().asKnownAt().value())));
  }
}
