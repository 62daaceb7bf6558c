package dev.quipu.server.http;

/// How long one client may keep us waiting, and since when it does.
///
/// Every wait has an end: for a new request, for the rest of one (a client that trickles its bytes
/// gains little by each), for a client that does not read its answer, and for one that was refused
/// and goes on sending. The thread of the connection notes what it does; [Patience] looks at the
/// clock.
final class Waits {

  /// What a slow but honest client must manage, in the long run.
  private static final long BYTES_PER_SECOND = 4096;

  private static final long SECOND = 1_000_000_000L;

  /// What a connection is busy with.
  enum Phase {
    /// Waiting for a request, or for what may follow once an answer has begun.
    RESTING,
    /// A request is coming in.
    REQUEST,
    /// The answer is out; what is still coming in nobody will read.
    LINGERING
  }

  /// @param rest for the next request
  /// @param request for the rest of a request, beyond what it earns by its bytes; and for each
  ///   portion of an answer to be taken
  /// @param linger for a client that was refused
  record Nanos(long rest, long request, long linger) {}

  private final Nanos nanos;

  private volatile Phase phase = Phase.RESTING;
  private volatile boolean waiting;
  private volatile boolean writing;
  private volatile boolean answered;
  private volatile long overdueAt;

  // Touched by the thread of the connection alone.
  private long start;
  private long waited;
  private long received;

  Waits(Nanos nanos) {
    this.nanos = nanos;
  }

  boolean isOverdue(long now) {
    return waiting && now - overdueAt > 0;
  }

  /// Whether the one who keeps us waiting can still be told so: its request is not answered yet.
  boolean isAnswerable() {
    return phase == Phase.REQUEST && !answered && !writing;
  }

  void beginRead() {
    begin(
        switch (phase) {
          case RESTING -> nanos.rest();
          case REQUEST -> nanos.request() + received / BYTES_PER_SECOND * SECOND - waited;
          case LINGERING -> nanos.linger() - waited;
        });
  }

  void endRead(int bytes) {
    waiting = false;
    if (phase == Phase.RESTING) {
      phase = Phase.REQUEST;
      waited = 0;
      received = 0;
    } else {
      waited += System.nanoTime() - start;
    }
    received += bytes;
  }

  void beginWrite() {
    writing = true;
    begin(nanos.request());
  }

  void endWrite() {
    waiting = false;
    writing = false;
  }

  /// A request line has been read.
  void requested() {
    answered = false;
  }

  /// The first bytes of an answer are about to go out.
  void answering() {
    answered = true;
    phase = Phase.RESTING;
  }

  void linger() {
    phase = Phase.LINGERING;
    waited = 0;
    received = 0;
  }

  /// Whether lingering has gone on for long enough.
  boolean hasLingered(long maxBytes) {
    return received >= maxBytes || waited >= nanos.linger();
  }

  private void begin(long allowed) {
    start = System.nanoTime();
    overdueAt = start + Math.max(allowed, 0);
    waiting = true;
  }
}
