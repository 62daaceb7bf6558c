package dev.quipu.engine.files.choice;

import static java.util.Map.entry;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Amounts as documents write them: `1,784.50`, `1.784,50 €`, `EUR 12`, `1 784,50 грн`.
///
/// A comma or dot with three digits behind it, as in `1,500`, separates thousands for one reader
/// and is a decimal for another: such an amount stays text. No locale is asked.
final class Amounts {

  private static final String CURRENCY = "[€$£¥₴]|[A-Z]{3}(?![A-Za-z])|грн\\.?";
  private static final Pattern AMOUNT =
      Pattern.compile(
          "(?<before>"
              + CURRENCY
              + ")?[ \u00a0]{0,2}"
              + "(?<number>[-−]?(?:\\d{1,3}(?:[.,'’ \u00a0\u202f]\\d{3})+|\\d+)(?:[.,]\\d+)?)"
              + "(?![\\p{L}\\p{N}%]|[.,/:-]\\d|[ \u00a0]?%)"
              + "(?:[ \u00a0]{0,2}(?<after>"
              + CURRENCY
              + "))?");

  /// Those that stand for one currency; others may be that of several countries.
  private static final Map<String, String> CODES =
      Map.ofEntries(entry("€", "EUR"), entry("₴", "UAH"), entry("грн", "UAH"));

  private static final int LONGEST = 60;

  private Amounts() {}

  /// An amount in a text.
  ///
  /// @param value a number, or the text if its reading is not certain
  /// @param currency null if none is told
  /// @param end behind it
  record Read(Json value, @Nullable String currency, int end) {}

  /// The amount that begins here; null if none does.
  static @Nullable Read at(CharSequence text, int begin, int end) {
    var found =
        AMOUNT
            .matcher(text)
            .region(begin, Math.min(end, begin + LONGEST))
            .useTransparentBounds(true);
    if (!found.lookingAt()) {
      return null;
    }
    var number = found.group("number");
    var currency = found.group("before") == null ? found.group("after") : found.group("before");
    return new Read(value(number), currency == null ? null : code(currency), found.end());
  }

  /// The amount that a text is; null if it is none.
  static @Nullable Read of(String text) {
    var read = text.length() > LONGEST ? null : at(text, 0, text.length());
    return read != null && read.end() == text.length() ? read : null;
  }

  private static String code(String currency) {
    var plain = currency.replace(".", "");
    return CODES.getOrDefault(plain, plain.toUpperCase(Locale.ROOT));
  }

  private static Json value(String number) {
    var plain = plain(number.replace('−', '-'));
    var exact = plain == null ? null : JsonNumber.exactly(plain);
    return exact == null ? Json.of(number) : exact;
  }

  /// With a dot before its decimals and nothing between thousands; null if that is not certain.
  private static @Nullable String plain(String number) {
    var marks = number.replaceAll("[\\d-]", "");
    if (marks.isEmpty()) {
      return number;
    }
    char last = marks.charAt(marks.length() - 1);
    if (last != '.' && last != ',') {
      return number.replaceAll("[^\\d-]", "");
    }
    int at = number.lastIndexOf(last);
    boolean once = number.indexOf(last) == at;
    if (!once) {
      return number.replaceAll("[^\\d-]", "");
    }
    int decimals = number.length() - at - 1;
    var whole = number.substring(0, at).replace("-", "");
    if (marks.length() == 1 && decimals == 3 && whole.length() <= 3 && !whole.equals("0")) {
      return null;
    }
    return number.substring(0, at).replaceAll("[^\\d-]", "") + "." + number.substring(at + 1);
  }
}
