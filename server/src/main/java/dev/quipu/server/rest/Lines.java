package dev.quipu.server.rest;

import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.server.http.ClientGone;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// The lines of a body, each at most so long. Blank ones come out empty.
final class Lines {

  private final BufferedInputStream in;
  private final int maxBytes;
  private long number;
  private boolean atEnd;

  Lines(InputStream in, int maxBytes) {
    this.in = new BufferedInputStream(in, 1 << 16);
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
    try {
      int b = in.read();
      for (; b >= 0 && b != '\n'; b = in.read()) {
        if (length++ < maxBytes) {
          line.write(b);
        }
      }
      atEnd = b < 0;
    } catch (IOException e) {
      throw new ClientGone(e);
    } catch (MemoryException e) {
      atEnd = true;
      throw e;
    }
    if (length > maxBytes) {
      throw new TooLarge("line.too_large", "Send at most " + maxBytes + " bytes in one line.");
    }
    return isBlank(line.toByteArray()) ? new byte[0] : line.toByteArray();
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
