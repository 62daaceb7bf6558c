package dev.quipu.engine.inspect;

import dev.quipu.model.access.Caller;

/// Keeps a durable note of what was shown by an admin's right alone. Returns when the note is kept;
/// until then nothing is shown.
public interface AuditTrail {

  void adminRead(Caller admin, String what);
}
