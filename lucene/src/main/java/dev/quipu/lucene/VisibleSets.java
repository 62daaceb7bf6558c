package dev.quipu.lucene;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/// Who sees what of a segment, and what passes a filter there: found out once, and kept while there
/// is room.
///
/// A segment's files never change. What a set depends on is therefore the segment with its
/// deletions, the sight, and the two times only as far as they matter there: how many have expired,
/// and the position if the segment holds something that begins or ends beyond it.
final class VisibleSets {

  /// A position that everything in the segment is known at.
  private static final long ANY = -1;

  private record SeenKey(IndexReader.CacheKey segment, Sight sight, long knownAt, int expired) {}

  private record FilterKey(IndexReader.CacheKey segment, IndexFilter filter) {}

  /// @param files a segment, or a whole reader
  private record SessionKey(IndexReader.CacheKey files, SessionId session, ObjectType type) {}

  private final Bounded<SeenKey, Visible> seen;
  private final Bounded<FilterKey, FixedBitSet> filters;
  private final Bounded<IndexReader.CacheKey, long[]> expiries;
  private final Bounded<SessionKey, SessionPart> sessions;
  private final Bounded<SessionKey, List<SessionPart.Placed>> wholeSessions;
  private final Bounded<IndexReader.CacheKey, FixedBitSet> firstPages;

  VisibleSets(long bytes) {
    this.seen = new Bounded<>(bytes / 2, Visible::bytes);
    this.filters = new Bounded<>(bytes / 4, FixedBitSet::ramBytesUsed);
    this.expiries = new Bounded<>(bytes / 8, ends -> 8L * ends.length + 64);
    this.sessions = new Bounded<>(bytes / 16, SessionPart::bytes);
    this.wholeSessions = new Bounded<>(bytes / 32, parts -> 32L * parts.size() + 128);
    this.firstPages = new Bounded<>(bytes / 32, FixedBitSet::ramBytesUsed);
  }

  /// What is seen of a segment at a position.
  ///
  /// @param clock in microseconds: what has expired by then is not seen
  Visible seen(LeafReader segment, Sight sight, LogPosition knownAt, long clock)
      throws IOException {
    boolean timeless =
        Columns.allWithin(segment, Documents.KNOWN_FROM, 0, knownAt.value())
            && Columns.allWithin(segment, Documents.KNOWN_TO, knownAt.value() + 1, Long.MAX_VALUE);
    int expired = sight.tokens() == null ? 0 : expired(segment, clock);
    var key =
        new SeenKey(
            segment.getReaderCacheHelper().getKey(),
            sight,
            timeless ? ANY : knownAt.value(),
            expired);
    var known = seen.get(key);
    return known == null
        ? seen.put(key, new Visible(find(segment, sight, knownAt, expired > 0 ? clock : ANY)))
        : known;
  }

  private static FixedBitSet find(LeafReader segment, Sight sight, LogPosition knownAt, long clock)
      throws IOException {
    FixedBitSet set;
    if (sight.tokens() == null) {
      set = new FixedBitSet(segment.maxDoc());
      set.set(0, segment.maxDoc());
    } else {
      set = Columns.withOneOf(segment, Documents.ACCESS, sight.tokens());
    }
    if (sight.walls() != null) {
      set.and(Columns.withOneOf(segment, Documents.WALL, sight.walls()));
    }
    if (!sight.asideToo()) {
      set.andNot(Columns.with(segment, Documents.ASIDE, Documents.YES));
    }
    var live = segment.getLiveDocs();
    if (live != null) {
      live.applyMask(set, 0);
    }
    Columns.keepWithin(segment, Documents.KNOWN_FROM, 0, knownAt.value(), set);
    Columns.keepWithin(segment, Documents.KNOWN_TO, knownAt.value() + 1, Long.MAX_VALUE, set);
    if (clock != ANY) {
      Columns.keepWithin(segment, Documents.EXPIRES, clock + 1, Long.MAX_VALUE, set);
    }
    return set;
  }

  /// How many of a segment have expired: two clocks that agree in this agree in which.
  private int expired(LeafReader segment, long clock) throws IOException {
    if (clock == Long.MAX_VALUE
        || Columns.allWithin(segment, Documents.EXPIRES, clock + 1, Long.MAX_VALUE)) {
      return 0;
    }
    var key = segment.getCoreCacheHelper().getKey();
    var ends = expiries.get(key);
    if (ends == null) {
      ends = expiries.put(key, ends(segment));
    }
    int place = Arrays.binarySearch(ends, clock + 1);
    if (place < 0) {
      return -place - 1;
    }
    while (place > 0 && ends[place - 1] > clock) {
      place--;
    }
    return place;
  }

