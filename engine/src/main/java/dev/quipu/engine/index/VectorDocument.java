package dev.quipu.engine.index;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A document that is found by its meaning. It is as near as its nearest passage.
///
/// @param passages what its text says, in the order of the text; empty if there is nothing to be
///   found by
/// @param entity that it speaks of; null = of none
public record VectorDocument(
    Filed filed, Envelope envelope, List<Vector> passages, @Nullable EntityMark entity)
    implements FiledDocument {

  /// What is found by its meaning. An event is, as the memory of it; what agents, sessions and
  /// users are called has none.
  public static final Set<ObjectType> TYPES =
      Set.of(ObjectType.MEMORY, ObjectType.STATE, ObjectType.ARTIFACT);

  public VectorDocument {
    passages = List.copyOf(passages);
  }
}
