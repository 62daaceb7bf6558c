package dev.quipu.bench.retrieval;

import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.Question;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bench ablation`: what is written goes through the public API, as in `bench retrieval`; the
/// questions are put to the engine inside this process, since no door lets anybody take parts of
/// the ranking away.
@Command(
    name = "ablation",
    mixinStandardHelpOptions = true,
    description = "What each part of the ranking gives: the scores of a data set without it.")
public final class AblationBench implements Callable<Integer> {

  private static final List<String> MEASURES =
      List.of("recall@5", "recall@10", "ndcg@10", "current first");

  private static final Ways WITH_VECTORS = new Ways(Ways.DEFAULT.by(), null, true);

  @Option(
      names = "--data",
      required = true,
      description = "A folder with turns.jsonl and queries.jsonl.")
  Path data = Path.of("");

  @Option(
      names = "--kept",
      description = "Keeps what was filled in this folder, or finds it there from the last time.")
  @Nullable Path kept;

  private final Progress progress = Progress.onTerminal();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var set = DataSet.read(data);
    try (var scratch = Scratch.open()) {
      var home = kept == null ? scratch.resolve("home") : kept;
      var folder = home.resolve("data");
      var note = home.resolve("filled.txt");
      if (!Files.exists(note)) {
        Files.createDirectories(home);
        fill(set, folder).write(note);
      }
      var filled = DataSet.Filled.read(note);
      try (var store = Store.openWithVectors(folder)) {
        var caller = store.engine().credentials().callerOf(filled.token());
        awaitIndex(store.engine().ask(), caller, set, filled.position());
        System.out.printf("%-40s", data.getFileName());
        MEASURES.forEach(measure -> System.out.printf(" %13s", measure));
        System.out.println();
        for (var variant : Variant.all()) {
          var index = store.index().omitting(variant.omitted());
          var ask = store.engine().ask().weighing(index, variant.weights());
          print(variant.name(), table(ask, caller, set, filled.position()));
        }
      }
    }
    return 0;
  }

  private DataSet.Filled fill(DataSet set, Path folder) throws IOException, InterruptedException {
    try (var server = ServerProcess.startAsIs(folder, Map.of());
        var operator = new Client(server.port(), server.adminToken())) {
      var filled = set.fill(operator, progress);
      set.awaitVectors(operator.as(filled.token()), filled.position(), progress);
      return filled;
    }
  }

  /// It was never committed, and is filled again.
  private void awaitIndex(Ask ask, Caller caller, DataSet set, long position) {
    progress.say("waiting for the index");
    for (int i = 0; i < DataSet.MOST_WAITS; i++) {
      try {
        ask.ask(caller, question(set.questions().getFirst(), position, WITH_VECTORS));
        return;
      } catch (Unavailable e) {
        if (i + 1 == DataSet.MOST_WAITS) {
          throw e;
        }
      }
    }
  }

  private ScoreTable table(Ask ask, Caller caller, DataSet set, long position) {
    var table = new ScoreTable();
    int asked = 0;
    for (var question : set.questions()) {
      if (question.isScored()) {
        var ranked =
            found(ask, caller, question(question, position, Ways.DEFAULT)).stream()
                .flatMap(
                    object ->
                        Stream.concat(
                            object.sourceEvents().stream(),
                            object.duplicates().stream()
                                .flatMap(duplicate -> duplicate.sourceEvents().stream())))
                .map(event -> set.turns().get(Turn.numberOf(event)).id())
                .distinct()
                .toList();
        table.add(question.category(), question.score(ranked));
      }
      progress.say("asking", ++asked, set.questions().size());
    }
    progress.end();
    return table;
  }

  /// Nothing by meaning alone, if the model does not know the letters of the question.
  private static List<Evidence.Found> found(Ask ask, Caller caller, Question question) {
    try {
      return ask.ask(caller, question).objects();
    } catch (Unavailable e) {
      if (e.code().equals("vectors.unavailable")) {
        return List.of();
      }
      throw e;
    }
  }

  private static Question question(Asked asked, long position, Ways ways) {
    return new Question(
        asked.text(),
        RetrievalBench.DEPTH,
        Map.of(FilterField.SESSION_IDS, new TreeSet<>(List.of(asked.conversation()))),
        null,
        null,
        new ReadTime(null, null, new LogPosition(position)),
        null,
        null,
        false,
        false,
        true,
        null,
        null,
        ways,
        true);
  }

  private static void print(String name, ScoreTable table) {
    var means = table.overall();
    System.out.printf("%-40s", name);
    for (var measure : MEASURES) {
      double mean = means.getOrDefault(measure, Double.NaN);
      System.out.print(
          Double.isNaN(mean) ? " %13s".formatted("") : String.format(Locale.ROOT, " %13.4f", mean));
    }
    System.out.println();
  }
}
