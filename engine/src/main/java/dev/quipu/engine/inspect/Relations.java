package dev.quipu.engine.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// The edges at a node, as seen from a standpoint: both ends are there for the caller. First those
/// that are stored, then those that are computed. Read in portions, so that a page costs what it
/// shows, however many there are.
final class Relations {

  private static final int FIRST_PORTION = 16;
  private static final int LARGEST_PORTION = 256;

  private final StrandReader reader;

  Relations(Standpoint point) {
    this.reader = new StrandReader(point);
  }

  /// At most so many, behind a place.
  ///
  /// @param behind the place of a relation; empty = from the start
  List<Relation> page(Node node, EdgeFilter filter, List<String> behind, int limit) {
    var found = new ArrayList<Relation>();
    var rest = new Walk(node, filter, behind, Math.min(limit, LARGEST_PORTION));
    while (found.size() < limit && rest.hasNext()) {
      found.add(rest.next());
    }
    return found;
  }

  /// All of them, read as they are asked for.
  Iterator<Relation> all(Node node, EdgeFilter filter) {
    return new Walk(node, filter, List.of(), FIRST_PORTION);
  }

  private final class Walk implements Iterator<Relation> {

    private final Node node;
    private final EdgeFilter filter;
    private final Deque<Strand> strands;
    private final Deque<Relation> found = new ArrayDeque<>();
    private List<String> place = List.of();
    private int portion;

    Walk(Node node, EdgeFilter filter, List<String> behind, int portion) {
      this.node = node;
      this.filter = filter;
      this.strands = new ArrayDeque<>(Strand.of(node.ref(), filter));
      this.portion = portion;
      if (!behind.isEmpty()) {
        while (!strands.isEmpty() && !strands.getFirst().name().equals(behind.getFirst())) {
          strands.removeFirst();
        }
        place = behind.subList(1, behind.size());
      }
    }

    @Override
    public boolean hasNext() {
      while (found.isEmpty() && !strands.isEmpty()) {
        var look = reader.look(strands.getFirst(), node, filter, place, portion);
        found.addAll(look.found());
        portion = Math.min(2 * portion, LARGEST_PORTION);
        if (look.next() == null) {
          strands.removeFirst();
          place = List.of();
        } else {
          place = look.next();
        }
      }
      return !found.isEmpty();
    }

    @Override
    public Relation next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return found.removeFirst();
    }
  }
}
