package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.ObjectListing;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The objects of a listing that a caller sees, one after the other, read in portions.
final class Listed {

  private final Standpoint point;
  private final Deque<ObjectView> ready = new ArrayDeque<>();
  private @Nullable ObjectListing rest;

  /// @param listing its limit is that of a portion
  Listed(Standpoint point, ObjectListing listing) {
    this.point = point;
    this.rest = listing;
  }

  /// Null at the end.
  @Nullable ObjectView next() {
    while (ready.isEmpty() && rest != null) {
      var portion = point.snapshot().objects(rest, point.at());
      for (var stored : portion) {
        var view = point.view(stored);
        if (view != null) {
          ready.add(view);
        }
      }
      rest =
          portion.size() < rest.limit()
              ? null
              : rest.behind(ObjectListing.Place.of(portion.getLast().object()));
    }
    return ready.poll();
  }
}
