package dev.quipu.engine.upload;

import dev.quipu.engine.files.Chunks;
import dev.quipu.engine.files.WholeText;
import dev.quipu.engine.files.choice.Candidates;
import dev.quipu.engine.files.choice.Choice;
import dev.quipu.engine.files.choice.FoundField;
import dev.quipu.engine.files.choice.Proposal;
import dev.quipu.engine.files.choice.Proposals;
import dev.quipu.engine.files.choice.Scored;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonString;

/// A note on a long text has its beginning, and names the whole: the text itself is in parts, where
/// a question finds the right one. It stays a note on this text and no other, since the whole is
/// named by its hash.
final class LongNote {

  private static final String CONTENT = "content";

  private LongNote() {}

  /// Whether all of a text is to become one note.
  static boolean isOfWhole(Scored chosen, Proposals proposals) {
    return chosen.capability().equals(Candidates.NOTE) && proposals.count() == 1;
  }

  /// The choice as it is, unless it is a note on a long text.
  static Choice shortened(Choice choice, WholeText text, String sha256) {
    return choice instanceof Choice.Capability(var chosen, var runnersUp, var proposals)
            && isOfWhole(chosen, proposals)
            && text.chunks() > 1
        ? new Choice.Capability(
            chosen, runnersUp, Proposals.of(shortened(proposals.at(0), text, sha256)))
        : choice;
  }

  private static Proposal shortened(Proposal note, WholeText text, String sha256) {
    var content = Json.of(beginning(text, sha256));
    return new Proposal(
        note.body().get(CONTENT) instanceof JsonString
            ? note.body().with(CONTENT, content)
            : note.body(),
        note.fields().stream()
            .map(
                field ->
                    field.name().equals(CONTENT)
                        ? new FoundField(CONTENT, content, field.place(), field.label())
                        : field)
            .toList());
  }

  private static String beginning(WholeText text, String sha256) {
    return Chunks.of(text.head()).getFirst().text().stripTrailing()
        + "\n\n[Part 1 of "
        + text.chunks()
        + " of the text of a file with the SHA-256 "
        + sha256
        + "]";
  }
}
