package dev.quipu.engine.materialize;

import dev.quipu.engine.index.IndexDocument.Texts;
import dev.quipu.engine.index.Said;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.GivenVector;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The words by which things are found: this is the one place that says which fields they stand in.
final class IndexTexts {

  /// Longer ones are found by their beginning.
  private static final int LONGEST = 1_000_000;

  private static final Set<String> ROLES =
      Set.of("user", "assistant", "system", "tool", "agent", "human", "ai", "bot");

  private IndexTexts() {}

  /// Of an event: what was said, or if nothing was, all words of its payload.
  static Texts of(Event event) {
    var payload = event.payload();
    var said = said(payload);
    return new Texts(
        said.isEmpty() ? cut(words(GivenVector.without(payload))) : said,
        text(payload, "title"),
        speaker(payload),
        named(event.eventType().value(), payload.text("tool")));
  }

  /// Of an object.
  ///
  /// @param maker the event that made it, if it is not one of ours
  /// @param aspect what it says of an entity, if it is one's
  static Texts of(
      ObjectType type, JsonObject body, @Nullable Event maker, @Nullable Aspect aspect) {
    var payload = maker == null ? JsonObject.EMPTY : maker.payload();
    return switch (type) {
      case MEMORY ->
          new Texts(
              cut(
                  joined(
                      aspect == null ? body.text("text") : AspectText.everFindable(aspect),
                      body.text("summary"),
                      payload.text("caption"))),
              text(payload, "title"),
              speaker(payload),
              Stream.concat(
                      named(payload.text("tool")).stream(),
                      aspect == null ? Stream.of() : aspect.allNames().stream())
                  .toList());
      case STATE ->
          new Texts(
              cut(words(body.get("state_value"))),
              "",
              "",
              named(body.text("state_key"), body.text("state_type")));
      case ARTIFACT ->
          new Texts(
              cut(joined(content(payload), words(body.get("metadata")), body.text("uri"))),
              nameOf(body),
              "",
              named(body.text("artifact_type")));
      case AGENT ->
          new Texts(
              cut(joined(body.text("role_profile"), words(body.get("capability_set")))),
              "",
              "",
              named(body.text("agent_id"), body.text("agent_type")));
      case SESSION ->
          new Texts(
              text(body, "goal"), "", "", named(body.text("session_id"), body.text("task_type")));
      case USER -> new Texts("", "", "", named(body.text("user_id"), body.text("user_name")));
      default -> throw new IllegalArgumentException("search does not find a " + type.wireName());
    };
  }

  private static String said(JsonObject payload) {
    return cut(joined(Said.in(payload), payload.text("caption")));
  }

  /// A role is no name.
  private static String speaker(JsonObject payload) {
    var speaker = text(payload, "speaker").strip();
    return ROLES.contains(speaker.toLowerCase(Locale.ROOT)) ? "" : speaker;
  }

  private static String nameOf(JsonObject artifact) {
    var metadata = artifact.object("metadata");
    return metadata == null ? "" : text(metadata, "name");
  }

  /// What an artifact holds, if the event brought it along.
  private static @Nullable String content(JsonObject payload) {
    var artifact = payload.object("artifact");
    return artifact == null ? words(payload.get("result")) : artifact.text("body");
  }

  private static String text(JsonObject json, String member) {
    var text = json.text(member);
    return text == null ? "" : text;
  }

  private static List<String> named(@Nullable String... names) {
    return Stream.of(names).filter(Objects::nonNull).map(String::valueOf).toList();
  }

  private static String joined(@Nullable String... texts) {
    return Stream.of(texts)
        .filter(text -> text != null && !text.isBlank())
        .collect(Collectors.joining("\n"));
  }

  private static String words(@Nullable Json json) {
    return switch (json) {
      case null -> "";
      case JsonString(var text) -> text;
      case JsonNumber number -> number.toString();
      case JsonArray(var items) ->
          items.stream().map(IndexTexts::words).collect(Collectors.joining("\n"));
      case JsonObject object ->
          object.members().entrySet().stream()
              .map(member -> member.getKey() + " " + words(member.getValue()))
              .collect(Collectors.joining("\n"));
      case JsonBoolean _, JsonNull _ -> "";
    };
  }

  private static String cut(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
  }
}
