package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Place;
import dev.quipu.engine.files.Places;
import dev.quipu.engine.files.Structure;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What fits nothing else is a note: a title, all of its text, and the tasks in it.
final class NoteRule {

  private static final int LONGEST_TITLE = 120;
  private static final int MAX_TASKS = 1_000;
  private static final Pattern TASK =
      Pattern.compile("(?m)^[ \\t]*[-*+] \\[[ xX]\\] ++(?<task>[^\\n]{1,500})$");

  private NoteRule() {}

  static Proposal proposal(FileText file, @Nullable String name) {
    var places = Places.of(file);
    var fields = new ArrayList<FoundField>();
    fields.add(title(file, new FileName(name), places));
    if (!file.text().isBlank()) {
      fields.add(new FoundField("content", Json.of(file.text()), places.at(0), "text"));
    }
    var tasks = tasks(file, places);
    if (tasks != null) {
      fields.add(tasks);
    }
    var body = new LinkedHashMap<String, Json>();
    fields.forEach(field -> body.put(field.name(), field.value()));
    addAbout(file, body);
    return new Proposal(new JsonObject(body), fields);
  }

  /// What it calls itself, else its first line, else what it is called.
  private static FoundField title(FileText file, FileName name, Places places) {
    var title = file.title();
    if (title != null) {
      return title(title, new Place.Beside("title"), "title");
    }
    boolean prose = file.structure() instanceof Structure.Prose;
    var first = prose ? firstLine(file.text()) : "";
    if (!first.isEmpty() && first.length() <= LONGEST_TITLE) {
      return title(first, places.at(file.text().indexOf(first)), "first line");
    }
    var stem = name.stem();
    if (stem != null) {
      return title(stem, new Place.Beside("name"), "name");
    }
    return first.isEmpty()
        ? title(file.mediaType(), new Place.Beside("media_type"), "media type")
        : title(cut(first), places.at(file.text().indexOf(first)), "first line");
  }

  private static FoundField title(String title, Place place, String label) {
    return new FoundField("title", Json.of(title), place, label);
  }

  /// Without the signs that make it a heading.
  private static String firstLine(String text) {
    int begin = 0;
    while (begin < text.length() && isSign(text.charAt(begin))) {
      begin++;
    }
    int end = text.indexOf('\n', begin);
    end = end < 0 ? text.length() : end;
    while (end > begin && isSign(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isSign(char c) {
    return Character.isWhitespace(c) || "#*_=>-".indexOf(c) >= 0;
  }

  private static String cut(String line) {
    int end = line.lastIndexOf(' ', LONGEST_TITLE);
    end = end < LONGEST_TITLE / 2 ? LONGEST_TITLE : end;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  private static @Nullable FoundField tasks(FileText file, Places places) {
    var text = file.text();
    var found = TASK.matcher(text).region(0, Math.min(text.length(), Limits.FILES.maxSearched()));
    List<String> tasks = new ArrayList<>();
    int begin = -1;
    while (tasks.size() < MAX_TASKS && found.find()) {
      begin = begin < 0 ? found.start("task") : begin;
      tasks.add(found.group("task").strip());
    }
    return tasks.isEmpty()
        ? null
        : new FoundField("tasks", JsonArray.ofTexts(tasks), places.at(begin), "[ ]");
  }

  /// What a letter, a document or a picture says of itself goes along.
  private static void addAbout(FileText file, Map<String, Json> body) {
    if (file.structure() instanceof Structure.Mail mail) {
      put("from", mail.from(), body);
      put("to", mail.to(), body);
      put("cc", mail.cc(), body);
      put("attachments", mail.attachments(), body);
      if (mail.sent() != null) {
        body.put("sent_at", Json.of(mail.sent()));
      }
      return;
    }
    put("author", file.author(), body);
    if (file.created() != null) {
      body.put("created_at", Json.of(file.created()));
    }
    if (file.structure() instanceof Structure.Picture(int width, int height)) {
      body.put(
          "picture", file.metadata().with("width", Json.of(width)).with("height", Json.of(height)));
    }
  }

  private static void put(String name, @Nullable String value, Map<String, Json> body) {
    if (value != null) {
      body.put(name, Json.of(value));
    }
  }

  private static void put(String name, List<String> values, Map<String, Json> body) {
    if (!values.isEmpty()) {
      body.put(name, JsonArray.ofTexts(values));
    }
  }
}
