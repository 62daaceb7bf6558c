package dev.quipu.model.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import java.util.Comparator;

/// An entity, by the hash of its type and normal name: whoever speaks of the same thing by the same
/// name speaks of the same entity.
public record EntityId(String value) implements Identifier {

  private static final String PREFIX = "ent_";
  private static final int DIGITS = 24;

  /// By their names.
  public static final Comparator<EntityId> ORDER = Comparator.comparing(EntityId::value);

  public EntityId {
    if (!isWellFormed(value)) {
      throw new IllegalArgumentException("Send ent_ and 24 lower-case hexadecimal digits.");
    }
  }

  /// The entity of this name.
  ///
  /// @param normalName as [EntityName] or [EntitySchema#identityOf] gives it; for what has no name,
  ///   the payload_content_id
  public static EntityId of(String entityType, String normalName) {
    var named = EntityType.checked(entityType) + ':' + normalName;
    return new EntityId(DerivedId.hashed(PREFIX, Hash.of(named.getBytes(UTF_8))));
  }

  public static boolean isWellFormed(String text) {
    if (text.length() != PREFIX.length() + DIGITS || !text.startsWith(PREFIX)) {
      return false;
    }
    for (int i = PREFIX.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /// The Memory that its snapshot is shown as.
  public ObjectRef memory() {
    return new ObjectRef(ObjectType.MEMORY, "mem_" + value);
  }

  @Override
  public String toString() {
    return value;
  }
}
