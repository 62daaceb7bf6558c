package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.EntityWish;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.CanonicalizationRules;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.CapabilityId;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityAct.Subject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.ExtractionRule;
import dev.quipu.model.payload.ExtractionType;
import dev.quipu.model.payload.FieldRule;
import dev.quipu.model.payload.Link;
import dev.quipu.model.payload.MergeStrategy;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadIdentity;
import dev.quipu.model.payload.Provenance;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.payload.ValueType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of the golden history that came with rules versions 5 to 8: payloads, and what is done
/// to the entities that they speak of.
///
/// @param access that Alice's payloads have
record GoldenPayloads(Voice alice, Envelope access, Voice bob, Voice admin) {

  /// Somebody who has commands done.
  interface Voice {
    EventId done(Command command);
  }

  private static final String AT = "2026-05-01T00:00:00Z";
  private static final String TYPE = "thing";
  private static final CapabilityId ID = new CapabilityId("acme:store_thing:v1");

  void tell() {
    admin.done(new Command.RegisterCapability(capability()));
    var first = body("t-1", "red");
    var red = submit(alice, first, "2026-05-01T00:00:00Z", null);
    submit(alice, first, "2026-05-01T00:00:00Z", null);
    var heavy = submit(alice, first.with("weight", Json.of(3)), "2026-05-02T00:00:00Z", null);
    submit(bob, first, "2026-05-03T00:00:00Z", "r1");
    submit(bob, first, "2026-05-03T00:00:00Z", "r1");
    var blue = body("t-2", "blue");
    var second = submit(alice, blue, "2026-05-05T00:00:00Z", null);
    var sized = submit(alice, blue.with("size", Json.of(1)), "2026-05-04T00:00:00Z", null);
    submit(alice, blue.with("colour", Json.NULL), "2026-05-06T00:00:00Z", null);
    acts(entityOf(first), entityOf(blue));
    split(entityOf(first), List.of(red, heavy), entityOf(blue), List.of(second, sized));
    late();
    layers();
  }

  /// Nothing names a thing: it is known by its content.
  private static EntityId entityOf(JsonObject body) {
    return EntityId.of(TYPE, PayloadIdentity.contentId(capability(), envelope(body, AT, null)));
  }

  private static JsonObject body(String number, String colour) {
    return JsonObject.of(
        "number", Json.of(number),
        "colour", Json.of(colour),
        "day", Json.of("2026-05-01"),
        "tags", JsonArray.of(Json.of("a"), Json.of("b")));
  }

  private static EventId submit(Voice who, JsonObject body, String at, @Nullable String request) {
    return who.done(
        new Command.SubmitPayload(
            envelope(body, at, request),
            null,
            AccessDraft.NOTHING_SAID.visibleAs(new Visibility.OwnerOnly())));
  }

  private static PayloadEnvelope envelope(JsonObject body, String at, @Nullable String request) {
    var provenance =
        new Provenance(List.of("payload_nowhere"), Instant.parse(at), at, "g:v1", null);
    return new PayloadEnvelope(ID.value(), body, provenance, request);
  }

  private static Capability capability() {
    return new Capability(
        ID,
        TYPE,
        "1.0",
        new CanonicalizationRules(List.of("number", "colour"), true, true),
        List.of(
            new ExtractionRule(ExtractionType.PAYLOAD_SELF, null, TYPE, Map.of(), null),
            new ExtractionRule(
                ExtractionType.ARRAY_ITEMS,
                "tags",
                "tag",
                Map.of(),
                new Link("REFERS_TO", Link.Direction.FROM_SELF))));
  }

  /// Everything that can be done to an entity of Alice's.
  private void acts(EntityId one, EntityId other) {
    var thing = new Subject(one, TYPE, "one");
    var second = new Subject(other, TYPE, "two");
    act(thing, new EntityWish.Correct(JsonObject.of("colour", Json.of("green")), aspects(thing)));
    // Nobody has said it anywhere, so its access has to be told.
    var alone = AccessDraft.NOTHING_SAID.visibleAs(access.visibility());
    act(thing, new EntityWish.Withdraw("colour", "cor_00000000000000000000000000_0"), alone);
    act(thing, new EntityWish.Delete());
    act(thing, restoring(thing));
    act(thing, new EntityWish.Relate("PART_OF", second, aspects(second)));
    act(thing, new EntityWish.Merge(second, aspects(second), "the same"));
    act(second, new EntityWish.Unmerge(thing, aspects(thing)));
  }

