package dev.quipu.engine.inspect;

import dev.quipu.model.view.At;

/// A value with the point in time it was read at.
public record Answer<T>(T value, At at) {}
