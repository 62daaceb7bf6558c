package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Finds what passes and stands beside documents in their sessions.
record Neighbours(Passing passing, FiledReader filed, VisibleSets sets) {

  List<Hit.Beside> beside(List<Filed> documents, int distance) throws IOException {
    readNeighbours(documents, distance);
    var beside = new ArrayList<Hit.Beside>();
    for (var document : documents) {
      beside.add(beside(document, distance));
    }
    return beside;
  }

  /// Reads those that will most likely be wanted in the order in which they lie, which is cheaper
  /// than there and back.
  private void readNeighbours(List<Filed> documents, int distance) throws IOException {
    var wanted = IntStream.builder();
    for (var document : documents) {
      var session = document.session();
      if (session != null) {
        for (var part : parts(session, document.ref().type())) {
          int here = part.documents().firstFrom(document);
          near(part, here - 1, -1, distance, wanted);
          near(part, here, 1, distance + 1, wanted);
        }
      }
    }
    for (int doc : wanted.build().sorted().toArray()) {
      filed.at(doc);
    }
  }

  private void near(
      SessionPart.Placed part, int from, int step, int count, IntStream.Builder into) {
    var documents = part.documents();
    int left = count;
    for (int i = from; left > 0 && i >= 0 && i < documents.size(); i += step) {
      if (passing.of(part.segment()).get(documents.doc(i))) {
        into.add(passing.leaves().get(part.segment()).docBase + documents.doc(i));
        left--;
      }
    }
  }

  private List<SessionPart.Placed> parts(SessionId session, ObjectType type) throws IOException {
    return sets.session(passing.searcher().getIndexReader(), session, type);
  }

  /// Each segment has a part of the session; what is nearest of all of them is nearest.
  private Hit.Beside beside(Filed document, int distance) throws IOException {
    var session = document.session();
    if (session == null || filed.place(document) < 0) {
      return Hit.Beside.NOBODY;
    }
    var before = new ArrayList<Filed>();
    var after = new ArrayList<Filed>();
    for (var part : parts(session, document.ref().type())) {
      var documents = part.documents();
      gather(part, documents.firstBehind(document) - 1, -1, document, distance, before);
      gather(part, documents.firstFrom(document), 1, document, distance, after);
    }
    before.sort(Filed.OLDEST_FIRST.reversed());
    after.sort(Filed.OLDEST_FIRST);
    return new Hit.Beside(first(before, distance), first(after, distance));
  }

  /// Those that pass, from a place on in one direction. Of equally old ones all are gathered, since
  /// their order is not that of the segment.
  private void gather(
      SessionPart.Placed part, int from, int step, Filed around, int distance, List<Filed> into)
      throws IOException {
    var documents = part.documents();
    int found = 0;
    int last = -1;
    for (int i = from; i >= 0 && i < documents.size(); i += step) {
      if (found >= distance && !documents.isTie(i, last)) {
        return;
      }
      int doc = documents.doc(i);
      if (!passing.of(part.segment()).get(doc)) {
        continue;
      }
      var near = filed.at(passing.leaves().get(part.segment()).docBase + doc);
      int order = Filed.OLDEST_FIRST.compare(near, around);
      if (step < 0 ? order < 0 : order > 0) {
        into.add(near);
        found++;
        last = i;
      }
    }
  }

  private static List<Filed> first(List<Filed> all, int count) {
    return all.subList(0, Math.min(count, all.size()));
  }
}
