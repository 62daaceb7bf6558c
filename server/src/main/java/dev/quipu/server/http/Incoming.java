package dev.quipu.server.http;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.TooLarge;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A request as it came in. Used by one thread.
public final class Incoming {

  private final ServerRequest request;

  Incoming(ServerRequest request) {
    this.request = request;
  }

  public String method() {
    return request.prologue().method().text();
  }

  /// As it was sent: not decoded, nothing resolved. A client that takes us for a proxy and sends
  /// the whole address is forgiven, as RFC 9112 wants it.
  public String rawPath() {
    var path = request.prologue().uriPath().rawPath();
    var proxied = "http://" + header("Host");
    return path.regionMatches(true, 0, proxied, 0, proxied.length())
        ? path.substring(proxied.length())
        : path;
  }

  /// As it was sent; empty if there is none.
  public String rawQuery() {
    return request.prologue().query().rawValue();
  }

  /// The header, or null. One that was sent twice is joined by commas, as RFC 9110 reads it.
  public @Nullable String header(String name) {
    var values = request.headers().all(HeaderNames.create(name), List::of);
    return values.isEmpty() ? null : String.join(", ", values);
  }

  public OptionalLong contentLength() {
    return request.headers().contentLength();
  }

  /// Whether the request was sent from this machine.
  public boolean isLocal() {
    return request.remotePeer().address() instanceof InetSocketAddress address
        && address.getAddress() != null
        && address.getAddress().isLoopbackAddress();
  }

  /// The whole body.
  public byte[] body(int maxBytes) {
    if (contentLength().orElse(0) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    try (var in = bodyStream(maxBytes)) {
      var bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw tooLarge(maxBytes);
      }
      return bytes;
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }

  private static TooLarge tooLarge(long maxBytes) {
    return new TooLarge("body.too_large", "Send at most " + maxBytes + " bytes in one request.");
  }

  /// The body as it arrives. Its faults show as [Invalid], [TooLarge] and [ClientGone].
  public InputStream bodyStream(long maxBytes) {
    if (contentLength().orElse(0) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    return new BodyStream(request.content().inputStream(), maxBytes);
  }

  /// Tells the library's failures apart: which are the client's, and which mean that it is gone.
  private static final class BodyStream extends InputStream {

    private final InputStream in;
    private final long maxBytes;
    private long total;

    BodyStream(InputStream in, long maxBytes) {
      this.in = in;
      this.maxBytes = maxBytes;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int read = in.read(bytes, offset, length);
        total += Math.max(0, read);
        if (total > maxBytes) {
          throw tooLarge(maxBytes);
        }
        return read;
      } catch (CloseConnectionException e) {
        throw new ClientGone(e);
      } catch (MemoryException e) {
        throw e;
      } catch (DataReader.InsufficientDataAvailableException e) {
        throw new Invalid("body.cut", "The body ends before the length that was announced.");
      } catch (RequestException e) {
        throw e.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()
            ? new TooLarge("body.too_large", "The body is larger than any request may be.")
            : malformed();
      } catch (RuntimeException e) {
        throw malformed(); // a length that is none, a line that ends in another way
      }
    }

    private static Invalid malformed() {
      return new Invalid("body.malformed", "The chunks of the body are not as HTTP wants them.");
    }

    @Override
    public void close() {
      // What is left unread is the listener's to judge.
    }
  }
}
