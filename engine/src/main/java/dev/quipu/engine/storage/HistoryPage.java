package dev.quipu.engine.storage;

/// Which versions of an object: those numbered below `before`, newest first, each with the
/// rectangle that it is believed in, or was last believed in.
///
/// @param before exclusive; `Integer.MAX_VALUE` for the first page
public record HistoryPage(int before, int limit) {}
