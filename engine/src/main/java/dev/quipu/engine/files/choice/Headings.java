package dev.quipu.engine.files.choice;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the first lines of a document tell of it.
final class Headings {

  /// A heading has few words; one that begins with what it is may go on.
  private static final int MAX_WORDS = 7;

  private static final int MAX_WORDS_BEHIND = 12;

  private static final Pattern COMPANY =
      Pattern.compile(
          "(?U)(?:^|[\\s,])(?:GmbH|AG|KG|OHG|UG|e\\. ?K\\.|Ltd|Limited|LLC|LLP|Inc|Corp|PLC|S\\.A\\.|ТОВ|ПП|ФОП|АТ|ПрАТ)(?:$|[\\s.,\"])");

  private Headings() {}

  /// The first of these words that the line says, by itself or at the end of a compound, as
  /// `vertrag` in `mietvertrag`; null if none, or if the line is too long for a heading.
  ///
  /// @param line in lower case
  static @Nullable String word(String line, List<String> words) {
    int count = line.split("\\s+", MAX_WORDS_BEHIND + 1).length;
    for (var word : words) {
      int at = line.indexOf(word);
      int end = at + word.length();
      boolean ends = at >= 0 && (end == line.length() || !Character.isLetter(line.charAt(end)));
      boolean begins = at == 0 || (at > 0 && !Character.isLetter(line.charAt(at - 1)));
      int most = at == 0 ? MAX_WORDS_BEHIND : MAX_WORDS;
      if (ends && count <= most && (begins || word.length() >= 6)) {
        return word;
      }
    }
    return null;
  }

  static boolean isCompany(String line) {
    return COMPANY.matcher(line).find();
  }
}
