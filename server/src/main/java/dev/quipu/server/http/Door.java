package dev.quipu.server.http;

/// Answers requests. Thread-safe.
public interface Door {

  /// Answers a request. Throws nothing but [ClientGone].
  Reply answer(Incoming request);

  /// Answers what was not even a request.
  ///
  /// @param status what the library would say
  /// @param reason in words; may be empty
  Reply refuse(int status, String reason);
}
