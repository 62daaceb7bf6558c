package dev.quipu.files;

import static dev.quipu.testkit.files.FileTextsContract.catchKind;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Structure.Cell;
import dev.quipu.engine.files.Structure.Row;
import dev.quipu.engine.files.Structure.Table;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.testkit.files.GivenFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are text already.
class PlainFilesTest {

  @TempDir Path scratch;

  private FileTexts files;

  @BeforeEach
  void open() throws IOException {
    files = SniffingFileTexts.open(StrangeChild.program(), scratch);
  }

  @AfterEach
  void close() {
    files.close();
  }

  @Test
  void a_byte_order_mark_tells_the_charset() throws IOException, Unreadable {
    assertThat(text("\ufeffнаш café".getBytes(UTF_8))).isEqualTo("наш café");
    assertThat(text("\ufeffнаш café".getBytes(UTF_16LE))).isEqualTo("наш café");
    assertThat(text("\ufeffнаш café".getBytes(UTF_16BE))).isEqualTo("наш café");
  }

  @Test
  void without_one_it_is_utf_8_if_it_can_be_and_else_what_was_declared_or_windows_1252()
      throws IOException, Unreadable {
    assertThat(text("наш café".getBytes(UTF_8))).isEqualTo("наш café");
    assertThat(text("“quoted” café – 5 €".getBytes(Charset.forName("windows-1252"))))
        .isEqualTo("“quoted” café – 5 €");
    var cyrillic = "Рахунок".getBytes(Charset.forName("windows-1251"));
    var declared = new GivenFile(cyrillic, "a.txt", "text/plain; charset=\"windows-1251\"");
    assertThat(files.read(declared.source()).text()).isEqualTo("Рахунок");
    var strange = new GivenFile("é".getBytes(ISO_8859_1), "a.txt", "text/plain; charset=%");
    assertThat(files.read(strange.source()).text()).isEqualTo("é");
  }

  @Test
  void the_first_heading_of_markdown_is_its_title() throws IOException, Unreadable {
    var file = files.read(GivenFile.of("intro\n\n## Plan of the week ##\n\n# Later\n", "a.md"));

    assertThat(file.title()).isEqualTo("Plan of the week");
    assertThat(file.text()).startsWith("intro\n\n## Plan");
  }

  @Test
  @Timeout(60)
  void nothing_that_looks_like_a_heading_keeps_it_busy() throws IOException, Unreadable {
    for (var part : List.of("# ", "#", "# a ", "# a #\n \n", " ", "a,", "\"\"")) {
      var text = "x\n" + part.repeat(1_000_000);
      assertThat(files.read(GivenFile.of(text, "a.md")).text()).startsWith("x");
    }
  }

  @Test
  void json_is_json_whatever_it_is_called() throws IOException, Unreadable {
    var file = files.read(GivenFile.of("\n {\"a\": [1, \"b\"]}", "a.txt"));

    assertThat(file.mediaType()).isEqualTo("application/json");
    assertThat(((Structure.Value) file.structure()).json().toString())
        .isEqualTo("{\"a\":[1,\"b\"]}");
  }

  @Test
  void what_only_begins_like_json_is_a_text_unless_it_is_called_json()
      throws IOException, Unreadable {
    assertThat(files.read(GivenFile.of("[draft] a note", "a.txt")).mediaType())
        .isEqualTo("text/plain");
    assertThatThrownBy(() -> files.read(GivenFile.of("{\"a\": 1,\n \"b\" 2}", "a.json")))
        .isInstanceOfSatisfying(
            Unreadable.class,
            why -> {
              assertThat(why.kind()).isEqualTo(Kind.BROKEN);
              assertThat(why).hasMessageContaining("line 2, column 6");
            });
  }

