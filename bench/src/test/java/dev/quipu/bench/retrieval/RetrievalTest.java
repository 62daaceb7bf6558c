package dev.quipu.bench.retrieval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The short form of `bench retrieval`: a small conversation, through a real server.
class RetrievalTest {

  private static final List<String> TURNS =
      List.of(
          turn("a/1", 0, "Nora", "I moved to Lviv in March and rent a flat by the park."),
          turn("a/2", 1, "Omar", "How is your new flat?"),
          turn("a/3", 2, "Nora", "Bright. The landlord keeps two parrots."),
          turn("a/4", 3, "Omar", "I started to learn the cello."),
          turn("b/1", 0, "Nora", "The landlord has a dog."));

  private static final List<String> QUESTIONS =
      List.of(
          question("q1", "Which animals does the landlord keep?", "a/3"),
          question("q2", "What instrument is Omar learning?", "a/4"));

  private static String turn(String id, int index, String speaker, String text) {
    return """
        {"id":"%s","conversation":"%s","session":"s","session_index":1,"turn_index":%d,\
        "timestamp":"2024-03-0%dT10:00:00Z","speaker":"%s","text":"%s","caption":""}"""
        .formatted(id, "conv_" + id.charAt(0), index, index + 1, speaker, text);
  }

  private static String question(String id, String text, String gold) {
    return """
        {"qid":"%s","conversation":"conv_a","question":"%s","category":1,\
        "category_name":"single","gold":["%s"],"gold_sessions":[],"answer":""}"""
        .formatted(id, text, gold);
  }

  @Test
  void questions_are_answered_within_their_conversation_and_the_run_is_written(@TempDir Path folder)
      throws IOException {
    Files.write(folder.resolve("turns.jsonl"), TURNS);
    Files.write(folder.resolve("queries.jsonl"), QUESTIONS);
    var run = folder.resolve("run.json");

    int exit =
        new CommandLine(new RetrievalBench())
            .execute("--data", folder.toString(), "--run-out", run.toString());

    assertThat(exit).isZero();
    var ranked = new JsonReader().readObject(Files.readAllBytes(run));
    assertThat(String.valueOf(ranked.get("q1"))).startsWith("[\"a/3\"").doesNotContain("b/1");
    assertThat(String.valueOf(ranked.get("q2"))).startsWith("[\"a/4\"");
  }

  @Test
  void parts_of_the_ranking_are_taken_away_one_by_one(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("turns.jsonl"), TURNS);
    Files.write(folder.resolve("queries.jsonl"), QUESTIONS);

    int exit = new CommandLine(new AblationBench()).execute("--data", folder.toString());

    assertThat(exit).isZero();
    assertThat(Variant.all()).doesNotHaveDuplicates().hasSizeGreaterThan(9);
  }

  @Test
  void scores_are_those_of_the_common_scorer() {
    var asked = new Asked(new JsonReader().readObject(QUESTIONS.getFirst().getBytes(UTF_8)));

    var scores = asked.score(List.of("a/1", "a/3", "a/2"));

    assertThat(scores)
        .containsEntry("recall@1", 0.0)
        .containsEntry("recall@5", 1.0)
        .containsEntry("mrr", 0.5);
    assertThat(scores.get("ndcg@10")).isCloseTo(Math.log(2) / Math.log(3), within(1e-12));
  }
}
