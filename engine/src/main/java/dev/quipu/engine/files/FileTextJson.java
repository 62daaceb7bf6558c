package dev.quipu.engine.files;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.util.LinkedHashMap;
import java.util.List;

/// What a reader says of a file that runs in a process of its own.
///
/// Documents, letters and pictures only: tables and JSON are read where they are used. The other
/// side may have been taken over by what it read, so all that it says is checked.
public final class FileTextJson {

  private static final int MAX_SAYING = 1_000;
  private static final int MAX_PIXELS = 1 << 30;

  private static final Shape<Structure> PROSE =
      object(
          fields -> {
            var pages = fields.required("pages", listOf(integer(0, Integer.MAX_VALUE), 1_000_000));
            fields.refuseOthers();
            return fields.build(
                () -> new Structure.Prose(pages.stream().map(Long::intValue).toList()));
          });

  private static final Shape<Structure> MAIL =
      object(
          fields -> {
            var saying = text(0, Limits.FILES.maxMetadata());
            var sayings = listOf(saying, Limits.FILES.maxNames());
            var from = fields.optional("from", saying);
            var to = fields.required("to", sayings);
            var cc = fields.required("cc", sayings);
            var subject = fields.optional("subject", saying);
            var sent = fields.optional("sent", instant());
            var attachments = fields.required("attachments", sayings);
            fields.refuseOthers();
            return fields.build(() -> new Structure.Mail(from, to, cc, subject, sent, attachments));
          });

  private static final Shape<Structure> PICTURE =
      object(
          fields -> {
            int width = fields.required("width", integer(0, MAX_PIXELS)).intValue();
            int height = fields.required("height", integer(0, MAX_PIXELS)).intValue();
            fields.refuseOthers();
            return fields.build(() -> new Structure.Picture(width, height));
          });

  private static final Shape<Unreadable> UNREADABLE =
      object(
          fields -> {
            var kind = fields.required("kind", word(Unreadable.Kind.values(), Enum::name));
            var message = fields.required("message", text(1, MAX_SAYING));
            fields.refuseOthers();
            return fields.build(() -> new Unreadable(kind, message));
          });

  private FileTextJson() {}

  public static JsonObject of(FileText file) {
    var members = new LinkedHashMap<String, Json>();
    members.put("media_type", Json.of(file.mediaType()));
    members.put("text", Json.of(file.text()));
    members.put("title", Json.ofNullable(file.title()));
    members.put("author", Json.ofNullable(file.author()));
    members.put("created", Json.ofNullable(file.created()));
    members.put("metadata", file.metadata());
    switch (file.structure()) {
      case Structure.Prose(var pages) ->
          members.put("prose", JsonObject.of("pages", numbers(pages)));
      case Structure.Mail mail -> members.put("mail", mail(mail));
      case Structure.Picture(int width, int height) ->
          members.put("picture", JsonObject.of("width", Json.of(width), "height", Json.of(height)));
      case Structure.Table _, Structure.Value _ ->
          throw new IllegalArgumentException("tables and JSON are not sent");
    }
    return new JsonObject(members);
  }

  public static JsonObject of(Unreadable why) {
    return JsonObject.of(
        "unreadable",
        JsonObject.of("kind", Json.of(why.kind().name()), "message", Json.of(why.getMessage())));
  }

  /// What it says.
  ///
  /// @throws Unreadable if that is it
  /// @throws dev.quipu.model.failure.Invalid if this is none of what is written here
  public static FileText read(Json json) throws Unreadable {
    var violations = new Violations();
    var fields = Fields.of(json, Pointer.ROOT, violations);
    var why = fields.optional("unreadable", UNREADABLE);
    if (why != null && violations.isEmpty()) {
      throw why;
    }
    var saying = text(0, Limits.FILES.maxMetadata());
    var mediaType = fields.required("media_type", text(3, MAX_SAYING));
    var text = fields.required("text", text(0, Limits.FILES.maxText()));
    var title = fields.optional("title", saying);
    var author = fields.optional("author", saying);
    var created = fields.optional("created", instant());
    var metadata = fields.required("metadata", object());
    var structure = structure(fields);
    fields.refuseOthers();
    if (!text.equals(TidyText.of(text))) {
      fields.refuse("text", "field.type", "Send tidy text.");
    }
    violations.throwIfAny();
    return new FileText(mediaType, text, title, author, created, metadata, structure);
  }

  private static Structure structure(Fields fields) {
    var mail = fields.optional("mail", MAIL);
    var picture = fields.optional("picture", PICTURE);
    var other = mail == null ? picture : mail;
    return other == null ? fields.required("prose", PROSE) : other;
  }

  private static JsonObject mail(Structure.Mail mail) {
    return JsonObject.of(
        "from", Json.ofNullable(mail.from()),
        "to", JsonArray.ofTexts(mail.to()),
        "cc", JsonArray.ofTexts(mail.cc()),
        "subject", Json.ofNullable(mail.subject()),
        "sent", Json.ofNullable(mail.sent()),
        "attachments", JsonArray.ofTexts(mail.attachments()));
  }

  private static JsonArray numbers(List<Integer> numbers) {
    return new JsonArray(numbers.stream().<Json>map(Json::of).toList());
  }
}