  @Test
  void json_that_is_nested_without_end_is_refused() {
    assertThat(catchKind(files, GivenFile.of("[".repeat(1_000_000), "a.json")))
        .isEqualTo(Kind.TOO_DEEP);
    assertThat(catchKind(files, GivenFile.of("[".repeat(1_000_000), "a")))
        .as("also if it is not called so")
        .isEqualTo(Kind.TOO_DEEP);
    assertThat(catchKind(files, GivenFile.of("[" + "[],".repeat(1_000_000) + "1]", "a.json")))
        .isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void xml_is_text_and_nothing_in_it_is_followed() throws IOException, Unreadable {
    var laughs =
        """
        <?xml version="1.0"?>
        <!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;">
        <!ENTITY secret SYSTEM "file:///etc/hostname">]>
        <lolz>&lol2;&secret;</lolz>
        """;
    var file = files.read(GivenFile.of(laughs, "a.xml"));

    assertThat(file).isEqualTo(FileText.of("application/xml", laughs, Structure.Prose.PLAIN));
  }

  @Test
  void a_csv_has_a_header_and_rows_with_their_places() throws IOException, Unreadable {
    var table =
        table("name,amount\r\n\"Acme, Inc.\",12\r\n\r\n\"say \"\"hi\"\"\nthere\",7\r\nlast,\r\n");

    assertThat(table.header()).containsExactly("name", "amount");
    assertThat(table.rows())
        .containsExactly(
            new Row(2, List.of(new Cell(13, "Acme, Inc."), new Cell(25, "12"))),
            new Row(4, List.of(new Cell(30, "say \"hi\"\nthere"), new Cell(48, "7"))),
            new Row(6, List.of(new Cell(50, "last"), new Cell(55, ""))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name;amount\nAcme, Inc.;1,50\nGlobex;2,50\n",
        "name\tamount\nAcme, Inc.\t1,50\nGlobex\t2,50",
        "sep=;\nname;amount\nAcme, Inc.;1,50\nGlobex;2,50\n",
        "\"name\",\"amount\"\n\"Acme, Inc.\",\"1,50\"\nGlobex,\"2,50\"\n",
        "name;amount;\nAcme, Inc.;1,50;\nGlobex;2,50;\n"
      })
  void the_separator_is_the_one_that_makes_a_table(String csv) throws IOException, Unreadable {
    var table = table(csv);

    assertThat(
            table.rows().stream()
                .map(row -> row.cells().stream().map(Cell::text).limit(2).toList()))
        .endsWith(List.of("Acme, Inc.", "1,50"), List.of("Globex", "2,50"));
  }

  @Test
  void a_first_row_that_is_like_the_others_is_no_header() throws IOException, Unreadable {
    assertThat(table("1,2\n3,4\n").header()).isEmpty();
    assertThat(table("1,2\n3,4\n").rows()).hasSize(2);
    assertThat(table("a,a\nb,c\n").header()).as("names are different").isEmpty();
  }

  @Test
  void a_table_that_is_not_one_is_refused_with_the_line() {
    assertThatThrownBy(() -> table("a,b\n1,\"2\n3,4\n"))
        .hasMessageContaining("line 2 opens a quotation mark that is never closed");
    assertThatThrownBy(() -> table("a,b\n1,\"2\"x\n"))
        .hasMessageContaining("line 2 has something between");
    assertThatThrownBy(() -> table("a,b\n1,2\n\n1,2,3\n"))
        .hasMessageContaining("line 4 has 3 cells where the header has 2");
  }

  @Test
  void a_table_of_too_many_rows_or_cells_is_refused_not_shortened() throws IOException, Unreadable {
    int rows = Limits.FILES.maxRows();
    assertThat(table("a\n" + "x\n".repeat(rows)).rows()).hasSize(rows);
    assertThatThrownBy(() -> table("a\n" + "x\n".repeat(rows + 1)))
        .hasMessageContaining("more than " + rows + " rows");
    assertThatThrownBy(() -> table("a\n" + ",".repeat(Limits.FILES.maxCells() + 1)))
        .hasMessageContaining("more than " + Limits.FILES.maxCells() + " cells");
  }

  @Property
  void what_is_written_by_rfc_4180_is_read_back(
      @ForAll @Size(min = 1, max = 6)
          List<
                  @Size(value = 3) List<
                      @StringLength(max = 5) @CharRange(from = 'a', to = 'c') String>>
              drawn,
      @ForAll @CharRange(from = 'a', to = 'c') char second)
      throws Unreadable {
    var rows =
        drawn.stream().map(row -> row.stream().map(PlainFilesTest::spiced).toList()).toList();
    var csv = new StringBuilder("x,y,z" + second + "\n");
    for (var row : rows) {
      csv.append(row.stream().map(PlainFilesTest::quoted).collect(Collectors.joining(",")));
      csv.append('\n');
    }
    var read = CsvReader.read(csv.toString());

    assertThat(read.rows().stream().map(row -> row.cells().stream().map(Cell::text).toList()))
        .containsExactlyElementsOf(rows);
  }

  /// Letters stand for what makes trouble.
  private static String spiced(String letters) {
    return letters.replace("a", "\"").replace("b", "\n").replace("c", ";,\t");
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }

  @Test
  void what_a_file_is_called_in_capitals_counts_as_well() throws IOException, Unreadable {
    assertThat(files.read(GivenFile.of("a,b\n1,2\n", "LEDGER.CSV")).structure())
        .isInstanceOf(Table.class);
    assertThat(((Structure.Value) files.read(GivenFile.of("7", "A.JSON")).structure()).json())
        .isEqualTo(Json.of(7));
    assertThat(files.read(GivenFile.of("{}", "a")).structure())
        .isEqualTo(new Structure.Value(JsonObject.EMPTY));
  }

  private String text(byte[] bytes) throws IOException, Unreadable {
    return files.read(GivenFile.of(bytes, "a.txt")).text();
  }

  private Table table(String csv) throws IOException, Unreadable {
    return (Table) files.read(GivenFile.of(csv, "a.csv")).structure();
  }
}
