package dev.quipu.server.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The first so many bytes of a stream, which must have them. Leaves the rest to be read.
final class FirstBytes extends InputStream {

  private final InputStream in;
  private long left;

  FirstBytes(InputStream in, long length) {
    this.in = in;
    this.left = length;
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
    if (read < 0) {
      throw new EOFException("it ends " + left + " bytes too early");
    }
    left -= read;
    return read;
  }

  /// For whoever did not want all of it.
  void skipToEnd() throws IOException {
    in.skipNBytes(left);
    left = 0;
  }
}
