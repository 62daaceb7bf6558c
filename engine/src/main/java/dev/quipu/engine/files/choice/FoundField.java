package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.Place;
import dev.quipu.model.json.Json;

/// A field that a file has.
///
/// @param name as the capability has it
/// @param label by which it was found: what stands before it, its column, its member
public record FoundField(String name, Json value, Place place, String label) {}
