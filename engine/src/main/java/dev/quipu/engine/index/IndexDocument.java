package dev.quipu.engine.index;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.GivenVector;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A document that is found by its words.
///
/// @param given a vector that its writer brought along for its text; null = none
/// @param entity that it speaks of; null = of none
public record IndexDocument(
    Filed filed,
    Envelope envelope,
    Texts texts,
    @Nullable GivenVector given,
    @Nullable EntityMark entity)
    implements FiledDocument {

  public IndexDocument(Filed filed, Envelope envelope, Texts texts) {
    this(filed, envelope, texts, null, null);
  }

  /// Whether objects of this kind are found by search.
  public static boolean isFound(ObjectType type) {
    return switch (type) {
      case EVENT, MEMORY, STATE, ARTIFACT, AGENT, SESSION, USER -> true;
      case EDGE,
          OBJECT_VERSION,
          POLICY,
          POLICY_RECORD,
          EMBEDDING,
          SHARE_CONTRACT,
          SNAPSHOT,
          CAPABILITY,
          ENTITY_SCHEMA,
          TENANT,
          KEY ->
          false;
    };
  }

  /// What tells documents of a tenant apart.
  public record Key(ObjectRef ref, LogPosition knownFrom, Instant validFrom) {}

  /// The words, by where they stand.
  ///
  /// @param text the body of it
  /// @param speaker who said it, if somebody did
  /// @param names of what it is about, or by which it goes
  public record Texts(String text, String title, String speaker, List<String> names) {

    public Texts {
      names = List.copyOf(names);
    }

    public static Texts of(String text) {
      return new Texts(text, "", "", List.of());
    }
  }
}
