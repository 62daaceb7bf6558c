package dev.quipu.model.payload;

import java.util.List;

/// What the writer of a payload is told, beside what became of it.
///
/// @param codes of what needs no further words
/// @param deleted the entities that it speaks of and that were deleted: they stay so
/// @param unfit values that are not what schemas declare
public record PayloadNotes(List<String> codes, List<EntityId> deleted, List<Unfit> unfit) {

  public PayloadNotes {
    codes = List.copyOf(codes);
    deleted = List.copyOf(deleted);
    unfit = List.copyOf(unfit);
  }
}
