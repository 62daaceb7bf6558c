package dev.quipu.engine.inspect;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.ComputedEdge;

/// What evidence is asked for.
public sealed interface Subject {

  /// The type that is said to be absent if it is.
  ObjectType type();

  String id();

  /// An object or an event, as it is in force.
  record Whole(ObjectRef ref) implements Subject {

    @Override
    public ObjectType type() {
      return ref.type();
    }

    @Override
    public String id() {
      return ref.id();
    }
  }

  /// A version of an object, whether it is in force or not.
  record Version(ObjectRef ref, int number) implements Subject {

    @Override
    public ObjectType type() {
      return ObjectType.OBJECT_VERSION;
    }

    @Override
    public String id() {
      return ref.type().wireName() + ":" + ref.id() + "@" + number;
    }
  }

  /// An edge that repeats a field of its source.
  record Computed(String id) implements Subject {

    @Override
    public ObjectType type() {
      return ObjectType.EDGE;
    }

    /// Whether an id can only be that of such an edge.
    public static boolean isNamedBy(String id) {
      return ComputedEdge.named(id) != null;
    }
  }
}
