package dev.quipu.bench.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.inspect.EdgeFilter;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of `./quipu bench objects` does not depend on how busy the machine is.
class LongSessionTest {

  @Test
  void every_fifth_message_supports_the_first_and_moves_the_state_on(@TempDir Path folder) {
    try (var store = Store.open(folder)) {
      var engine = store.engine();
      var session = LongSession.write(engine, "ses_short", 500, Progress.silent());
      var all = new Page.Request(null, 1_000);

      var supports = new EdgeFilter(Set.of(Direction.IN), Set.of(EdgeType.SUPPORTS.wireName()));
      assertThat(
              engine
                  .graph()
                  .edges(Messages.WRITER, session.hub(), supports, ReadTime.NOW, all)
                  .items())
          .hasSize(99);
      assertThat(
              engine
                  .inspect()
                  .versions(Messages.WRITER, session.state(), ReadTime.NOW, all)
                  .items())
          .hasSize(99);
      assertThat(
              engine
                  .inspect()
                  .object(Messages.WRITER, session.memory(499), ReadTime.NOW)
                  .value()
                  .stored()
                  .version()
                  .body()
                  .text("text"))
          .contains("499");
    }
  }
}
