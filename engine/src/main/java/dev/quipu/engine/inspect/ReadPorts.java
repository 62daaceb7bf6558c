package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.payload.Catalogue;
import java.time.InstantSource;

/// What everything that reads works with.
///
/// @param signal tells when something was written
/// @param catalogue the schemas that come along
public record ReadPorts(
    Storage storage,
    InstantSource clock,
    AuditTrail audit,
    CommitSignal signal,
    Limits limits,
    Catalogue catalogue) {}
