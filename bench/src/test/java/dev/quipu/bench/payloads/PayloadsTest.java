package dev.quipu.bench.payloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.ingest.ClosedLoop;
import dev.quipu.bench.ingest.Database;
import dev.quipu.bench.ingest.Groups;
import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.ingest.Place;
import dev.quipu.bench.ingest.RecordedRows;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What of `./quipu bench payloads` does not depend on how busy the machine is.
class PayloadsTest {

  private static final Page.Request ALL = new Page.Request(null, 1_000);

  private Database database;

  @BeforeEach
  void open() throws IOException, SQLException {
    database = Database.open("sqlite");
  }

  @AfterEach
  void close() {
    database.close();
  }

  /// Else the comparison would flatter us.
  @Test
  void the_bare_insert_writes_the_same_rows_relationships_included() throws Exception {
    try (var place = database.newPlace()) {
      var groups = write(place, 300, Invoices::ofNewEntity);
      var rows = place.rows(Messages.WRITER.tenant());

      try (var bare = place.bare(rows)) {
        bare.run(groups.sizes());

        var written = bare.rows();
        for (int i = 0; i < rows.tables().size(); i++) {
          var table = rows.tables().get(i);
          assertThat(table.rows().isEmpty()).isEqualTo(table.name().equals("checkpoint"));
          assertThat(cells(written.tables().get(i)))
              .containsExactlyInAnyOrderElementsOf(cells(table));
        }
      }
    }
  }

  @Test
  void every_new_invoice_is_an_entity_and_companies_are_met_again() throws Exception {
    try (var place = database.newPlace();
        var store = place.open(CommitMeter.SILENT)) {
      new ClosedLoop(4, 300, Invoices::ofNewEntity).run(store.engine());

      assertThat(count(store.engine(), "invoice")).isEqualTo(300);
      assertThat(count(store.engine(), "company")).isBetween(20, 32);
    }
  }

  @Test
  void one_invoice_is_told_of_again_and_again() throws Exception {
    for (LongFunction<Submission> told :
        List.<LongFunction<Submission>>of(Invoices::ofOneEntity, Invoices::ofOneEntityLate)) {
      try (var place = database.newPlace();
          var store = place.open(CommitMeter.SILENT)) {
        new ClosedLoop(4, 100, told).run(store.engine());

        var id = EntityId.of("company", EntityName.normal("company", Invoices.company(0)));
        var found = store.engine().entities().entity(Messages.WRITER, id, ReadTime.NOW);
        assertThat(found.value().known().observations()).isEqualTo(100);
        assertThat(count(store.engine(), "invoice")).isEqualTo(1);
      }
    }
  }

  @Test
  void companies_are_found_by_their_names() throws Exception {
    try (var place = database.newPlace();
        var store = place.open(CommitMeter.SILENT)) {
      var cost = NameLookups.measure(store.engine(), 500, Progress.silent());

      assertThat(cost.object()).isPositive();
      assertThat(cost.byName()).isPositive();
    }
  }

  private static int count(Engine engine, String type) {
    return engine
        .entities()
        .entities(Messages.WRITER, Map.of(AspectBody.TYPE, type), ReadTime.NOW, ALL)
        .items()
        .size();
  }

  private static List<String> cells(RecordedRows.Table table) {
    return table.rows().stream().map(row -> Arrays.deepToString(row.cells())).toList();
  }

  private static Groups write(Place place, int payloads, LongFunction<Submission> submissions)
      throws InterruptedException {
    var groups = new Groups();
    try (var store = place.open(groups)) {
      new ClosedLoop(16, payloads, submissions).run(store.engine());
    }
    return groups;
  }
}
