package dev.quipu.engine.inspect;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what was found by other means than by asking for it: every object, its origin and its
/// edges, from one moment of the store. Thread-safe.
public final class Lookout {

  private final InstantSource clock;
  private final Reads reads;
  private final Cursors cursors;
  private final long maxPageBytes;

  public Lookout(ReadPorts ports) {
    this.clock = ports.clock();
    this.reads = new Reads(ports);
    this.cursors = new Cursors(ports.storage().logId(), ports.storage().signingKeys().cursors());
    this.maxPageBytes = ports.limits().maxPageBytes();
  }

  public interface Looking<T> {
    T from(View view);
  }

  /// Whose eyes to look through, as a search does: what is not indexed is absent, and an admin's
  /// right counts only if it is asked for.
  public Eyes eyes(Caller caller, boolean asAdmin) {
    caller.require(Grant.READ);
    var reading = new Reading(clock.instant().truncatedTo(ChronoUnit.MICROS), true, asAdmin, false);
    return new Eyes(caller, reading, ReadScope.of(caller, reading));
  }

  /// A caller at an instant.
  public final class Eyes {

    private final Caller caller;
    private final Reading reading;
    private final ReadScope scope;

    private Eyes(Caller caller, Reading reading, ReadScope scope) {
      this.caller = caller;
      this.reading = reading;
      this.scope = scope;
    }

    /// What they see.
    public ReadScope scope() {
      return scope;
    }

    public Instant clock() {
      return reading.clock();
    }

    /// Looks at the store as it is now.
    public <T> T look(Looking<T> work) {
      try (var snapshot = reads.shown(scope, caller, reading)) {
        return work.from(new View(snapshot, caller, reading));
      }
    }
  }

  /// Where a page begins, as its cursor says, before the store is looked at.
  public Place pinned(Caller caller, String cursor, String list) {
    var read = cursors.read(cursor, caller, list);
    return new Place(read.at(), read.place());
  }

  /// Keeps a note of what an admin's right alone has shown.
  public void noteAll(Caller caller, List<Verdict> reasons, String what) {
    reads.noteAll(caller, reasons, what);
  }

  /// One moment of the store. Used by one thread, while it is looked from.
  public final class View {

    private final WholeEntities snapshot;
    private final Caller caller;
    private final Reading reading;

    private View(WholeEntities snapshot, Caller caller, Reading reading) {
      this.snapshot = snapshot;
      this.caller = caller;
      this.reading = reading;
    }

    public LogPosition head() {
      return snapshot.head().position();
    }

    /// The point that was asked for.
    public At at(ReadTime time) {
      return reads.at(time, snapshot, reading);
    }

    /// What is there for the caller at a point; null if nothing is.
    public @Nullable Node find(ObjectRef ref, At at) {
      return point(at).find(ref);
    }

    /// What is there of several, by their names.
    public Map<ObjectRef, Node> findAll(Collection<ObjectRef> refs, At at) {
      var point = point(at);
      var found = new HashMap<ObjectRef, Node>();
      point.findStored(refs).forEach(node -> found.put(node.ref(), node));
      for (var ref : refs) {
        var node = Standpoint.isKept(ref) ? null : point.find(ref);
        if (node != null) {
          found.put(ref, node);
        }
      }
      return found;
    }

    /// Entities, and those that are called in some way.
    public SeenEntities entities(At at) {
      return new SeenEntities(snapshot, point(at));
    }

    /// Where something comes from that was seen at the same point.
    public Provenance provenance(Node node, At at) {
      var search = new ProvenanceSearch(point(at));
      return switch (node) {
        case Node.Stored stored -> search.of(stored);
        case Node.Happened _, Node.Embedded _ ->
            Objects.requireNonNull(
                search.of(new Subject.Whole(node.ref())), "it was just seen in this snapshot");
      };
    }

    /// What is reached from some objects that are there: one page.
    public Expansion expand(Expansion.Wanted wanted, At at) {
      return new Expanding(point(at), wanted, maxPageBytes, List.of()).run(_ -> "");
    }

    /// The edges of one kind at an object, some of them.
    public List<Relation> edges(Node node, EdgeFilter filter, At at, int limit) {
      return new Relations(point(at)).page(node, filter, List.of(), limit);
    }

    /// The edges at an object that are objects themselves, some of them: those that merely repeat a
    /// field are left out.
    public List<Relation> storedEdges(Node node, At at, int limit) {
      var all = new EdgeFilter(EnumSet.allOf(Direction.class), Set.of());
      var point = point(at);
      var reader = new StrandReader(point);
      var found = new ArrayList<Relation>();
      List<String> place = List.of();
      for (int looked = 0; looked < Limits.GRAPH.maxVisited(); looked += limit) {
        var look = reader.look(new Strand.Stored(), node, all, place, limit);
        look.found().stream().filter(edge -> point.searches(edge.other())).forEach(found::add);
        if (look.next() == null || found.size() >= limit) {
          break;
        }
        place = look.next();
      }
      return found.subList(0, Math.min(limit, found.size()));
    }

    /// Those of some nodes that may have such edges; the others have none.
    public Set<ObjectRef> withEdges(Collection<ObjectRef> nodes) {
      return snapshot.withEdges(nodes);
    }

    private Standpoint point(At at) {
      return new Standpoint(snapshot, at, caller, reading);
    }

    /// Signs where the next page begins.
    public String cursor(At at, List<String> place, String list) {
      return cursors.write(new Cursors.Cursor(at, null, place), caller, list);
    }

    /// Where a page begins, and at which point it is read.
    public Place place(String cursor, String list, ReadTime time) {
      var read = cursors.read(cursor, caller, list);
      if (!time.agreesWith(read, snapshot)) {
        throw Cursors.forged();
      }
      return new Place(read.at(), read.place());
    }
  }

  /// Where a page begins.
  public record Place(At at, List<String> place) {

    public Place {
      place = List.copyOf(place);
    }
  }
}
