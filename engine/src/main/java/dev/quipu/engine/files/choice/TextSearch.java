package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Places;
import dev.quipu.engine.files.choice.FoundValues.Between;
import dev.quipu.model.Limits;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Looks for labels in a text and for values behind them, on the same line or on the next.
///
/// A label counts where it begins a line, a cell or a column, or stands behind a value or a full
/// stop: `Date` does, the one in `Due date` does not.
final class TextSearch {

  /// What may stand between a label and its value.
  private static final Pattern GAP =
      Pattern.compile("(?:[ \\t]*\\([^)\\n]{0,20}\\))?[ \\t.:#№=*_|]*(?:[-–] +)?");

  /// A label that stands more often in a document than this is none.
  private static final int MAX_TRIED = 1_000;

  private final String text;
  private final String folded;
  private final Places places;

  TextSearch(FileText file) {
    var all = file.text();
    this.text = all.substring(0, Math.min(all.length(), Limits.FILES.maxSearched()));
    this.folded = Fold.lower(text);
    this.places = Places.of(file);
  }

  /// The field, by the first of its labels that has a value; null if none has.
  @Nullable FoundField find(Candidate.Field field) {
    for (var label : field.labels()) {
      var found = find(field, label);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable FoundField find(Candidate.Field field, String label) {
    FoundField last = null;
    int tried = 0;
    for (int at = folded.indexOf(label);
        at >= 0 && tried < MAX_TRIED;
        at = folded.indexOf(label, at + 1)) {
      int end = at + label.length();
      boolean proper = isLabel(at, end);
      // `made between Acme GmbH and …`: in the midst of a sentence only if a company follows.
      boolean inSentence = !proper && field.kind() == ValueKind.NAMES && isWord(at, end);
      tried += proper || inSentence ? 1 : 0;
      var value = proper || inSentence ? behind(field.kind(), end) : null;
      if (value != null && (proper || Headings.isCompany(value.json().toString()))) {
        last = new FoundField(field.name(), value.json(), places.at(value.begin()), label);
        if (field.kind() != ValueKind.AMOUNT) {
          return last;
        }
      }
    }
    return last; // the total stands behind what it is the total of
  }

  private FoundValues.@Nullable Value behind(ValueKind kind, int labelEnd) {
    var gap = GAP.matcher(text).region(labelEnd, lineEnd(labelEnd));
    int begin = gap.lookingAt() ? gap.end() : labelEnd;
    var values = new FoundValues(text);
    if (begin < lineEnd(labelEnd)) {
      return values.at(kind, begin, between(text.substring(labelEnd, begin)));
    }
    int next = nextLine(begin);
    return next < 0 ? null : values.at(kind, next, Between.LINE_END);
  }

  private static Between between(String gap) {
    if (gap.indexOf(':') >= 0 || gap.indexOf('\t') >= 0) {
      return Between.MARK;
    }
    return gap.indexOf('#') >= 0 || gap.indexOf('№') >= 0 ? Between.SIGN : Between.NOTHING;
  }

  private boolean isWord(int begin, int end) {
    return (begin == 0 || !Character.isLetterOrDigit(text.charAt(begin - 1)))
        && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
  }

  private boolean isLabel(int begin, int end) {
    if (!isWord(begin, end)) {
      return false;
    }
    int at = begin - 1;
    int spaces = 0;
    while (at >= 0 && " *#>•–-|\"(".indexOf(text.charAt(at)) >= 0) {
      spaces += text.charAt(at) == ' ' ? 1 : 0;
      at--;
    }
    if (at < 0 || text.charAt(at) == '\n' || text.charAt(at) == '\t' || spaces >= 2) {
      return true;
    }
    return at < begin - 1 && isValue(at);
  }

  /// Whether the word that ends here is a value: it has a digit, or a sentence ends with it.
  private boolean isValue(int at) {
    if (".,;".indexOf(text.charAt(at)) >= 0) {
      return true;
    }
    for (; at >= 0 && !Character.isWhitespace(text.charAt(at)); at--) {
      if (Character.isDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  private int lineEnd(int from) {
    return FoundValues.lineEnd(text, from);
  }

  /// Where the next line begins that is not blank; negative if there is none.
  private int nextLine(int from) {
    for (int at = from; at < text.length(); at++) {
      if (!Character.isWhitespace(text.charAt(at))) {
        return at;
      }
    }
    return -1;
  }

  /// The word of a document's kind that stands in a heading among the first lines; null if none
  /// does.
  @Nullable String heading(Candidate candidate) {
    int seen = 0;
    for (var line : (Iterable<String>) folded.lines()::iterator) {
      var heading = line.replaceAll("[#*_>|]", " ").strip();
      if (heading.isEmpty()) {
        continue;
      }
      if (++seen > 10) {
        return null;
      }
      var word = Headings.word(heading, candidate.words());
      if (word != null) {
        return word;
      }
    }
    return null;
  }

  /// A company on the first line, as on a letterhead; null if there is none.
  @Nullable FoundField letterhead(Candidate.Field field) {
    int begin = nextLine(0);
    if (begin < 0) {
      return null;
    }
    var value = new FoundValues(text).at(ValueKind.NAME, begin, Between.MARK);
    return value == null || !Headings.isCompany(text.substring(begin, lineEnd(begin)))
        ? null
        : new FoundField(field.name(), value.json(), places.at(begin), "letterhead");
  }
}
