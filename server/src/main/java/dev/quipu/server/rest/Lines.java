package dev.quipu.server.rest;

import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.server.http.ClientGone;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// The lines of a body, each at most so long. Blank ones come out empty.
///
/// It keeps a buffer of its own: the library's takes a lock for every byte.
final class Lines {

  private final InputStream in;
  private final int maxBytes;
  private final byte[] buffer = new byte[1 << 16];
  private int from;
  private int to;
  private long number;
  private boolean atEnd;

  Lines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /// Whether there is no more to read. What looked like more may turn out to be an empty line.
  boolean atEnd() {
    return atEnd;
  }

  /// Of the line that was read last, counted from 1.
  long number() {
    return number;
  }

  /// The next line without its end and surrounding white space. A line that is too long is skipped
  /// and refused; a body that breaks off ends the lines.
  byte[] next() {
    number++;
    var line = new ByteArrayOutputStream();
    long length = 0;
    boolean ended = false;
    try {
      while (!ended && fill()) {
        int end = from;
        while (end < to && buffer[end] != '\n') {
          end++;
        }
        ended = end < to;
        if (length <= maxBytes) {
          line.write(buffer, from, (int) Math.min(end - from, maxBytes - length));
        }
        length += end - from;
        from = ended ? end + 1 : end;
      }
      atEnd = !ended;
    } catch (IOException e) {
      throw new ClientGone(e);
    } catch (MemoryException e) {
      atEnd = true;
      throw e;
    }
    if (length > maxBytes) {
      throw new TooLarge("line.too_large", "Send at most " + maxBytes + " bytes in one line.");
    }
    var bytes = line.toByteArray();
    return isBlank(bytes) ? new byte[0] : bytes;
  }

  /// Whether there is a byte to look at.
  private boolean fill() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer));
    }
    return from < to;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
