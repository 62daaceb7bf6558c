package dev.quipu.server.http;

/// The client has left, or was shown out for its slowness: there is nobody to answer.
@SuppressWarnings("serial")
public final class ClientGone extends RuntimeException {

  public ClientGone(Throwable cause) {
    super("the client has gone", cause, false, false);
  }
}
