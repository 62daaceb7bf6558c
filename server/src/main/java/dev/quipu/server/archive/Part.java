package dev.quipu.server.archive;

import dev.quipu.model.log.Hash;

/// A file of a backup, as the manifest describes it.
///
/// @param path from the folder of the backup on, with slashes
record Part(String path, long bytes, Hash sha256) {}
