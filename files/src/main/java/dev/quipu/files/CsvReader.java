package dev.quipu.files;

import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Structure.Cell;
import dev.quipu.engine.files.Structure.Row;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/// Reads a table as RFC 4180 has it, with whichever of comma, semicolon and tab makes it one. Takes
/// one pass over the text for each of them, and one more.
final class CsvReader {

  private static final char[] SEPARATORS = {',', ';', '\t'};

  /// Rows that are looked at to find out the separator.
  private static final int TRIED = 50;

  private final String text;
  private final char separator;
  private final int maxRows;
  private final List<Row> rows = new ArrayList<>();
  private List<Cell> cells = new ArrayList<>();
  private int count;
  private int at;
  private int line;
  private int lineOfRow;

  private CsvReader(String text, int from, char separator, int maxRows) {
    this.text = text;
    this.at = from;
    this.separator = separator;
    this.maxRows = maxRows;
    this.line = from == 0 ? 1 : 2;
    this.lineOfRow = line;
  }

  /// @param text tidy
  static Structure.Table read(String text) throws Unreadable {
    // Excel's way to tell the separator: a first line `sep=;`.
    boolean told = text.startsWith("sep=") && text.indexOf('\n') == 5;
    int from = told ? 6 : 0;
    var separator = told ? text.charAt(4) : separator(text);
    var reader = new CsvReader(text, from, separator, Limits.FILES.maxRows() + 2);
    reader.readRows();
    return reader.table();
  }

  /// The one by which most of the first rows have as many cells as the first, then the one with
  /// most cells. What tears a cell in quotation marks apart makes no table.
  private static char separator(String text) {
    char best = SEPARATORS[0];
    int highest = 0;
    for (char separator : SEPARATORS) {
      var trial = new CsvReader(text, 0, separator, TRIED);
      int score = 0;
      try {
        trial.readRows();
        score = trial.score();
      } catch (Unreadable e) {
        score = 0;
      }
      if (score > highest) {
        best = separator;
        highest = score;
      }
    }
    return best;
  }

  private int score() {
    if (rows.isEmpty()) {
      return 0;
    }
    int columns = rows.getFirst().cells().size();
    long alike = rows.stream().filter(row -> row.cells().size() == columns).count();
    return columns < 2 ? 0 : (int) (alike * 1_000_000 / rows.size()) + Math.min(columns, 1_000);
  }

  private void readRows() throws Unreadable {
    while (at < text.length() && rows.size() < maxRows) {
      readCell();
    }
    // A text that ends in a separator has one more cell.
    if (!cells.isEmpty() && rows.size() < maxRows) {
      endRow();
    }
  }

  private void readCell() throws Unreadable {
    if (++count > Limits.FILES.maxCells()) {
      throw new Unreadable(
          Unreadable.Kind.TOO_LARGE,
          "The table has more than " + Limits.FILES.maxCells() + " cells: send it in parts.");
    }
    if (text.charAt(at) == '"') {
      readQuoted();
    } else {
      readPlain();
    }
    if (at == text.length()) {
      endRow();
    } else if (text.charAt(at++) == '\n') {
      line++;
      endRow();
    } else if (at == text.length()) {
      cells.add(new Cell(at, ""));
      endRow();
    }
  }

  private void readPlain() {
    int begin = at;
    while (at < text.length() && text.charAt(at) != separator && text.charAt(at) != '\n') {
      at++;
    }
    cells.add(new Cell(begin, text.substring(begin, at)));
  }

  private void readQuoted() throws Unreadable {
    int begin = ++at;
    int opened = line;
    var cell = new StringBuilder();
    while (true) {
      if (at == text.length()) {
        throw broken(opened, "opens a quotation mark that is never closed");
      }
      char c = text.charAt(at++);
      if (c == '"') {
        if (at == text.length() || text.charAt(at) != '"') {
          break;
        }
        at++;
      } else if (c == '\n') {
        line++;
      }
      cell.append(c);
    }
    if (at < text.length() && text.charAt(at) != separator && text.charAt(at) != '\n') {
      throw broken(line, "has something between a quotation mark and the end of its cell");
    }
    cells.add(new Cell(begin, cell.toString()));
  }

  private void endRow() {
    boolean blank = cells.size() == 1 && cells.getFirst().text().isBlank();
    if (!blank) {
      rows.add(new Row(lineOfRow, cells));
    }
    cells = new ArrayList<>();
    lineOfRow = line;
  }

  private Structure.Table table() throws Unreadable {
    if (rows.isEmpty()) {
      throw new Unreadable(Unreadable.Kind.EMPTY);
    }
    var first = rows.getFirst();
    boolean named = isHeader(first);
    if (rows.size() - (named ? 1 : 0) > Limits.FILES.maxRows()) {
      throw new Unreadable(
          Unreadable.Kind.TOO_LARGE,
          "The table has more than " + Limits.FILES.maxRows() + " rows: send it in parts.");
    }
    if (!named) {
      return new Structure.Table(List.of(), rows);
    }
    var header = first.cells().stream().map(cell -> cell.text().strip()).toList();
    var under = new ArrayList<Row>(rows.size() - 1);
    for (var row : rows.subList(1, rows.size())) {
      under.add(fitted(row, header.size()));
    }
    return new Structure.Table(header, under);
  }

  /// Names of columns are all there, all different, and words.
  private static boolean isHeader(Row row) {
    var names = new HashSet<String>();
    for (var cell : row.cells()) {
      var name = cell.text().strip().toLowerCase(Locale.ROOT);
      if (name.codePoints().noneMatch(Character::isLetter) || !names.add(name)) {
        return false;
      }
    }
    return true;
  }

  /// Without empty cells beyond the header, which come from separators at the end of lines.
  private static Row fitted(Row row, int columns) throws Unreadable {
    var cells = row.cells();
    for (var cell : cells.subList(Math.min(columns, cells.size()), cells.size())) {
      if (!cell.text().isBlank()) {
        var more = "has " + cells.size() + " cells where the header has " + columns;
        throw broken(row.line(), more);
      }
    }
    return cells.size() <= columns ? row : new Row(row.line(), cells.subList(0, columns));
  }

  private static Unreadable broken(int line, String why) {
    return new Unreadable(
        Unreadable.Kind.BROKEN, "The table is damaged: line " + line + " " + why + ".");
  }
}
