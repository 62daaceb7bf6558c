package dev.quipu.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/// An answer, before it is sent.
public sealed interface Reply {

  int status();

  Map<String, String> headers();

  /// The same with one more header.
  Reply with(String header, String value);

  /// An answer that is known as a whole.
  @SuppressWarnings("ArrayRecordComponent") // made to be sent, never compared
  record Whole(int status, Map<String, String> headers, byte[] body) implements Reply {

    @Override
    public Whole with(String header, String value) {
      return new Whole(status, added(headers, header, value), body);
    }
  }

  /// An answer that is written bit by bit. Once the first bit is out the status cannot be taken
  /// back: a writer that fails cuts the connection.
  record Stream(int status, Map<String, String> headers, Writing writing) implements Reply {

    @Override
    public Stream with(String header, String value) {
      return new Stream(status, added(headers, header, value), writing);
    }
  }

  /// Writes the body of a stream.
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private static Map<String, String> added(
      Map<String, String> headers, String header, String value) {
    var copy = new LinkedHashMap<>(headers);
    copy.put(header, value);
    return copy;
  }
}
