package dev.quipu.engine.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that a file says, however long: read at once, or if it is plain text that is longer than
/// [FileTexts] read, section by section, so that memory is bounded. Used by one thread.
public final class WholeText {

  /// Small enough that a section is never too long to be read, whatever its characters.
  private static final int SECTION = 4 << 20;

  /// How far before its end a section looks for a line to end at.
  private static final int LOOK_BACK = 1 << 16;

  private final FileTexts texts;
  private final FileSource source;
  private final FileText head;
  private final List<Section> sections;
  private final long length;
  private final int chunks;

  /// A stretch of the file.
  ///
  /// @param chars before it, and lines, and chunks
  private record Section(long begin, long end, long chars, int lines, int chunks) {}

  private WholeText(
      FileTexts texts,
      FileSource source,
      FileText head,
      List<Section> sections,
      long length,
      int chunks) {
    this.texts = texts;
    this.source = source;
    this.head = head;
    this.sections = List.copyOf(sections);
    this.length = length;
    this.chunks = chunks;
  }

  /// Reads a file.
  ///
  /// @throws IOException only what the source throws
  public static WholeText read(FileTexts texts, FileSource source) throws Unreadable, IOException {
    try {
      var text = texts.read(source);
      return new WholeText(
          texts, source, text, List.of(), text.text().length(), Chunks.of(text).size());
    } catch (Unreadable e) {
      if (e.kind() != Unreadable.Kind.TOO_LARGE || source.size() <= SECTION) {
        throw e;
      }
      var sectioned = inSections(texts, source);
      if (sectioned == null) {
        throw e;
      }
      return sectioned;
    }
  }

  /// Null if it is not the sort of text that can be read from the middle.
  private static @Nullable WholeText inSections(FileTexts texts, FileSource source)
      throws Unreadable, IOException {
    var sections = new ArrayList<Section>();
    FileText head = null;
    long chars = 0;
    int lines = 0;
    int chunks = 0;
    for (long begin = 0; begin < source.size(); ) {
      long end = end(source, begin);
      var text = texts.read(stretch(source, begin, end, begin == 0));
      if (head == null) {
        head = text;
      }
      if (!isPlain(text)) {
        return null;
      }
      sections.add(new Section(begin, end, chars, lines, chunks));
      chars += text.text().length();
      lines += (int) text.text().chars().filter(c -> c == '\n').count();
      chunks += Chunks.of(text).size();
      begin = end;
    }
    return head == null ? null : new WholeText(texts, source, head, sections, chars, chunks);
  }

  private static boolean isPlain(FileText text) {
    return text.structure() instanceof Structure.Prose(var pages)
        && pages.isEmpty()
        && (text.mediaType().equals("text/plain") || text.mediaType().equals("text/markdown"));
  }

  /// Behind a line; if there is none near, where a character begins.
  private static long end(FileSource source, long begin) throws IOException {
    if (source.size() - begin <= SECTION) {
      return source.size();
    }
    long from = begin + SECTION - LOOK_BACK;
    byte[] tail;
    try (var in = source.content().open()) {
      in.skipNBytes(from);
      tail = in.readNBytes(LOOK_BACK);
    }
    for (int i = tail.length - 1; i > 0; i--) {
      if (tail[i - 1] == '\n') {
        return from + i;
      }
    }
    int whole = tail.length - 1;
    while (whole > 0 && (tail[whole] & 0xC0) == 0x80) {
      whole--;
    }
    return from + whole;
  }

  /// What is not the beginning is called plain text, so that it is not taken for something else.
  private static FileSource stretch(FileSource source, long begin, long end, boolean first) {
    return new FileSource(
        () -> {
          var in = source.content().open();
          in.skipNBytes(begin);
          return new Stretch(in, end - begin);
        },
        end - begin,
        first ? source.name() : null,
        first ? source.mediaType() : "text/plain");
  }

  /// What it says; the beginning if it is too long to be read at once.
  public FileText head() {
    return head;
  }

  /// How many characters it has.
  public long length() {
    return length;
  }

  /// How many chunks it has.
  public int chunks() {
    return chunks;
  }

  /// Takes chunks.
  public interface Taker {
    void take(Chunk chunk) throws IOException;
  }

  /// Hands out all chunks in their order.
  ///
  /// @throws IOException what the source throws, or the taker
  public void each(Taker taker) throws Unreadable, IOException {
    if (sections.isEmpty()) {
      for (var chunk : Chunks.of(head)) {
        taker.take(chunk);
      }
      return;
    }
    for (var section : sections) {
      var text = texts.read(stretch(source, section.begin, section.end, section.begin == 0));
      for (var chunk : Chunks.of(text)) {
        taker.take(moved(chunk, section));
      }
    }
  }

  private Chunk moved(Chunk chunk, Section section) {
    var begin = chunk.begin();
    return new Chunk(
        section.chunks + chunk.number(),
        chunks,
        new Place.InText(
            Math.toIntExact(section.chars + begin.offset()), section.lines + begin.line(), null),
        chunk.text());
  }

  /// So many bytes of a stream.
  private static final class Stretch extends InputStream {

    private final InputStream in;
    private long left;

    Stretch(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = in.read(bytes, offset, (int) Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
