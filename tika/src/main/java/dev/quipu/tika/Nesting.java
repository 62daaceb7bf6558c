package dev.quipu.tika;

import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Counts tags of HTML before it is parsed: a parser looks at all elements that are open for each
/// new one, so a megabyte of them keeps it busy for half a minute.
final class Nesting {

  /// Far more than is read later; this is a rough count, for closing tags may be missing.
  private static final int MAX_OPEN = 2_000;

  /// Elements that have no end, or need none.
  private static final Set<String> ENDLESS =
      Set.of(
          "area",
          "base",
          "body",
          "br",
          "col",
          "colgroup",
          "dd",
          "dt",
          "embed",
          "head",
          "hr",
          "html",
          "img",
          "input",
          "li",
          "link",
          "meta",
          "optgroup",
          "option",
          "p",
          "param",
          "rb",
          "rp",
          "rt",
          "source",
          "tbody",
          "td",
          "tfoot",
          "th",
          "thead",
          "tr",
          "track",
          "wbr");

  /// Elements whose content is no HTML.
  private static final Set<String> SILENT = Set.of("script", "style", "textarea", "title");

  private static final int LONGEST_NAME = 20;

  private final InputStream in;
  private int open;

  private Nesting(InputStream in) {
    this.in = in;
  }

  static void refuse(Path html) throws Unreadable, IOException {
    try (var in = new BufferedInputStream(Files.newInputStream(html), 1 << 16)) {
      new Nesting(in).count();
    }
  }

  private void count() throws Unreadable, IOException {
    int c = next();
    while (c >= 0) {
      if (c != '<') {
        c = next();
        continue;
      }
      c = next();
      if (c == '!') {
        skipComment();
        c = next();
        continue;
      }
      boolean closes = c == '/';
      if (closes) {
        c = next();
      }
      var name = new StringBuilder();
      while (Character.isLetterOrDigit(c) && name.length() < LONGEST_NAME) {
        name.append(Character.toLowerCase((char) c));
        c = next();
      }
      count(name.toString(), closes);
    }
  }

  private void count(String name, boolean closes) throws Unreadable, IOException {
    if (name.isEmpty() || ENDLESS.contains(name)) {
      return;
    }
    if (SILENT.contains(name)) {
      if (!closes) {
        skip("</" + name); // what looks like tags in there is none
      }
      return;
    }
    open = closes ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_OPEN) {
      throw new Unreadable(Kind.TOO_DEEP);
    }
  }

  /// What begins like a comment and is none is a declaration, in which two characters are no loss.
  private void skipComment() throws IOException {
    int first = next();
    int second = next();
    if (first == '-' && second == '-') {
      skip("-->");
    }
  }

  /// Without zeros, since it may be UTF-16.
  private int next() throws IOException {
    int c = in.read();
    while (c == 0) {
      c = in.read();
    }
    return c;
  }

  /// Goes on behind this.
  private void skip(String end) throws IOException {
    int met = 0;
    while (met < end.length()) {
      int c = next();
      if (c < 0) {
        return;
      }
      if (Character.toLowerCase(c) == end.charAt(met)) {
        met++;
      } else if (!(met == 2 && c == '-' && end.equals("-->"))) { // a third dash changes nothing
        met = c == end.charAt(0) ? 1 : 0;
      }
    }
  }
}