  private static long[] ends(LeafReader segment) throws IOException {
    var values = Columns.numbers(segment, Documents.EXPIRES);
    var ends = new long[segment.maxDoc()];
    int count = 0;
    for (int doc = 0; doc < segment.maxDoc(); doc++) {
      if (values.advanceExact(doc) && values.longValue() != Long.MAX_VALUE) {
        ends[count++] = values.longValue();
      }
    }
    var found = Arrays.copyOf(ends, count);
    Arrays.sort(found);
    return found;
  }

  /// Leaves in a set what passes a filter.
  void narrow(LeafReader segment, IndexFilter filter, FixedBitSet set) throws IOException {
    switch (filter) {
      case IndexFilter.OneOf one ->
          set.and(
              passing(
                  segment,
                  filter,
                  () -> Columns.withOneOf(segment, Documents.filter(one.field()), one.values())));
      // many are asked for once and never again, so these sets are not worth keeping
      case IndexFilter.Marked(var terms) ->
          set.and(Columns.withOneOf(segment, Documents.MARK, terms));
      case IndexFilter.OfAgents(var agents) ->
          set.and(
              passing(
                  segment,
                  filter,
                  () -> {
                    var found = Columns.with(segment, Documents.NO_AGENT, Documents.YES);
                    found.or(
                        Columns.withOneOf(
                            segment,
                            Documents.filter(FilterField.AGENT_IDS),
                            agents.stream().map(agent -> agent.value()).toList()));
                    return found;
                  }));
      case IndexFilter.Within(var from, var to) -> {
        if (from != null) {
          Columns.keepWithin(segment, Documents.TIME, Micros.ceiling(from), Long.MAX_VALUE, set);
        }
        if (to != null) {
          keepBefore(segment, Documents.TIME, Micros.ceiling(to), set);
        }
      }
      case IndexFilter.ValidAt(var instant) -> {
        long at = Micros.floor(instant);
        Columns.keepWithin(segment, Documents.VALID_FROM, Long.MIN_VALUE, at, set);
        keepAfter(segment, Documents.VALID_TO, at, set);
      }
      case IndexFilter.KnownAfter(var position) ->
          keepAfter(segment, Documents.KNOWN_FROM, position.value(), set);
    }
  }

  private static void keepBefore(LeafReader segment, String field, long number, FixedBitSet set)
      throws IOException {
    if (number == Long.MIN_VALUE) {
      set.clear();
    } else {
      Columns.keepWithin(segment, field, Long.MIN_VALUE, number - 1, set);
    }
  }

  private static void keepAfter(LeafReader segment, String field, long number, FixedBitSet set)
      throws IOException {
    if (number == Long.MAX_VALUE) {
      set.clear();
    } else {
      Columns.keepWithin(segment, field, number + 1, Long.MAX_VALUE, set);
    }
  }

  /// What there is of a session, in the few segments that have anything of it.
  List<SessionPart.Placed> session(IndexReader reader, SessionId session, ObjectType type)
      throws IOException {
    var files = reader.getReaderCacheHelper();
    if (files == null) {
      return placed(reader, session, type); // now and past together, which are read seldom
    }
    var key = new SessionKey(files.getKey(), session, type);
    var known = wholeSessions.get(key);
    return known == null ? wholeSessions.put(key, placed(reader, session, type)) : known;
  }

  private List<SessionPart.Placed> placed(IndexReader reader, SessionId session, ObjectType type)
      throws IOException {
    var parts = new ArrayList<SessionPart.Placed>();
    for (var leaf : reader.leaves()) {
      var part = session(leaf.reader(), session, type);
      if (part.size() > 0) {
        parts.add(new SessionPart.Placed(leaf.ord, part));
      }
    }
    return parts;
  }

  private SessionPart session(LeafReader segment, SessionId session, ObjectType type)
      throws IOException {
    var key = new SessionKey(segment.getCoreCacheHelper().getKey(), session, type);
    var known = sessions.get(key);
    return known == null ? sessions.put(key, SessionPart.of(segment, session, type)) : known;
  }

  /// The pages of a segment on which a document begins; null if all are.
  @Nullable FixedBitSet firstPages(LeafReader segment) throws IOException {
    if (segment.docFreq(new Term(VectorLayout.FIRST, Documents.YES)) == segment.maxDoc()) {
      return null;
    }
    var key = segment.getCoreCacheHelper().getKey();
    var known = firstPages.get(key);
    return known == null
        ? firstPages.put(key, Columns.with(segment, VectorLayout.FIRST, Documents.YES))
        : known;
  }

  private interface Finding {
    FixedBitSet find() throws IOException;
  }

  private FixedBitSet passing(LeafReader segment, IndexFilter filter, Finding finding)
      throws IOException {
    var key = new FilterKey(segment.getCoreCacheHelper().getKey(), filter);
    var known = filters.get(key);
    return known == null ? filters.put(key, finding.find()) : known;
  }
}
