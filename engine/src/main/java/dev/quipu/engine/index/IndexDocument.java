package dev.quipu.engine.index;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.List;

/// One version of an object for as long as it holds, with its words. A version that holds in two
/// rectangles of the clocks is two documents.
///
/// @param envelope who may see it, and what it is filed under
public record IndexDocument(Filed filed, Envelope envelope, Texts texts) {

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

  public Key key() {
    return filed.key();
  }
}
