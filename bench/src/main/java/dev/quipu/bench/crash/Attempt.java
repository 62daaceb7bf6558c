package dev.quipu.bench.crash;

import dev.quipu.bench.child.Call;
import java.util.List;

/// Something that a writer wants written: events that each carry a mark found nowhere else.
///
/// @param marks one for each event, in order
/// @param atomic whether all of them are there or none
/// @param repeatable whether the same call may be sent again: it names its events or itself
public record Attempt(Call call, List<String> marks, boolean atomic, boolean repeatable) {

  public Attempt {
    marks = List.copyOf(marks);
  }
}
