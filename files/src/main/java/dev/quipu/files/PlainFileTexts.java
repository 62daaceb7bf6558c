package dev.quipu.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.TidyText;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what is text already. Nothing in it can do more than be long or nested, so it is read in
/// this process. Thread-safe.
final class PlainFileTexts {

  /// More bytes than so many have no text within the limit.
  private static final int MAX_BYTES = 3 * Limits.FILES.maxText() + 3;

  private static final int LONGEST_HEADING = 500;
  private static final Pattern HEADING = Pattern.compile("#{1,6}[ \\t]++(\\S.*)");

  private final JsonReader json =
      new JsonReader(
          new JsonReader.Limits(
              MAX_BYTES,
              Limits.FILES.maxDepth(),
              Limits.DEFAULT.maxValues(),
              Limits.DEFAULT.maxNameLength()));

  /// @param content from its beginning; not closed
  FileText read(Sort.Text sort, InputStream content, FileSource source)
      throws Unreadable, IOException {
    var bytes = content.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw tooLong();
    }
    var decoded = Charsets.decode(bytes, source.mediaType());
    var text = TidyText.of(decoded);
    if (text.isBlank()) {
      throw new Unreadable(Unreadable.Kind.EMPTY);
    }
    if (text.codePointCount(0, text.length()) > Limits.FILES.maxText()) {
      throw tooLong();
    }
    return switch (sort) {
      case PLAIN, XML -> FileText.of(sort.mediaType(), text, Structure.Prose.PLAIN);
      case MARKDOWN -> markdown(text);
      case CSV -> FileText.of(sort.mediaType(), text, CsvReader.read(text));
      case JSON -> FileText.of(sort.mediaType(), text, value(decoded));
      case PERHAPS_JSON -> perhapsJson(decoded, text);
    };
  }

  private static FileText markdown(String text) {
    var plain = FileText.of(Sort.Text.MARKDOWN.mediaType(), text, Structure.Prose.PLAIN);
    var title =
        text.lines()
            .filter(line -> line.length() <= LONGEST_HEADING)
            .map(HEADING::matcher)
            .filter(Matcher::matches)
            .findFirst();
    return title.isEmpty() ? plain : titled(plain, bare(title.get().group(1)));
  }

  /// A heading may be closed by the signs that have opened it.
  private static String bare(String heading) {
    var bare = heading.replaceAll("[ \\t]+#*[ \\t]*$", "");
    return bare.isEmpty() ? heading : bare;
  }

  private static FileText titled(FileText file, String title) {
    return new FileText(
        file.mediaType(),
        file.text(),
        title,
        file.author(),
        file.created(),
        file.metadata(),
        file.structure());
  }

  private FileText perhapsJson(String decoded, String text) throws Unreadable {
    try {
      return FileText.of(Sort.Text.JSON.mediaType(), text, value(decoded));
    } catch (Unreadable e) {
      if (e.kind() != Unreadable.Kind.BROKEN) {
        throw e;
      }
      return FileText.of(Sort.Text.PLAIN.mediaType(), text, Structure.Prose.PLAIN);
    }
  }

  private Structure.Value value(String text) throws Unreadable {
    try {
      return new Structure.Value(json.read(text.getBytes(UTF_8)));
    } catch (TooLarge e) {
      throw tooLong();
    } catch (Invalid e) {
      throw unreadable(e);
    }
  }

  private static Unreadable unreadable(Invalid invalid) {
    return switch (invalid.violations().getFirst().code()) {
      case "json.depth" ->
          new Unreadable(
              Unreadable.Kind.TOO_DEEP,
              "The JSON is nested deeper than " + Limits.FILES.maxDepth() + ".");
      case "json.values" ->
          new Unreadable(
              Unreadable.Kind.TOO_LARGE,
              "The JSON has more than " + Limits.DEFAULT.maxValues() + " values.");
      default -> new Unreadable(Unreadable.Kind.BROKEN, "The JSON is damaged. " + told(invalid));
    };
  }

  /// Without the pointer, in which names of the file would be repeated.
  private static String told(Invalid invalid) {
    return invalid.violations().getFirst().message();
  }

  private static Unreadable tooLong() {
    return new Unreadable(
        Unreadable.Kind.TOO_LARGE,
        "The text has more than " + Limits.FILES.maxText() + " characters: send it in parts.");
  }
}
