package dev.quipu.model.log;

import dev.quipu.model.id.ObjectRef;

/// An object version that an entry gave rise to.
public record Effect(ObjectRef object, int version) {}
