package dev.quipu.model.object;

import java.util.regex.Pattern;

/// What kind of content something is: `type/subtype`, with parameters if need be (RFC 9110, 8.3.1).
/// It is repeated in a header when the content is handed out.
public final class MediaType {

  public static final int MAX_LENGTH = 200;

  private static final String TOKEN = "[A-Za-z0-9!#$&^_.+-]";
  private static final Pattern FORM =
      Pattern.compile(
          TOKEN
              + "{1,63}/"
              + TOKEN
              + "{1,63}"
              + "(?:[ ]*;[ ]*"
              + TOKEN
              + "+=(?:"
              + TOKEN
              + "+|\"[ !#-\\[\\]-~]*\"))*");

  private MediaType() {}

  public static boolean isWellFormed(String text) {
    return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
  }
}
