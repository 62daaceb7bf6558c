package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityAct;
import java.util.List;

/// What somebody wants done to an entity.
public sealed interface EntityWish {

  /// Puts fields right, whatever was or will be observed; null clears one.
  ///
  /// @param told aspects that the present values come from; none if there is none of some field
  record Correct(JsonObject fields, List<ObjectRef> told) implements EntityWish {
    public Correct {
      told = List.copyOf(told);
    }
  }

  /// Takes the correction of a field back.
  record Withdraw(String field, String correction) implements EntityWish {}

  record Delete() implements EntityWish {}

  /// Takes the latest of some deletions back of which the caller may lift something.
  ///
  /// @param deletions that the caller sees, the latest first
  record Restore(List<EntityAct.Delete> deletions) implements EntityWish {
    public Restore {
      deletions = List.copyOf(deletions);
    }
  }

  /// Says that it is another one.
  ///
  /// @param seen aspects of that one that the caller sees
  record Merge(EntityAct.Subject into, List<ObjectRef> seen, String reason) implements EntityWish {
    public Merge {
      seen = List.copyOf(seen);
    }
  }

  /// Takes back that another one is it.
  ///
  /// @param seen aspects of that one that the caller sees
  record Unmerge(EntityAct.Subject from, List<ObjectRef> seen) implements EntityWish {
    public Unmerge {
      seen = List.copyOf(seen);
    }
  }

  /// Says that some of its observations speak of another.
  ///
  /// @param seen aspects of that one that the caller sees; none if the caller has named it
  /// @param observations their ids
  record Split(
      EntityAct.Subject into, List<ObjectRef> seen, List<String> observations, String reason)
      implements EntityWish {
    public Split {
      seen = List.copyOf(seen);
      observations = List.copyOf(observations);
    }
  }

  /// Says how it is related to another.
  ///
  /// @param seen aspects of that one that the caller sees
  record Relate(String type, EntityAct.Subject to, List<ObjectRef> seen) implements EntityWish {
    public Relate {
      seen = List.copyOf(seen);
    }
  }
}
