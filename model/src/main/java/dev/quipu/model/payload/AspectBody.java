package dev.quipu.model.payload;

import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.object.DerivedId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// An aspect as it is kept: the body of a Memory, with its state in it.
public final class AspectBody {

  /// The members by which aspects are listed.
  public static final String ENTITY = "entity_id";

  public static final String TYPE = "entity_type";
  public static final String NAMED = "entity_name";
  public static final String TIMELINE = "timeline";

  /// What tells aspects from other memories.
  public static final String KIND = "memory_kind";

  public static final String KIND_ENTITY = "entity";

  private static final List<String> LISTED = List.of(KIND, ENTITY, TYPE, NAMED, TIMELINE);

  /// What a thing is called under these fields it is called, be it known by that or not.
  private static final List<String> NAMING = List.of("name", "title");

  private static final String STATE = "entity";
  private static final String SPLITS = "splits";
  private static final double CONFIDENCE = 1;
  private static final double IMPORTANCE = 0.5;

  private AspectBody() {}

  /// What an aspect is listed by.
  public enum Listing {
    /// The dates that were told last, and the names that it is known by.
    TOLD_LAST,
    /// The dates that any policy shows.
    EVERY_DATE,
    /// Those, and also what any policy shows as its name or title.
    EVERY_DATE_AND_NAME
  }

  /// The body of the Memory that it is kept as.
  public static JsonObject of(Aspect aspect, Principal owner, Listing listing) {
    var fields = aspect.cells().latest();
    var text = AspectText.of(aspect, fields);
    var entity = aspect.entity();
    var body = new LinkedHashMap<String, Json>();
    body.put("memory_id", Json.of(entity.memory().id()));
    body.put("memory_type", Json.of("semantic"));
    body.put("agent_id", Json.NULL);
    body.put("session_id", Json.NULL);
    body.put("level", Json.of(0));
    body.put("content", Json.of(DerivedId.vectorOf(owner, text)));
    body.put("summary", Json.NULL);
    body.put("source_event_ids", JsonArray.ofTexts(sources(aspect)));
    body.put("confidence", Json.of(CONFIDENCE));
    body.put("importance", Json.of(IMPORTANCE));
    body.put("ttl", Json.NULL);
    body.put("text", Json.of(text));
    body.put(KIND, Json.of(KIND_ENTITY));
    body.put(ENTITY, Json.of(entity.value()));
    body.put(TYPE, Json.of(aspect.type()));
    body.put(NAMED, JsonArray.ofTexts(normalNames(aspect, listing)));
    body.put(
        TIMELINE,
        JsonArray.ofTexts(
            NamedTime.daysIn(
                listing == Listing.TOLD_LAST ? fields.members().values() : everShown(aspect))));
    var state =
        JsonObject.of(
            "resolved", Json.of(aspect.resolved()),
            "observations", Json.of(aspect.observations()),
            "cells", aspect.cells().toJson(),
            "names", aspect.names().toJson(),
            "merges", aspect.merges().toJson());
    var splits = aspect.splits();
    body.put(STATE, splits.words().isEmpty() ? state : state.with(SPLITS, splits.toJson()));
    return new JsonObject(body);
  }

  private static SortedSet<String> normalNames(Aspect aspect, Listing listing) {
    var names = new ArrayList<>(aspect.allNames());
    if (listing == Listing.EVERY_DATE_AND_NAME) {
      for (var field : NAMING) {
        for (var value : everShown(aspect.cells().cell(field))) {
          if (value instanceof JsonString(var name) && !name.isBlank()) {
            names.add(name);
          }
        }
      }
    }
    var normal = new TreeSet<String>();
    names.forEach(name -> normal.add(EntityName.normal(aspect.type(), name)));
    return normal;
  }

  /// The events whose observations have a say in what holds by now.
  private static SortedSet<String> sources(Aspect aspect) {
    var events = new TreeSet<String>();
    for (var cell : aspect.cells().cells().values()) {
      var event =
          switch (cell.grounds(MergeStrategy.LAST_WRITE)) {
            case Grounds.Corrected(var correction) ->
                correction.value() == JsonNull.NULL ? null : EntityAct.eventOf(correction.id());
            case Grounds.Observed(var told) ->
                told.clears()
                    ? null
                    : SubmittedPayload.eventOfObservation(told.stamp().observation());
            case Grounds.Merged _ -> null;
            case null -> null;
          };
      if (event != null) {
        events.add(event.value());
      }
    }
    return events;
  }

  /// The counterpart of [#of]; null if a memory is something else.
  public static @Nullable Aspect read(JsonObject body) {
    var state = body.object(STATE);
    var entity = body.text(ENTITY);
    var type = body.text(TYPE);
    if (state == null || entity == null || type == null) {
      return null;
    }
    return new Aspect(
        new EntityId(entity),
        type,
        JsonBoolean.TRUE.equals(state.get("resolved")),
        state.get("observations") instanceof JsonNumber count ? count.asLong() : 0,
        Cells.read(JsonObject.orEmpty(state.object("cells"))),
        Cells.read(JsonObject.orEmpty(state.object("names"))),
        Merges.read(JsonObject.orEmpty(state.object("merges"))),
        Splits.read(JsonObject.orEmpty(state.object(SPLITS))));
  }

  /// What one strategy or another shows, but for what is merged: no array names a time.
  private static List<Json> everShown(Aspect aspect) {
    var values = new ArrayList<Json>();
    aspect.cells().cells().values().forEach(cell -> values.addAll(everShown(cell)));
    return values;
  }

  private static List<Json> everShown(Cell cell) {
    var correction = cell.correction();
    return correction == null
        ? cell.told().stream().map(Told::value).toList()
        : List.of(correction.value());
  }

  /// What lists find the body of a memory by, if it is an aspect's.
  public static Map<String, List<String>> listKeys(JsonObject body) {
    var keys = new LinkedHashMap<String, List<String>>();
    for (var field : body.has(STATE) ? LISTED : List.<String>of()) {
      var value = body.text(field);
      var values = body.array(field);
      keys.put(field, value != null ? List.of(value) : values == null ? List.of() : values.texts());
    }
    return keys;
  }

  /// Whether rows name the values of a field of a memory, so that it can be looked up.
  public static boolean isListedBy(String field) {
    return LISTED.contains(field);
  }
}
