package dev.quipu.tika;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.choice.Candidates;
import dev.quipu.engine.files.choice.Choice;
import dev.quipu.engine.files.choice.Chooser;
import dev.quipu.engine.files.choice.FoundField;
import dev.quipu.engine.files.choice.Scored;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// All that is known of a file, as a page for people.
final class Report {

  /// Of every sort of file one or more.
  static final List<String> FILES =
      List.of(
          "article.html",
          "contract.txt",
          "diagram.png",
          "dot.gif",
          "invoice.json",
          "invoice.pdf",
          "letter.eml",
          "notes.md",
          "payload.json",
          "payment.txt",
          "photo.jpg",
          "plan.pptx",
          "protokoll.rtf",
          "quittung.txt",
          "rakhunok.txt",
          "rechnung.docx",
          "scan.pdf",
          "stock.xlsx",
          "umsaetze.csv");

  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private final StringBuilder page = new StringBuilder();

  private Report() {}

  static Path golden(String name) {
    return GOLDEN.resolve(name + ".txt");
  }

  /// Writes all reports anew. Whoever runs this in the folder of the module reads what has changed.
  public static void main(String[] arguments) throws Exception {
    var scratch = Files.createTempDirectory("quipu-reports");
    try (var reading = Reading.open(scratch)) {
      for (var name : FILES) {
        Files.writeString(golden(name), of(reading.read(name), name));
      }
    }
  }

  static String of(FileText file, String name) {
    var report = new Report();
    report.say("media type: " + file.mediaType());
    report.say("title: " + file.title());
    report.say("author: " + file.author());
    report.say("created: " + file.created());
    report.say("metadata: " + file.metadata());
    report.say("structure: " + structure(file.structure()));
    report.say("");
    switch (new Chooser(Candidates.INITIAL).choose(file, name)) {
      case Choice.Envelopes(var envelopes) ->
          envelopes.forEach(envelope -> report.say("envelope: " + envelope));
      case Choice.Capability choice -> report.say(choice, file);
    }
    report.say("");
    report.say("text of " + file.text().length() + " characters:");
    report.say(file.text());
    return report.page.toString();
  }

  private static String structure(Structure structure) {
    return switch (structure) {
      case Structure.Table(var header, var rows) -> header + " over " + rows.size() + " rows";
      case Structure.Value _ -> "JSON";
      case Structure.Prose _, Structure.Mail _, Structure.Picture _ -> structure.toString();
    };
  }

  private void say(Choice.Capability choice, FileText file) {
    say("chosen", choice.chosen());
    choice.runnersUp().forEach(other -> say("not", other));
    for (int i = 0; i < choice.proposals().count(); i++) {
      var proposal = choice.proposals().at(i);
      say("payload " + (i + 1) + ":");
      for (var field : proposal.fields()) {
        say("  " + told(field, file));
      }
      var others = proposal.body();
      for (var field : proposal.fields()) {
        others = others.without(field.name());
      }
      say("  and " + others);
    }
  }

  private static String told(FoundField field, FileText file) {
    var value = whole(field.value(), file) ? "the text" : field.value().toString();
    return field.name() + " = " + value + " by “" + field.label() + "”, " + field.place();
  }

  private static boolean whole(Json value, FileText file) {
    return value instanceof JsonString(var text) && text.equals(file.text());
  }

  private void say(String what, Scored scored) {
    say(what + ": " + scored.capability() + " " + scored.score());
    scored.reasons().forEach(reason -> say("  " + reason));
  }

  private void say(String line) {
    page.append(line).append('\n');
  }
}
