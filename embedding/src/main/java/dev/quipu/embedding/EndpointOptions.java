package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.Letters;
import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What stands behind the question mark of an endpoint's address. What is wrong is gathered and
/// told at once; until then something stands in for it.
final class EndpointOptions {

  private static final List<String> NAMES =
      List.of(
          "model",
          "name",
          "revision",
          "dimension",
          "tokens",
          "question-prefix",
          "document-prefix",
          "letters",
          "batch",
          "timeout-seconds",
          "attempts",
          "texts-per-minute",
          "tokens-per-minute",
          "texts-per-day",
          "tokens-per-day");

  private static final int MOST = 999_999_999;

  private static final URI STAND_IN = URI.create("http://localhost/");

  private final Map<String, String> values = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  EndpointOptions(String text) {
    var strangers = new ArrayList<String>();
    for (var option : text.split("&", -1)) {
      int equals = option.indexOf('=');
      var name = equals < 0 ? option : option.substring(0, equals);
      if (NAMES.contains(name)) {
        values.put(name, decoded(name, equals < 0 ? "" : option.substring(equals + 1)));
      } else if (!option.isEmpty()) {
        strangers.add("'" + name + "'");
      }
    }
    if (!strangers.isEmpty()) {
      mistakes.add(
          String.join(", ", strangers)
              + (strangers.size() == 1 ? " is no option" : " are no options")
              + " of an endpoint; there are "
              + String.join(", ", NAMES));
    }
    if (text("model").isBlank()) {
      mistakes.add("'model' is missing, the name by which the endpoint knows it");
    }
  }

  private String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value, UTF_8);
    } catch (IllegalArgumentException e) {
      mistakes.add("'" + name + "' has a % that stands for nothing");
      return "?";
    }
  }

  /// What stands before the options.
  URI base(String text) {
    try {
      var base = URI.create(text);
      if (Endpoint.isAddress(base)) {
        return base;
      }
    } catch (IllegalArgumentException e) { // its message would repeat the text
    }
    mistakes.add(Endpoint.NO_ADDRESS);
    return STAND_IN;
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  String text(String name, String otherwise) {
    var value = text(name);
    return value.isBlank() ? otherwise : value;
  }

  /// All, if nothing is said.
  Letters letters() {
    var value = values.getOrDefault("letters", Letters.ALL.wireName());
    for (var letters : Letters.values()) {
      if (letters.wireName().equals(value)) {
        return letters;
      }
    }
    mistakes.add("'letters' is to be all or latin");
    return Letters.ALL;
  }

  int number(String name, int least, int otherwise) {
    return number(name, least, MOST, otherwise);
  }

  int number(String name, int least, int most, int otherwise) {
    var value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      mistakes.add("'" + name + "' is to be a whole number from " + least + " to " + most);
      return otherwise;
    }
    return number;
  }

  /// Of a budget; without end if nothing is said.
  long limit(String name) {
    return values.containsKey(name) ? number(name, 1, 1) : Long.MAX_VALUE;
  }

  void check() {
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
  }
}
