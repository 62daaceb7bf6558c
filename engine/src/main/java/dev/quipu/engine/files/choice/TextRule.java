package dev.quipu.engine.files.choice;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Place;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prose in which the fields of a candidate stand behind their labels, under a heading that says
/// what it is.
final class TextRule {

  private static final int HEADING = 30;

  /// A company on the first line is likely, not certain, to be who has written it.
  private static final int LETTERHEAD = 5;

  private final Candidate candidate;
  private final TextSearch search;
  private final List<FoundField> fields = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private int score;

  private TextRule(Candidate candidate, TextSearch search) {
    this.candidate = candidate;
    this.search = search;
  }

  static Entry entry(Candidate candidate, FileText file, TextSearch search, FileName name) {
    var rule = new TextRule(candidate, search);
    rule.look(file, name);
    return new Entry(
        new Scored(candidate.capability(), Math.min(100, rule.score), rule.reasons),
        rule.fields.size() >= 2,
        () -> Proposals.of(new Proposal(rule.body(file), rule.fields)));
  }

  private void look(FileText file, FileName name) {
    var heading = heading(file);
    if (heading != null) {
      add(HEADING, "Its beginning says “" + heading + "”");
    }
    for (var field : candidate.fields()) {
      var found = search.find(field);
      if (found != null) {
        fields.add(found);
        add(field.kind().weight(), field.name() + " stands behind “" + found.label() + "”");
      } else if (field.name().equals("vendor_name") || field.name().equals("merchant_name")) {
        var letterhead = search.letterhead(field);
        if (letterhead != null) {
          fields.add(letterhead);
          add(LETTERHEAD, field.name() + " stands on the first line, as on a letterhead");
        }
      }
    }
    var word = name.word(candidate);
    if (word != null && score > 0) {
      score += FileName.POINTS;
      reasons.add(FileName.reason(word));
    }
  }

  private @Nullable String heading(FileText file) {
    var title = file.title();
    var inTitle = title == null ? null : Headings.word(Fold.lower(title), candidate.words());
    return inTitle == null ? search.heading(candidate) : inTitle;
  }

  private void add(int points, String reason) {
    score += points;
    reasons.add(reason + " (+" + points + ").");
  }

  private JsonObject body(FileText file) {
    var body = new LinkedHashMap<String, Json>();
    for (var field : fields) {
      body.put(field.name(), field.value());
      if (field.name().equals("amount") && field.place() instanceof Place.InText place) {
        var currency = new FoundValues(file.text()).currencyAt(place.offset());
        if (currency != null) {
          body.put("currency", Json.of(currency));
        }
      }
    }
    return new JsonObject(body);
  }
}
