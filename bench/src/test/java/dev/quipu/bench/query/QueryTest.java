package dev.quipu.bench.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.report.Figure;
import dev.quipu.bench.report.Progress;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of `./quipu bench query` does not depend on how busy the machine is.
class QueryTest {

  private static final TenantId TENANT = new TenantId("bench");

  @Test
  void the_bare_search_looks_for_the_same_among_the_same(@TempDir Path folder)
      throws IOException, InterruptedException {
    var told = new Conversations(TENANT, 400, new Vocabulary());
    try (var store = Store.open(folder)) {
      new Questions(store.engine()).await(TENANT, told.write(store.engine(), Progress.silent()));
    }
    var now = folder.resolve("index").resolve(TENANT.fileName()).resolve("g1").resolve("now");
    try (var store = Store.open(folder);
        var bare = BareSearch.open(now)) {
      var questions = new Questions(store.engine());
      var random = new Random(1);
      int alike = 0;
      for (int i = 0; i < 50; i++) {
        var question = told.question(random);
        long bareFound = bare.count(told.owner(i), question);
        long found = questions.visited(told.owner(i), question);
        // In place of a word that the caller sees nowhere we look for words like it.
        assertThat(bareFound).as(question).isLessThanOrEqualTo(found);
        alike += bareFound == found ? 1 : 0;
      }
      assertThat(alike).isGreaterThan(20);
    }
  }

  @Test
  void a_short_run_gives_every_figure(@TempDir Path folder)
      throws IOException, InterruptedException {
    var bench = new QueryBench();
    bench.memories = 300;
    bench.clients = 2;
    bench.rounds = 1;
    bench.millis = 50;
    bench.warmUp = 1;
    bench.others = 3;
    bench.tenants = 3;
    bench.data = folder.resolve("data");
    bench.only = EnumSet.allOf(QueryBench.Part.class);

    assertThat(bench.measure().figures()).hasSize(9).extracting(Figure::value).doesNotContainNull();
  }
}
