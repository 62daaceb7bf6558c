package dev.quipu.model.log;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.Principal;

/// An event as it was decided: with the place it takes, who really sent it, and every choice that
/// was made for it. This is what is replayed.
///
/// @param rules the version of the compile rules that apply to it, for ever
/// @param recordedBy the principal of the token, whatever agent the event names
/// @param contentHash of what the caller sent: tells a repetition from a collision
public record Recorded(
    LogPosition position,
    int rules,
    Event event,
    Envelope envelope,
    Principal recordedBy,
    Hash contentHash) {}
