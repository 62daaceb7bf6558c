package dev.quipu.engine.storage;

import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.VersionRow;

/// One version of an object, with the rectangle it was found in.
public record StoredObject(ObjectRow object, SpanRow span, VersionRow version) {}
