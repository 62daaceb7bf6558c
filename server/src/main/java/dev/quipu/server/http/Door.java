package dev.quipu.server.http;

/// Answers requests. Thread-safe.
public interface Door {

  /// Answers a request. Throws nothing but [ClientGone].
  Reply answer(Incoming request);

  /// Answers what was not even a request.
  ///
  /// @param reason what to do about it, for people
  Reply refuse(int status, String reason);
}
