package dev.quipu.engine.files.choice;

import dev.quipu.model.json.JsonObject;
import java.util.List;

/// What becomes of a file.
public sealed interface Choice {

  /// The file says it itself: it is an envelope of a payload, or several.
  ///
  /// @param envelopes as they stand
  record Envelopes(List<JsonObject> envelopes) implements Choice {

    public Envelopes {
      envelopes = List.copyOf(envelopes);
    }
  }

  /// One capability, by rules.
  ///
  /// @param chosen what it is submitted under
  /// @param runnersUp the others, the better ones first
  record Capability(Scored chosen, List<Scored> runnersUp, Proposals proposals) implements Choice {

    public Capability {
      runnersUp = List.copyOf(runnersUp);
    }
  }
}
