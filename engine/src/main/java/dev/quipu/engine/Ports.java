package dev.quipu.engine;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import java.time.InstantSource;

/// What an engine stands on. It closes storage, blobs and index when it closes.
///
/// @param operatorToken hash of the admin token
/// @param name of this process; no other user of the storage has the same
public record Ports(
    Storage storage,
    BlobStore blobs,
    SearchIndex index,
    InstantSource clock,
    Chance chance,
    Limits limits,
    CommitMeter meter,
    Hash operatorToken,
    String name) {}
