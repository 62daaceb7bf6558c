package dev.quipu.server.http;

import dev.quipu.model.failure.TooLarge;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// One connection as the library sees it, with every read and write noted in its [Waits].
final class Link implements ConnectionContext {

  /// The connection that the current thread serves.
  static final ScopedValue<Link> CURRENT = ScopedValue.newInstance();

  private static final int LOOK_EVERY = 1 << 20;
  private static final int MAX_LINGER_BYTES = 8 << 20;

  private final ConnectionContext context;
  private final HelidonSocket socket;
  private final Waits waits;
  private final int maxHeldBytes;
  private final ChunkReader reader;
  private final DataWriter writer;
  private long unseen;
  private boolean lingers;

  /// @param maxHeldBytes of a request that the library may hold before the door has read them
  Link(ConnectionContext context, Waits waits, int maxHeldBytes) {
    this.context = context;
    this.socket = context.serverSocket();
    this.waits = waits;
    this.maxHeldBytes = maxHeldBytes;
    this.reader = new ChunkReader(this::pull, maxHeldBytes);
    this.writer = new NotedWriter(context.dataWriter());
  }

  Waits waits() {
    return waits;
  }

  /// The head of a request has been read.
  void headed(boolean chunked) {
    reader.begin(chunked);
  }

  /// Says a last word over the head of the thread that waits. May block.
  void sayGoodbye(byte[] bytes) {
    context.dataWriter().writeNow(BufferData.create(bytes));
  }

  void cut() {
    socket.close();
  }

  /// Wants [#linger] at the end: the client has been answered before it had sent everything.
  void lingerAtEnd() {
    lingers = true;
  }

  /// Takes in for a moment what a client that was refused is still sending. Closing at once would
  /// reset the connection, and the answer might be lost with it.
  void linger() {
    if (!lingers) {
      return;
    }
    waits.linger();
    try {
      while (!waits.hasLingered(MAX_LINGER_BYTES) && pull() != null) {
        // thrown away
      }
    } catch (ServerConnectionException e) {
      // It has hung up, which is what we waited for.
    }
  }

  private byte @Nullable [] pull() {
    refuseHoard();
    waits.beginRead();
    byte @Nullable [] bytes = null;
    try {
      bytes = socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("reading from the socket", e);
    } finally {
      waits.endRead(bytes == null ? 0 : bytes.length);
    }
    unseen += bytes == null ? 0 : bytes.length;
    return bytes;
  }

  /// The library keeps a chunk of a body until it has all of it, whatever its size. Counting what
  /// it holds means walking a list, so that is done once in a while.
  private void refuseHoard() {
    if (unseen > LOOK_EVERY && !lingers) {
      unseen = 0;
      if (reader.available() > maxHeldBytes) {
        throw new TooLarge(
            "body.chunk_too_large", "Send at most " + maxHeldBytes + " bytes in one chunk.");
      }
    }
  }

  private final class NotedWriter implements DataWriter {

    private final DataWriter to;

    NotedWriter(DataWriter to) {
      this.to = to;
    }

    @Override
    public void write(BufferData... buffers) {
      noted(() -> to.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      noted(() -> to.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      noted(() -> to.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      noted(() -> to.writeNow(buffer));
    }

    @Override
    public void flush() {
      noted(to::flush);
    }

    private void noted(Runnable writing) {
      waits.beginWrite();
      try {
        writing.run();
      } catch (UncheckedIOException e) {
        throw new ServerConnectionException("writing to the socket", e);
      } finally {
        waits.endWrite();
      }
    }
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public DataWriter dataWriter() {
    return writer;
  }

  @Override
  public ListenerContext listenerContext() {
    return context.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return context.executor();
  }

  @Override
  public Router router() {
    return context.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return context.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return socket;
  }

  @Override
  public PeerInfo remotePeer() {
    return context.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return context.localPeer();
  }

  @Override
  public boolean isSecure() {
    return context.isSecure();
  }

  @Override
  public String socketId() {
    return context.socketId();
  }

  @Override
  public String childSocketId() {
    return context.childSocketId();
  }
}
