package dev.quipu.model;

import java.time.Duration;

/// Every limit, in one place. What exceeds one is refused with a message that names it.
///
/// @param maxBodyBytes of a request that is not a stream
/// @param maxStreamBytes of an NDJSON request
/// @param maxLineBytes of one NDJSON line, and of any single event
/// @param maxDepth of nested JSON
/// @param maxBatch events in one request that is not a stream
/// @param maxPage items on a page
/// @param maxCausalRefs of one event
/// @param maxAcl names in each list of an access list
/// @param maxTags of one object
/// @param clockSkew how far ahead of our clock an event may be dated
/// @param idempotencyTtl how long a write is remembered under its Idempotency-Key
/// @param maxQueued units waiting to be committed, all tenants together
/// @param maxGroup units in one commit
/// @param maxStreams open event streams of one tenant
public record Limits(
    int maxBodyBytes,
    long maxStreamBytes,
    int maxLineBytes,
    int maxDepth,
    int maxBatch,
    int maxPage,
    int defaultPage,
    int maxCausalRefs,
    int maxAcl,
    int maxTags,
    Duration clockSkew,
    Duration idempotencyTtl,
    int maxQueued,
    int maxGroup,
    int maxStreams) {

  public static final Limits DEFAULT =
      new Limits(
          16 << 20,
          1L << 30,
          4 << 20,
          128,
          1_000,
          1_000,
          100,
          256,
          256,
          64,
          Duration.ofMinutes(5),
          Duration.ofHours(24),
          8_192,
          512,
          256);
}
