package dev.quipu.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1Connection;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// HTTP/1.1 over a [Link]: the library's own, but no longer patient without end.
final class PatientHttp implements ServerConnectionSelector {

  private final ServerConnectionSelector http1;
  private final Patience patience;
  private final int maxHeldBytes;

  PatientHttp(Patience patience, int maxHeldBytes) {
    this.patience = patience;
    this.maxHeldBytes = maxHeldBytes;
    this.http1 =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .sendLog(false)
                    .receiveLog(false)
                    .addReceiveListener(new Requests())
                    .addSendListener(new Answers())
                    .build())
            .build();
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http1.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http1.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http1.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    var link = new Link(context, patience.newWaits(), maxHeldBytes);
    patience.watch(link);
    return new Watched((Http1Connection) http1.connection(link), link, patience);
  }

  private static final class Requests implements Http1ConnectionListener {
    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
      ((Link) context).waits().requested();
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
      ((Link) context).headed(isChunked(headers));
    }

    /// Whether the body comes in chunks. The name of a coding has no case (RFC 9112, 7), but the
    /// library knows it in small letters only, and would take the body for the next request.
    private static boolean isChunked(Headers headers) {
      boolean chunked =
          headers.all(HeaderNames.TRANSFER_ENCODING, List::of).stream()
              .map(coding -> coding.toLowerCase(Locale.ROOT))
              .toList()
              .equals(List.of("chunked"));
      if (chunked && headers instanceof WritableHeaders<?> writable) {
        writable.set(HeaderValues.TRANSFER_ENCODING_CHUNKED);
      }
      return chunked;
    }
  }

  private static final class Answers implements Http1ConnectionListener {
    @Override
    public void status(ConnectionContext context, Status status) {
      ((Link) context).waits().answering();
    }
  }

  private record Watched(Http1Connection connection, Link link, Patience patience)
      implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) throws InterruptedException {
      try {
        ScopedValue.where(Link.CURRENT, link)
            .call(
                () -> {
                  connection.handle(limit);
                  return true;
                });
      } finally {
        link.linger();
        patience.forget(link);
      }
    }

    @Override
    public Duration idleTime() {
      return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      connection.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
      return connection.canInterrupt();
    }
  }
}
