package dev.quipu.engine;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.log.Hash;
import dev.quipu.model.payload.Catalogue;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What an engine stands on. It closes storage, blobs, index and vectors when it closes.
///
/// @param meaning what vectors are made by and kept in; null = all is found by words
/// @param catalogue the capabilities and schemas that every tenant knows
/// @param operatorToken hash of the admin token
/// @param name of this process; no other user of the storage has the same
public record Ports(
    Storage storage,
    BlobStore blobs,
    SearchIndex index,
    @Nullable Meaning meaning,
    InstantSource clock,
    Chance chance,
    Limits limits,
    Catalogue catalogue,
    CommitMeter meter,
    Hash operatorToken,
    String name) {

  /// What vectors are made by and kept in.
  public record Meaning(VectorStore vectors, Models models) {}

  /// Nothing is known of payloads but what tenants register.
  public Ports(
      Storage storage,
      BlobStore blobs,
      SearchIndex index,
      @Nullable Meaning meaning,
      InstantSource clock,
      Chance chance,
      Limits limits,
      CommitMeter meter,
      Hash operatorToken,
      String name) {
    this(
        storage,
        blobs,
        index,
        meaning,
        clock,
        chance,
        limits,
        Catalogue.EMPTY,
        meter,
        operatorToken,
        name);
  }

  /// All is found by words, too.
  public Ports(
      Storage storage,
      BlobStore blobs,
      SearchIndex index,
      InstantSource clock,
      Chance chance,
      Limits limits,
      CommitMeter meter,
      Hash operatorToken,
      String name) {
    this(storage, blobs, index, null, clock, chance, limits, meter, operatorToken, name);
  }
}
