package dev.quipu.server.http;

import dev.quipu.model.failure.TooLarge;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Reads a connection, and the lines between the chunks of a body as RFC 9112, 7.1, has them.
///
/// The library wants a bare length before a chunk and nothing after the last one. So extensions and
/// trailers, which are legal and mean nothing to us, are checked and left out before it sees them.
/// What is not exactly as the grammar has it is refused: where two readers of one connection
/// understand a line differently, one of them can be made to take content for a request.
final class ChunkReader extends DataReader {

  private static final int MAX_LINE_BYTES = 4 << 10;
  private static final int MAX_TRAILER_BYTES = 16 << 10;

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
  private static final String QUOTED = "\"(?:[\\t[^\\p{Cntrl}\"\\\\]]|\\\\[\\t[^\\p{Cntrl}]])*+\"";
  private static final Pattern SIZE =
      Pattern.compile(
          "(?<size>[0-9A-Fa-f]{1,8})(?:[ \\t]*+;[ \\t]*+"
              + TOKEN
              + "(?:[ \\t]*+=[ \\t]*+(?:"
              + TOKEN
              + "|"
              + QUOTED
              + "))?+)*+");
  private static final Pattern TRAILER = Pattern.compile(TOKEN + ":[\\t[^\\p{Cntrl}]]*+");

  private enum Place {
    /// Not in a chunked body, or in one that is at its end.
    ELSEWHERE,
    BEFORE_A_CHUNK,
    IN_A_CHUNK,
    BEHIND_A_CHUNK,
    BEHIND_THE_LAST
  }

  private Place place = Place.ELSEWHERE;

  private final int maxChunkBytes;

  /// @param maxChunkBytes the library holds a chunk as a whole, so that there is a limit to one
  ChunkReader(Supplier<byte[]> source, int maxChunkBytes) {
    super(source);
    this.maxChunkBytes = maxChunkBytes;
  }

  /// A request begins, whose body comes in chunks or not.
  void begin(boolean chunked) {
    place = chunked ? Place.BEFORE_A_CHUNK : Place.ELSEWHERE;
  }

  @Override
  public String readLine() {
    return switch (place) {
      case ELSEWHERE, IN_A_CHUNK, BEHIND_A_CHUNK -> super.readLine();
      case BEFORE_A_CHUNK -> size();
      case BEHIND_THE_LAST -> {
        skipTrailers();
        place = Place.ELSEWHERE;
        yield "";
      }
    };
  }

  private String size() {
    var line = SIZE.matcher(line(MAX_LINE_BYTES));
    if (!line.matches()) {
      throw new IllegalArgumentException("not the length of a chunk");
    }
    var size = line.group("size");
    if (Long.parseLong(size, 16) > maxChunkBytes) {
      throw new TooLarge(
          "body.chunk_too_large", "Send at most " + maxChunkBytes + " bytes in one chunk.");
    }
    place = size.chars().allMatch(c -> c == '0') ? Place.BEHIND_THE_LAST : Place.IN_A_CHUNK;
    return size;
  }

  private void skipTrailers() {
    int left = MAX_TRAILER_BYTES;
    for (var line = line(left); !line.isEmpty(); line = line(left)) {
      if (!TRAILER.matcher(line).matches()) {
        throw new IllegalArgumentException("not a trailer");
      }
      left -= line.length();
    }
  }

  /// A line without its end, which is CR LF and nothing else.
  private String line(int max) {
    int length = findNewLine(max + 1);
    if (length > max) {
      throw new IllegalArgumentException("a line without end");
    }
    var line = length == 0 ? "" : readAsciiString(length);
    skip(2);
    return line;
  }

  @Override
  public BufferData readBuffer(int length) {
    var chunk = super.readBuffer(length);
    if (place == Place.IN_A_CHUNK) {
      place = Place.BEHIND_A_CHUNK;
    }
    return chunk;
  }

  /// The library steps over two bytes behind a chunk, whatever they are.
  @Override
  public void skip(int bytes) {
    if (place == Place.BEHIND_A_CHUNK) {
      if (!startsWithNewLine()) {
        throw new IllegalArgumentException("a chunk longer than it says");
      }
      place = Place.BEFORE_A_CHUNK;
    }
    super.skip(bytes);
  }
}
