package dev.quipu.server.http;

import static java.util.Objects.requireNonNullElse;

import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.server.config.HttpConfig;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Listens on a port and lets a [Door] answer.
///
/// The library's routing and discovery are not used: the door has its own table, and what is not
/// looked for is not loaded at start.
public final class HttpListener implements AutoCloseable {

  /// An unread body up to this size is read to its end, so that the connection can be kept.
  private static final int MAX_SKIPPED_BYTES = 64 << 10;

  private static final int REQUEST_TIMEOUT = 408;

  private final WebServer server;
  private final Patience patience;

  private HttpListener(WebServer server, Patience patience) {
    this.server = server;
    this.patience = patience;
  }

  public static HttpListener open(HttpConfig config, Limits limits, Door door) {
    requireFree(config);
    var patience = Patience.open(config.patience(), () -> goodbye(door));
    var server =
        WebServer.builder()
            .host(config.host())
            .port(config.port())
            .shutdownHook(false)
            .shutdownGracePeriod(config.stopGrace())
            .featuresDiscoverServices(false)
            .protocolsDiscoverServices(false)
            .mediaContext(MediaContext.builder().mediaSupportsDiscoverServices(false).build())
            .contentEncoding(
                ContentEncodingContext.builder().contentEncodingsDiscoverServices(false).build())
            .maxPayloadSize(Math.max(limits.maxStreamBytes(), limits.maxBlobBytes()))
            .connectionOptions(options -> options.tcpNoDelay(true))
            .addConnectionSelector(new PatientHttp(patience, limits.maxBodyBytes()))
            .directHandlers(directHandlers(door))
            .errorHandling(ErrorHandling.builder().includeEntity(true).build())
            .routing(
                HttpRouting.builder()
                    .addFilter(HttpListener::closeWhenSaid)
                    .any((request, response) -> answer(door, request, response)))
            .build()
            .start();
    if (server.port() <= 0) {
      patience.close();
      throw taken(config, "it was taken this very moment");
    }
    return new HttpListener(server, patience);
  }

  /// The library logs a port that it cannot have, and goes on without.
  private static void requireFree(HttpConfig config) {
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getByName(config.host()), config.port()));
    } catch (IOException e) {
      throw taken(config, String.valueOf(e.getMessage()));
    }
  }

  private static Unavailable taken(HttpConfig config, String why) {
    return new Unavailable(
        "port.taken",
        "Cannot listen on "
            + config.host()
            + " port "
            + config.port()
            + " ("
            + why
            + "). Stop who has it, or choose another with --port or --host.",
        Duration.ZERO);
  }

  public int port() {
    return server.port();
  }

  /// Takes no more connections, lets running requests end for as long as the configuration says,
  /// and cuts off the rest.
  @Override
  public void close() {
    server.stop();
    patience.close();
  }

  private static void answer(Door door, ServerRequest request, ServerResponse response) {
    try {
      if (hasClearEnd(request)) {
        send(door.answer(new Incoming(request)), request, response);
      } else {
        response.header(HeaderValues.CONNECTION_CLOSE);
        send(door.refuse(400, "The length of the body is not clear."), request, response);
      }
    } catch (ClientGone | IOException e) {
      throw new CloseConnectionException("the client has gone", e);
    }
  }

  /// Whether the body's end can be told in one way only. If two readers of one connection disagree
  /// about that, what one takes for content the other takes for a request (RFC 9112, 6.3).
  private static boolean hasClearEnd(ServerRequest request) {
    var lengths = request.headers().all(HeaderNames.CONTENT_LENGTH, List::of);
    var encodings = request.headers().all(HeaderNames.TRANSFER_ENCODING, List::of);
    if (encodings.isEmpty()) {
      return lengths.isEmpty()
          || (lengths.size() == 1
              && lengths.getFirst().chars().allMatch(c -> '0' <= c && c <= '9'));
    }
    return lengths.isEmpty() && encodings.size() == 1 && encodings.getFirst().equals("chunked");
  }

  private static void send(Reply reply, ServerRequest request, ServerResponse response)
      throws IOException {
    response.status(Status.create(reply.status()));
    reply.headers().forEach(response::header);
    if (!canBeSkipped(request)) {
      response.header(HeaderValues.CONNECTION_CLOSE);
      Link.CURRENT.get().lingerAtEnd();
    }
    switch (reply) {
      case Reply.Whole whole when request.prologue().method().equals(Method.HEAD) -> {
        response.contentLength(whole.body().length);
        response.send();
      }
      case Reply.Whole whole -> response.send(whole.body());
      case Reply.Stream _ when request.prologue().method().equals(Method.HEAD) -> response.send();
      case Reply.Stream stream -> {
        // Closed only at a good end: closing says that this was all.
        var out = response.outputStream();
        stream.writing().to(out);
        out.close();
      }
    }
  }

  /// Whether what was not read of the body is short enough to be skipped. A stream is read while
  /// its answer is being written.
  private static boolean canBeSkipped(ServerRequest request) {
    if (request.content().consumed() || !request.content().hasEntity()) {
      return true;
    }
    return request.headers().contentLength().orElse(Long.MAX_VALUE) <= MAX_SKIPPED_BYTES;
  }

  /// The library tells the client that the connection will be closed, and then goes on reading from
  /// it, whatever is left there of the last request.
  private static void closeWhenSaid(
      FilterChain chain, ServerRequest request, ServerResponse response) {
    chain.proceed();
    if (response.headers().contains(HeaderValues.CONNECTION_CLOSE)
        || request.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
      throw new CloseConnectionException("closed as announced");
    }
  }

  private static DirectHandlers directHandlers(Door door) {
    var handlers = DirectHandlers.builder();
    for (var type : EventType.values()) {
      handlers.addHandler(
          type, (_, _, status, headers, message) -> refusal(door, status, headers, message));
    }
    return handlers.build();
  }

  private static DirectHandler.TransportResponse refusal(
      Door door, Status status, ServerResponseHeaders headers, @Nullable String message) {
    var reply = refusal(door, status.code(), requireNonNullElse(message, ""));
    var response =
        DirectHandler.TransportResponse.builder()
            .status(Status.create(reply.status()))
            .headers(headers)
            .keepAlive(false);
    reply.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
    if (reply instanceof Reply.Whole whole) {
      response.entity(whole.body());
    }
    return response.build();
  }

  /// The library has one status for several faults, and words that repeat the request.
  private static Reply refusal(Door door, int status, String message) {
    if (message.equals("Header size exceeded")) {
      return door.refuse(431, "Send shorter headers: all of them have at most 16384 bytes.");
    }
    if (message.startsWith("Content-Encoding")) {
      return door.refuse(415, "Send the body as it is: no Content-Encoding is taken.");
    }
    return switch (status) {
      case 413 -> door.refuse(413, "The body is larger than any request may be.");
      case 414 -> door.refuse(414, "Send a shorter path and query.");
      case 505 -> door.refuse(505, "Speak HTTP/1.1.");
      default -> door.refuse(status, "This is not a well-formed request.");
    };
  }

  /// The answer to a request that did not arrive in time, as bytes: the library is still waiting
  /// for it and cannot be asked.
  private static byte[] goodbye(Door door) {
    var reply = door.refuse(REQUEST_TIMEOUT, "The request did not arrive in time.");
    var body = reply instanceof Reply.Whole whole ? whole.body() : new byte[0];
    var head = new StringBuilder("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n");
    reply
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }
}
