package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses what a file becomes: what it says itself, else what it fits best, else a note, or one
/// for each row of a table.
///
/// A candidate wins if enough of it was found, and if no other fits nearly as well: a wrong payload
/// is worse than a note. Equal files of equal names have equal choices.
public final class Chooser {

  /// Less of a lead than this is no lead.
  private static final int LEAD = 10;

  private static final int NOTE_SCORE = 20;

  /// What is left for every file, and enters no contest.
  private static final Entry NOTE =
      new Entry(
          new Scored(Candidates.NOTE, NOTE_SCORE, List.of("Everything can be a note.")),
          false,
          () -> {
            throw new IllegalStateException("a note is made when nothing else wins");
          });

  private final List<Candidate> candidates;

  /// Chooses among these.
  ///
  /// @param candidates each once, in the order in which they are listed if they fit alike
  public Chooser(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /// Chooses for one file.
  ///
  /// @param name of the file; null if it has none
  public Choice choose(FileText file, @Nullable String name) {
    var envelopes = envelopes(file);
    return envelopes.isEmpty() ? contest(file, name) : new Choice.Envelopes(envelopes);
  }

  /// The file as envelopes; empty if it is something else.
  private static List<JsonObject> envelopes(FileText file) {
    if (!(file.structure() instanceof Structure.Value(var json))) {
      return List.of();
    }
    var items = json instanceof JsonArray(var many) ? many : List.of(json);
    var envelopes = new ArrayList<JsonObject>();
    for (var item : items) {
      if (!(item instanceof JsonObject object) || !isEnvelope(object)) {
        return List.of();
      }
      envelopes.add(object);
    }
    return envelopes;
  }

  private static boolean isEnvelope(JsonObject object) {
    return object.text("capability_id") != null
        && object.object("body") != null
        && object.object("provenance") != null;
  }

  private Choice contest(FileText file, @Nullable String name) {
    var entries = new ArrayList<Entry>();
    var search = new TextSearch(file);
    for (var candidate : candidates) {
      var entry = entry(candidate, file, search, new FileName(name));
      entries.add(isNote(candidate) && !entry.mayWin() ? NOTE : entry);
    }
    entries.sort(Comparator.comparingInt((Entry entry) -> entry.scored().score()).reversed());
    var able = entries.stream().filter(Entry::mayWin).toList();
    if (able.isEmpty()) {
      return note(file, name, entries, "Nothing else fits.");
    }
    var best = able.getFirst();
    if (able.size() > 1 && able.get(1).scored().score() > best.scored().score() - LEAD) {
      var other = able.get(1).scored().capability();
      var why =
          best.scored().capability() + " and " + other + " fit nearly alike: neither is taken.";
      return note(file, name, entries, why);
    }
    return new Choice.Capability(
        best.scored(), others(best.scored().capability(), entries), best.proposals().get());
  }

  private static boolean isNote(Candidate candidate) {
    return candidate.capability().equals(Candidates.NOTE);
  }

  private static Entry entry(Candidate candidate, FileText file, TextSearch search, FileName name) {
    return switch (file.structure()) {
      case Structure.Table table when !table.header().isEmpty() ->
          TableRule.entry(candidate, table, name);
      case Structure.Value(JsonObject object) -> JsonRule.entry(candidate, List.of(object), name);
      case Structure.Value(JsonArray(var items)) -> JsonRule.entry(candidate, items, name);
      case Structure.Value(Json _), Structure.Table _ -> JsonRule.entry(candidate, List.of(), name);
      case Structure.Prose _, Structure.Mail _, Structure.Picture _ ->
          TextRule.entry(candidate, file, search, name);
    };
  }

  private static Choice note(
      FileText file, @Nullable String name, List<Entry> entries, String reason) {
    var proposals =
        file.structure() instanceof Structure.Table table && !table.rows().isEmpty()
            ? new RowNotes(table)
            : Proposals.of(NoteRule.proposal(file, name));
    return new Choice.Capability(
        new Scored(Candidates.NOTE, NOTE_SCORE, List.of(reason)),
        others(Candidates.NOTE, entries),
        proposals);
  }

  private static List<Scored> others(String chosen, List<Entry> entries) {
    return entries.stream()
        .map(Entry::scored)
        .filter(scored -> !scored.capability().equals(chosen))
        .toList();
  }
}
