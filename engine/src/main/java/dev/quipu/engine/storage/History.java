package dev.quipu.engine.storage;

import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.List;

/// An object with a page of the rectangles of its versions.
public record History(ObjectRow object, List<StoredObject> versions) {

  public History {
    versions = List.copyOf(versions);
  }
}
