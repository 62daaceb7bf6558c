package dev.quipu.model.view;

import dev.quipu.model.failure.PreconditionFailed;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.view.ViewRow.SpanRow;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a reader has read of an object, to be compared when it writes: the version, and until when
/// it holds, if an end is known. Ending a version makes no new one, and yet it is read otherwise.
public record VersionTag(String value) {

  /// Of whatever is in force; no reader is given it.
  public static final VersionTag ANY = new VersionTag(" ");

  /// Of a version without an end.
  public static VersionTag of(int version) {
    return new VersionTag(Integer.toString(version));
  }

  /// Of the version in force in a rectangle.
  public static VersionTag of(SpanRow span) {
    return span.validTo().equals(ValidTime.FOREVER)
        ? of(span.version())
        : new VersionTag(span.version() + "/" + Iso8601.text(span.validTo()));
  }

  /// Refuses a write over something else than what its caller has read.
  ///
  /// @param wanted null = whatever is in force, or nothing
  /// @param inForce null = nothing is
  public static void require(
      @Nullable Set<VersionTag> wanted, ObjectRef ref, @Nullable SpanRow inForce) {
    if (wanted != null && (inForce == null || !isAmong(wanted, of(inForce)))) {
      throw new PreconditionFailed(
          "version.mismatch",
          inForce == null
              ? "no version of " + ref + " is in force"
              : ref + " is at version " + of(inForce).value(),
          "read it again and repeat the change on that");
    }
  }

  private static boolean isAmong(Set<VersionTag> wanted, VersionTag tag) {
    return wanted.contains(ANY) || wanted.contains(tag);
  }
}
