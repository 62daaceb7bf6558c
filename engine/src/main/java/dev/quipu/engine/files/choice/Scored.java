package dev.quipu.engine.files.choice;

import java.util.List;

/// How well a capability fits a file.
///
/// @param score 0 to 100
/// @param reasons what it is made of, as sentences
public record Scored(String capability, int score, List<String> reasons) {

  public Scored {
    reasons = List.copyOf(reasons);
  }
}
