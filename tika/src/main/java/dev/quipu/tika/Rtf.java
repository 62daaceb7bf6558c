package dev.quipu.tika;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.tika.io.TikaInputStream;

/// Looks through an RTF before it is parsed. The parser takes half a document for a whole one,
/// keeps something for each group that is open, and throws away what stands before the first word
/// that has to do with paragraphs, which is text where people write RTF by hand.
final class Rtf {

  /// What the parser takes for the beginning of the text.
  private static final Set<String> BEGINNINGS =
      Set.of("par", "pard", "sect", "sectd", "plain", "ltrch", "rtlch", "line");

  /// Groups that begin so are no text, and neither are those that begin with `\*`.
  private static final Set<String> TABLES =
      Set.of(
          "fonttbl",
          "filetbl",
          "colortbl",
          "stylesheet",
          "listtable",
          "listoverridetable",
          "revtbl",
          "info",
          "pict",
          "mmathPr",
          "xmlnstbl");

  /// Control words that stand for characters.
  private static final Set<String> CHARACTERS =
      Set.of(
          "u", "emdash", "endash", "bullet", "lquote", "rquote", "ldblquote", "rdblquote", "tab");

  private static final String SYMBOLS = "'~_-{}\\";
  private static final String PARAGRAPH = "\\pard ";
  private static final int LONGEST_WORD = 32;

  private final InputStream in;
  private long read;
  private int open;

  /// How many of the open groups are no text.
  private int silent;

  /// Whether nothing has stood in the innermost group yet.
  private boolean fresh;

  private boolean isWhole;
  private boolean begun;

  /// Where text begins that no word announces; negative if one does.
  private long unannounced = -1;

  private Rtf(InputStream in) {
    this.in = in;
  }

  /// The document as the parser reads all of it.
  static TikaInputStream open(Path file) throws Unreadable, IOException {
    long begin = unannounced(file);
    if (begin < 0) {
      return TikaInputStream.get(file);
    }
    var in = new BufferedInputStream(Files.newInputStream(file));
    var head = new ByteArrayInputStream(in.readNBytes(Math.toIntExact(begin)));
    var word = new ByteArrayInputStream(PARAGRAPH.getBytes(US_ASCII));
    return TikaInputStream.get(
        new SequenceInputStream(Collections.enumeration(List.of(head, word, in))));
  }

  private static long unannounced(Path file) throws Unreadable, IOException {
    try (var in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      var rtf = new Rtf(in);
      rtf.look();
      if (!rtf.isWhole) {
        throw new Unreadable(Kind.BROKEN);
      }
      return rtf.unannounced;
    }
  }

  private int next() throws IOException {
    read++;
    return in.read();
  }

  /// All of a document lies in one group; what is behind that is nothing.
  private void look() throws Unreadable, IOException {
    int c = next();
    while (c >= 0 && !isWhole) {
      switch (c) {
        case '{' -> {
          if (++open > Limits.FILES.maxDepth()) {
            throw new Unreadable(Kind.TOO_DEEP);
          }
          silent += silent > 0 ? 1 : 0;
          fresh = true;
          c = next();
        }
        case '}' -> {
          isWhole = --open == 0;
          silent -= silent > 0 ? 1 : 0;
          fresh = false;
          c = next();
        }
        case '\\' -> c = behindWord(read - 1);
        default -> {
          if (c > ' ') {
            text(read - 1);
          }
          c = next();
        }
      }
    }
  }

  /// Goes on behind a control word or sign. What `\bin` announces is no text: braces in there open
  /// nothing.
  private int behindWord(long start) throws IOException {
    int c = next();
    if (!isLetter(c)) {
      sign(c, start);
      return next();
    }
    var word = new StringBuilder();
    while (isLetter(c) && word.length() < LONGEST_WORD) {
      word.append((char) c);
      c = next();
    }
    c = c == '-' ? next() : c;
    long number = 0;
    while (c >= '0' && c <= '9') {
      number = Math.min(number * 10 + c - '0', Limits.FILES.maxBytes());
      c = next();
    }
    word(word.toString(), start);
    if (number > 0 && word.toString().equals("bin")) {
      long rest = c == ' ' ? number : number - 1;
      in.skipNBytes(rest);
      read += rest;
      return next();
    }
    return c;
  }

  private void sign(int c, long start) {
    if (c == '*' && fresh) {
      silence();
    } else if (c >= 0 && SYMBOLS.indexOf(c) >= 0) {
      text(start);
    }
    fresh = false;
  }

  private void word(String word, long start) {
    if (fresh && TABLES.contains(word)) {
      silence();
    } else if (CHARACTERS.contains(word)) {
      text(start);
    } else if (silent == 0 && BEGINNINGS.contains(word)) {
      begun = true;
    }
    fresh = false;
  }

  private void silence() {
    silent += silent > 0 ? 0 : 1;
  }

  private void text(long start) {
    fresh = false;
    if (silent == 0 && !begun) {
      begun = true;
      unannounced = start;
    }
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
