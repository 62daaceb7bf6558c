package dev.quipu.s3;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// The content of an answer, which tells an end that came too early from the real one. The HTTP
/// client of the platform does not, and a lost connection would look like altered content.
final class WholeStream extends FilterInputStream {

  private final ResponseInputStream<GetObjectResponse> answer;
  private long missing;

  WholeStream(ResponseInputStream<GetObjectResponse> answer) {
    super(answer);
    this.answer = answer;
    this.missing = answer.response().contentLength();
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read < 0 && missing > 0) {
      throw new EOFException(missing + " bytes of the answer are missing");
    }
    missing -= Math.max(0, read);
    return read;
  }

  /// Who leaves early does not wait for the rest.
  @Override
  public void close() throws IOException {
    if (missing > 0) {
      answer.abort();
    }
    super.close();
  }
}
