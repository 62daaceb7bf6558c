package dev.quipu.engine.upload;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.choice.Choice;
import dev.quipu.engine.ingest.Written;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.PayloadFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a file.
///
/// @param file as its payloads know it
/// @param text what it says, the beginning if it is long
/// @param choice what it was submitted as, and why
/// @param tally of all its payloads
/// @param fates of the first of them, in their order
/// @param last the last thing that was written; null if nothing was
public record Uploaded(
    PayloadFile file,
    FileText text,
    Choice choice,
    Tally tally,
    List<Fate> fates,
    @Nullable Receipt last) {

  public Uploaded {
    fates = List.copyOf(fates);
  }

  /// How many payloads there were, and of which fate.
  public record Tally(int created, int known, int rejected) {

    static final Tally NONE = new Tally(0, 0, 0);

    Tally with(Fate fate) {
      return switch (fate) {
        case Fate.Compiled(var written) ->
            written.receipt().status() == Receipt.Status.DUPLICATE
                ? new Tally(created, known + 1, rejected)
                : new Tally(created + 1, known, rejected);
        case Fate.Rejected _ -> new Tally(created, known, rejected + 1);
      };
    }
  }

  /// What became of one of its payloads.
  public sealed interface Fate {

    record Compiled(Written written) implements Fate {}

    record Rejected(MemoryException why) implements Fate {}
  }
}
