package dev.quipu.tika;

import dev.quipu.engine.files.TidyText;
import dev.quipu.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/// Gathers the text of a document, page by page, out of the XHTML that Tika makes of every format.
final class Gathering extends DefaultHandler {

  /// What Tika puts around a page, a slide or a sheet.
  private static final Set<String> PAGES = Set.of("page", "slide-content", "sheet");

  /// Elements with no text for people in them.
  private static final Set<String> SILENT =
      Set.of("head", "script", "style", "template", "noscript");

  /// Elements of HTML that stand on lines of their own.
  private static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "br",
          "dd",
          "div",
          "dl",
          "dt",
          "fieldset",
          "figcaption",
          "figure",
          "footer",
          "form",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "header",
          "hr",
          "li",
          "main",
          "nav",
          "ol",
          "option",
          "p",
          "pre",
          "section",
          "table",
          "tr",
          "ul");

  private final boolean html;
  private final List<String> pages = new ArrayList<>();
  private StringBuilder page = new StringBuilder();
  private boolean paged;
  private int length;
  private int depth;
  private int silent;
  private int verbatim;

  /// @param html whether white space is as in HTML, where the elements tell the lines; else it is
  ///   as it comes
  Gathering(boolean html) {
    this.html = html;
  }

  /// There is more text than is read.
  @SuppressWarnings("serial")
  static final class TooLong extends SAXException {}

  /// Elements lie in each other deeper than is read.
  @SuppressWarnings("serial")
  static final class TooDeep extends SAXException {}

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    if (++depth > Limits.FILES.maxDepth()) {
      throw new TooDeep();
    }
    var element = localName.toLowerCase(Locale.ROOT);
    if (SILENT.contains(element)) {
      silent++;
    }
    if (element.equals("pre")) {
      verbatim++;
    }
    var kind = attributes.getValue("class");
    if (!html && element.equals("div") && kind != null && PAGES.contains(kind)) {
      if (paged || !page.toString().isBlank()) {
        endPage();
      }
      paged = true;
    }
    separate(element);
  }

  @Override
  public void endElement(String uri, String localName, String name) throws SAXException {
    depth--;
    var element = localName.toLowerCase(Locale.ROOT);
    if (SILENT.contains(element)) {
      silent--;
    }
    if (element.equals("pre")) {
      verbatim--;
    }
    separate(element);
  }

  private void separate(String element) throws SAXException {
    if (!html) {
      return;
    }
    if (BLOCKS.contains(element)) {
      append("\n");
    } else if (element.equals("td") || element.equals("th")) {
      append("\t");
    }
  }

  @Override
  public void characters(char[] chars, int start, int count) throws SAXException {
    var text = new String(chars, start, count);
    append(html && verbatim == 0 ? text.replaceAll("[\\s\u00a0]+", " ") : text);
  }

  /// Line ends and tabs that Tika puts between elements.
  @Override
  public void ignorableWhitespace(char[] chars, int start, int count) throws SAXException {
    if (!html) {
      append(new String(chars, start, count));
    }
  }

  private void append(String text) throws SAXException {
    if (silent > 0) {
      return;
    }
    length += text.length();
    // White space is thrown away later, so there may be more of it for a while.
    if (length > 2 * Limits.FILES.maxText()) {
      throw new TooLong();
    }
    page.append(text);
  }

  private void endPage() {
    pages.add(tidy(page));
    page = new StringBuilder();
  }

  /// Lines without white space around them, and at most one empty line between two others.
  private String tidy(CharSequence raw) {
    var tidy = new StringBuilder(raw.length());
    int blank = 0;
    for (var line : (Iterable<String>) TidyText.of(raw.toString()).lines()::iterator) {
      var stripped = html ? line.strip().replaceAll(" ?\t+ ?", "\t") : line.strip();
      if (stripped.isEmpty()) {
        blank++;
        continue;
      }
      if (!tidy.isEmpty()) {
        tidy.append(blank > 0 && !html ? "\n\n" : "\n");
      }
      tidy.append(stripped);
      blank = 0;
    }
    return tidy.toString();
  }

  /// All of it.
  ///
  /// @param text of all pages
  /// @param begins where each page begins; empty if the document has none
  record Gathered(String text, List<Integer> begins) {}

  Gathered gathered() throws TooLong {
    endPage();
    var text = new StringBuilder();
    var begins = new ArrayList<Integer>();
    for (var tidy : pages) {
      if (!text.isEmpty() && !tidy.isEmpty()) {
        text.append("\n\n");
      }
      begins.add(text.length());
      text.append(tidy);
    }
    if (text.codePoints().count() > Limits.FILES.maxText()) {
      throw new TooLong();
    }
    return new Gathered(text.toString(), paged ? begins : List.of());
  }
}