  /// Since rules version 6: some of what was told of one thing was told of another, and back again;
  /// and a relationship that is told again of an earlier time.
  private void split(
      EntityId one, List<EventId> toldOfOne, EntityId other, List<EventId> toldOfOther) {
    var thing = new Subject(one, TYPE, "one");
    var third = new Subject(EntityId.of(TYPE, "three"), TYPE, "three");
    var moved = observationsIn(toldOfOne);
    act(thing, new EntityWish.Split(third, List.of(), List.of(moved.getLast()), "another"));
    act(third, new EntityWish.Split(thing, List.of(), List.of(moved.getLast()), "after all not"));
    act(thing, new EntityWish.Split(third, List.of(), moved, ""));
    submit(alice, body("t-1", "white"), "2026-04-01T00:00:00Z", null);
    act(
        new Subject(other, TYPE, "two"),
        new EntityWish.Split(third, List.of(), observationsIn(toldOfOther), "all of it"));
  }

  /// Since rules version 7: what is told late of later known things, single items of what is
  /// merged, and two that weigh the same at one instant.
  private void late() {
    admin.done(new Command.RegisterSchema(schema()));
    admin.done(new Command.ActivateSchema(TYPE, schema().version()));
    for (int day = 9; day > 5; day--) {
      var told =
          body("t-3", "shade " + day)
              .with("labels", Json.of("label " + day))
              .with("day", Json.of("2026-06-0" + day));
      submit(alice, told, "2026-06-0" + day + "T00:00:00Z", null);
      submit(alice, told.with("colour", Json.of("tint")), "2026-06-08T00:00:00Z", null);
    }
  }

  /// Since rules version 8: told from the last page to the first, each with a field of its own,
  /// which is more than has room in one layer; and what is done to all of them.
  private void layers() {
    var diary = new Subject(EntityId.of(TYPE, EntityName.normal(TYPE, "t-4")), TYPE, "diary");
    var pages = new ArrayList<EventId>();
    for (int day = 28; day > 5; day--) {
      pages.add(page(day));
    }
    act(diary, new EntityWish.Delete());
    for (int day = 5; day > 0; day--) {
      pages.add(page(day));
    }
    act(diary, restoring(diary));
    var third = new Subject(EntityId.of(TYPE, "three"), TYPE, "three");
    var moved = observationsIn(List.of(pages.getFirst(), pages.getLast()));
    act(diary, new EntityWish.Split(third, List.of(), moved, "of another book"));
    var index = new ArrayList<Json>();
    for (int i = 0; i < 300; i++) {
      index.add(Json.of("word " + i));
    }
    var wide = body("t-4", "grey").with("index", new JsonArray(index));
    submit(alice, wide, "2026-07-29T00:00:00Z", null);
    submit(alice, wide.with("errata", Json.of("one more")), "2026-07-30T00:00:00Z", null);
  }

  private EventId page(int day) {
    var told = body("t-4", "grey").with("page_" + day, Json.of("what was written"));
    return submit(alice, told, "2026-07-%02dT00:00:00Z".formatted(day), null);
  }

  private static EntitySchema schema() {
    return new EntitySchema(
        TYPE,
        "1.1",
        Map.of(
            "number", new FieldRule(ValueType.STRING, List.of(), MergeStrategy.LAST_WRITE),
            "labels", new FieldRule(ValueType.ARRAY, List.of(), MergeStrategy.MERGE_ARRAY)),
        List.of(List.of("number")),
        Map.of(),
        Map.of());
  }

  private static List<String> observationsIn(List<EventId> submissions) {
    return submissions.stream().map(event -> SubmittedPayload.observationId(event, 0)).toList();
  }

  private void act(Subject subject, EntityWish wish) {
    act(subject, wish, AccessDraft.NOTHING_SAID);
  }

  private void act(Subject subject, EntityWish wish, AccessDraft said) {
    alice.done(new Command.ActOnEntity(subject, aspects(subject), wish, said));
  }

  private EntityWish restoring(Subject subject) {
    return new EntityWish.Restore(List.of(new EntityAct.Delete(subject, aspects(subject))));
  }

  private List<ObjectRef> aspects(Subject subject) {
    return List.of(Aspect.ref(subject.entity(), access));
  }
}
