package dev.quipu.tika;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ProtocolFamily;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.AsynchronousChannelProvider;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/// Takes every way to the network from this process: a document has nothing to fetch and nobody to
/// tell.
final class NoNetwork {

  private NoNetwork() {}

  /// To be called once, before anything else.
  @SuppressWarnings("deprecation") // there is no other way to close this door
  static void install() throws IOException {
    System.setProperty("java.nio.channels.spi.SelectorProvider", Channels.class.getName());
    System.setProperty(
        "java.nio.channels.spi.AsynchronousChannelProvider", AsynchronousChannels.class.getName());
    Socket.setSocketImplFactory(
        () -> {
          throw new UnsupportedOperationException(REFUSED);
        });
    ServerSocket.setSocketFactory(
        () -> {
          throw new UnsupportedOperationException(REFUSED);
        });
    DatagramSocket.setDatagramSocketImplFactory(
        () -> {
          throw new UnsupportedOperationException(REFUSED);
        });
  }

  private static final String REFUSED = "a reader of documents has no network";

  /// Opens nothing. Public, for it is found by its name.
  public static final class Channels extends SelectorProvider {

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public Pipe openPipe() throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
      throw new IOException(REFUSED);
    }
  }

  /// Opens nothing. Public, for it is found by its name.
  public static final class AsynchronousChannels extends AsynchronousChannelProvider {

    @Override
    public AsynchronousChannelGroup openAsynchronousChannelGroup(int threads, ThreadFactory factory)
        throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public AsynchronousChannelGroup openAsynchronousChannelGroup(ExecutorService threads, int size)
        throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public AsynchronousServerSocketChannel openAsynchronousServerSocketChannel(
        AsynchronousChannelGroup group) throws IOException {
      throw new IOException(REFUSED);
    }

    @Override
    public AsynchronousSocketChannel openAsynchronousSocketChannel(AsynchronousChannelGroup group)
        throws IOException {
      throw new IOException(REFUSED);
    }
  }
}
