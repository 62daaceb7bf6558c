package dev.quipu.model;

import java.time.Duration;

/// Every limit that a caller can meet, in one place. What exceeds one is refused with a message
/// that names it.
///
/// @param maxBodyBytes of a request that is not a stream
/// @param maxStreamBytes of an NDJSON request
/// @param maxLineBytes of one NDJSON line, and of any single event
/// @param maxDepth of nested JSON
/// @param maxValues in one JSON document
/// @param maxNameLength of a member's name
/// @param maxBatch events in one request that is not a stream
/// @param maxPage items on a page
/// @param defaultPage items on a page when nobody says
/// @param maxPageBytes of payloads on a page of events; one event may exceed it
/// @param maxLookedAt objects that one page looks at for a filter that nothing is listed by; if
///   they have too few that match, the page is short and the next goes on behind them
/// @param maxCausalRefs of one event
/// @param maxSourceLength of an event's `source`
/// @param maxAcl names in each list of an access list
/// @param maxTags of one object
/// @param maxTagLength of one tag
/// @param maxLangLength of a language tag
/// @param maxTtlDays that something can be given to live
/// @param maxIdempotencyKey characters of an Idempotency-Key
/// @param clockSkew how far ahead of our clock a caller's may be: an event is not dated later, and
///   what was known is not asked for at a later time
/// @param planAhead how far ahead a change may be planned
/// @param idempotencyTtl how long a write is remembered under its Idempotency-Key
/// @param maxQueued units waiting to be committed, all tenants together
/// @param maxGroup units in one commit
/// @param maxStreams open event streams of one tenant
/// @param maxWait how long a read waits for the log to come to a position
/// @param maxBlobBytes of the content of an artifact
/// @param pace of those who look after what other servers do
/// @param vectors how they follow the log
public record Limits(
    int maxBodyBytes,
    long maxStreamBytes,
    int maxLineBytes,
    int maxDepth,
    int maxValues,
    int maxNameLength,
    int maxBatch,
    int maxPage,
    int defaultPage,
    long maxPageBytes,
    int maxLookedAt,
    int maxCausalRefs,
    int maxSourceLength,
    int maxAcl,
    int maxTags,
    int maxTagLength,
    int maxLangLength,
    int maxTtlDays,
    int maxIdempotencyKey,
    Duration clockSkew,
    Duration planAhead,
    Duration idempotencyTtl,
    int maxQueued,
    int maxGroup,
    int maxStreams,
    Duration maxWait,
    long maxBlobBytes,
    Pace pace,
    Vectors vectors) {

  /// How often servers that share a storage look after each other.
  ///
  /// @param watch between two looks at whether others have committed something
  /// @param sweep between two looks at whether somebody left work undone
  /// @param lease how long work counts as being done by a server that says nothing more
  /// @param index how long a commit may wait to be looked at together with others, for the index
  public record Pace(Duration watch, Duration sweep, Duration lease, Duration index) {}

  /// How vectors follow the log.
  ///
  /// @param again how long a model that cannot be had is left alone: somebody may have put its file
  ///   there meanwhile
  /// @param slow how long a model may be at one batch of texts before it counts as failing
  /// @param shown documents after which those that were put are shown, though there is more to come
  public record Vectors(Duration again, Duration slow, int shown) {}

  /// What a walk along edges is bounded by.
  ///
  /// @param maxStarts objects that one begins at
  /// @param maxHops of an expansion
  /// @param maxPathHops of a path
  /// @param defaultPathHops of a path when nobody says
  /// @param maxNodes on a page of an expansion
  /// @param defaultNodes on a page when nobody says
  /// @param maxEdges on a page of an expansion
  /// @param defaultEdges on a page when nobody says
  /// @param maxWalked edges that all pages of an expansion can come by
  /// @param maxVisited nodes that are looked at for a path
  /// @param maxCausal events before and events after one
  /// @param maxTold of the objects that a tally names
  public record Graph(
      int maxStarts,
      int maxHops,
      int maxPathHops,
      int defaultPathHops,
      int maxNodes,
      int defaultNodes,
      int maxEdges,
      int defaultEdges,
      int maxWalked,
      int maxVisited,
      int maxCausal,
      int maxTold) {}

  /// How many sessions above one another are looked at.
  public static final int DEEPEST_SESSION = 100;

  public static final Graph GRAPH =
      new Graph(50, 5, 10, 6, 1_000, 100, 5_000, 500, 200_000, 10_000, 1_000, 100);

  /// What a question is bounded by.
  ///
  /// @param maxText characters
  /// @param maxTopK objects on a page
  /// @param defaultTopK objects on a page when nobody says
  /// @param maxValues of one filter
  /// @param maxHops of an expansion from what was found
  /// @param maxTokens of a block that quotes what was found
  /// @param maxBatch questions in one request
  public record Search(
      int maxText,
      int maxTopK,
      int defaultTopK,
      int maxValues,
      int maxHops,
      int maxTokens,
      int maxBatch) {}

  public static final Search SEARCH = new Search(100_000, 1_000, 10, 1_000, 3, 1_000_000, 32);

  /// What the payload model is bounded by.
  ///
  /// @param maxSourceRefs of one payload
  /// @param maxText characters of a source_ref, of a version, of a name on the wire
  /// @param maxFields of an entity type, and included ones of a capability
  /// @param maxRules extraction rules of a capability, and identity rules of a schema
  /// @param maxEntities that one payload speaks of
  /// @param maxSplit observations that are split from an entity at once
  public record Payloads(
      int maxSourceRefs, int maxText, int maxFields, int maxRules, int maxEntities, int maxSplit) {}

  public static final Payloads PAYLOADS = new Payloads(1_000, 200, 500, 50, 1_000, 1_000);

  /// What a search for entities is bounded by.
  ///
  /// @param maxName characters of a name that is looked for
  /// @param maxFilters of fields
  /// @param maxSorts orders, one within the other
  /// @param maxSorted entities that are put in an order that the index does not have; more are
  ///   refused
  /// @param maxCompared entities whose likes are looked for, for one page of suggestions; if they
  ///   have too few, the page is short and the next goes on behind them
  /// @param maxAlike entities that are compared with one
  public record Entities(
      int maxName, int maxFilters, int maxSorts, int maxSorted, int maxCompared, int maxAlike) {}

  public static final Entities ENTITIES = new Entities(500, 20, 5, 5_000, 500, 500);

  /// What reading a file is bounded by. What has more is refused, never shortened.
  ///
  /// @param maxBytes of a file that is read; larger ones can be kept
  /// @param maxText characters of its text
  /// @param maxDepth of what lies in each other: values of JSON, elements of a document
  /// @param maxRows of a table
  /// @param maxCells of a table
  /// @param maxMetadata characters of one thing that a file says about itself
  /// @param maxNames receivers of a letter, and what is attached to it
  /// @param maxSearched characters from the beginning of a text in which fields are looked for
  /// @param chunk characters of a part of a long text
  /// @param patience how long one file may take
  /// @param heapBytes of a process that reads documents
  /// @param atOnce documents that are read at once, and likewise texts; more wait
  /// @param reuse how many files one of them reads before another takes its place
  /// @param idle how long one waits for the next file before it ends
  public record Files(
      long maxBytes,
      int maxText,
      int maxDepth,
      int maxRows,
      int maxCells,
      int maxMetadata,
      int maxNames,
      int maxSearched,
      int chunk,
      Duration patience,
      long heapBytes,
      int atOnce,
      int reuse,
      Duration idle) {}

  public static final Files FILES =
      new Files(
          512L << 20,
          10_000_000,
          128,
          100_000,
          500_000,
          10_000,
          1_000,
          200_000,
          4_000,
          Duration.ofSeconds(60),
          256L << 20,
          2,
          100,
          Duration.ofSeconds(30));

  public static final Limits DEFAULT =
      new Limits(
          16 << 20,
          1L << 30,
          4 << 20,
          128,
          1_000_000,
          1_024,
          1_000,
          1_000,
          100,
          8L << 20,
          5_000,
          256,
          200,
          256,
          64,
          100,
          35,
          36_500,
          255,
          Duration.ofMinutes(5),
          Duration.ofDays(36_500),
          Duration.ofHours(24),
          8_192,
          512,
          256,
          Duration.ofSeconds(5),
          5L << 30,
          new Pace(
              Duration.ofMillis(50),
              Duration.ofSeconds(30),
              Duration.ofSeconds(15),
              Duration.ofMillis(50)),
          new Vectors(Duration.ofSeconds(30), Duration.ofMinutes(2), 2_000));

  public Limits withCommits(int maxQueued, int maxGroup) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withStreams(int maxStreams) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withMaxWait(Duration maxWait) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withPace(Pace pace) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withVectors(Vectors vectors) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withBlobBytes(long maxBlobBytes) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  public Limits withLookedAt(int maxLookedAt) {
    return with(maxLookedAt, maxQueued, maxGroup, maxStreams, maxWait, maxBlobBytes, pace, vectors);
  }

  private Limits with(
      int maxLookedAt,
      int maxQueued,
      int maxGroup,
      int maxStreams,
      Duration maxWait,
      long maxBlobBytes,
      Pace pace,
      Vectors vectors) {
    return new Limits(
        maxBodyBytes,
        maxStreamBytes,
        maxLineBytes,
        maxDepth,
        maxValues,
        maxNameLength,
        maxBatch,
        maxPage,
        defaultPage,
        maxPageBytes,
        maxLookedAt,
        maxCausalRefs,
        maxSourceLength,
        maxAcl,
        maxTags,
        maxTagLength,
        maxLangLength,
        maxTtlDays,
        maxIdempotencyKey,
        clockSkew,
        planAhead,
        idempotencyTtl,
        maxQueued,
        maxGroup,
        maxStreams,
        maxWait,
        maxBlobBytes,
        pace,
        vectors);
  }
}
