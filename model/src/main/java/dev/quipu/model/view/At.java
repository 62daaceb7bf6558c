package dev.quipu.model.view;

import dev.quipu.model.log.LogPosition;
import java.time.Instant;

/// A point on the two clocks: what was true at `asOf`, by what we knew at `asKnownAt`.
public record At(Instant asOf, LogPosition asKnownAt) {}
