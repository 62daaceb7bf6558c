package dev.quipu.engine.compile;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Facts;

/// Tells what follows from a recorded event. Total and pure; replayed for ever, by the rules that
/// the entry names.
public final class Evolve {

  private Evolve() {}

  public static Changes evolve(Recorded recorded, Facts facts) {
    return switch (recorded.rules()) {
      case 1 -> RulesV1.evolve(recorded, facts);
      case 2, 3, 4, 5, 6, 7, 8 -> RulesV2.evolve(recorded, facts);
      default ->
          throw new Corrupt(
              "rules.unknown",
              "position " + recorded.position(),
              "this entry needs rules version "
                  + recorded.rules()
                  + ", which this program does not know");
    };
  }

  /// Tells what follows from an entry that was written before, and holds it against what it says of
  /// itself.
  public static Changes again(LogEntry entry, Facts facts) {
    if (!entry.seal().covers(entry.content())) {
      throw new Corrupt(
          "log.altered", placeOf(entry), "the entry's content is not what its hashes say");
    }
    var changes = evolve(entry.recorded(), facts);
    if (!changes.effects().equals(entry.effects())) {
      throw new Corrupt(
          "log.effects",
          placeOf(entry),
          "replaying the entry gives "
              + changes.effects()
              + ", its header says "
              + entry.effects());
    }
    return changes;
  }

  private static String placeOf(LogEntry entry) {
    return "tenant " + entry.event().tenantId() + " position " + entry.position();
  }
}
