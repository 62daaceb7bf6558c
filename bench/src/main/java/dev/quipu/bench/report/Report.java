package dev.quipu.bench.report;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The figures of one run, in the order in which they were measured.
public final class Report {

  private final String bench;
  private final List<Figure> figures = new ArrayList<>();

  public Report(String bench) {
    this.bench = bench;
  }

  public void add(Figure figure) {
    figures.add(figure);
  }

  public boolean holds() {
    return figures.stream().allMatch(Figure::holds);
  }

  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  /// Prints the table, keeps it as JSON if asked to, and returns the exit code.
  public int conclude(PrintStream out, @Nullable Path json) throws IOException {
    print(out);
    if (json != null) {
      Files.write(json, new JsonWriter().pretty(toJson()));
    }
    return holds() ? 0 : 1;
  }

  private void print(PrintStream out) {
    int name = width("figure", figures.stream().map(Figure::name).toList());
    int value = width("value", figures.stream().map(f -> Figure.shown(f.value())).toList());
    int bound = width("bound", figures.stream().map(f -> f.bound().text()).toList());
    out.println();
    line(out, name, value, bound, "figure", "value", "bound", "    ", "how");
    for (var figure : figures) {
      line(
          out,
          name,
          value,
          bound,
          figure.name(),
          Figure.shown(figure.value()),
          figure.bound().text(),
          verdict(figure),
          figure.note());
    }
    out.println();
    out.println(bench + ": " + (holds() ? "PASS" : "FAIL"));
  }

  private static String verdict(Figure figure) {
    return switch (figure.bound()) {
      case Bound.None() -> "    ";
      case Bound.AtMost _, Bound.AtLeast _ -> figure.holds() ? "PASS" : "FAIL";
    };
  }

  private static void line(
      PrintStream out,
      int name,
      int value,
      int bound,
      String n,
      String v,
      String b,
      String p,
      String how) {
    out.println(
        (pad(n, name)
                + "  "
                + " ".repeat(value - v.length())
                + v
                + "  "
                + pad(b, bound)
                + "  "
                + p
                + "  "
                + how)
            .stripTrailing());
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static int width(String title, List<String> cells) {
    return Math.max(title.length(), cells.stream().mapToInt(String::length).max().orElse(0));
  }

  private JsonObject toJson() {
    var all = new ArrayList<Json>();
    for (var figure : figures) {
      all.add(
          JsonObject.of(
              "name",
              new JsonString(figure.name()),
              "value",
              new JsonNumber(figure.value()),
              "bound",
              new JsonString(figure.bound().text()),
              "holds",
              new JsonBoolean(figure.holds()),
              "note",
              new JsonString(figure.note())));
    }
    return JsonObject.of(
        "bench",
        new JsonString(bench),
        "holds",
        new JsonBoolean(holds()),
        "figures",
        new JsonArray(all));
  }
}
