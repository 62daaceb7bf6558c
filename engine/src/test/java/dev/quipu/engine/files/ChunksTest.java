package dev.quipu.engine.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunksTest {

  @Test
  void a_long_text_is_cut_between_sentences_and_each_part_knows_its_neighbours() {
    var first = "The first page tells who came. It is short.\n";
    var second = "The second page tells who went. It is short too.";
    var file = prose(first + second, List.of(0, first.length()));

    var chunks = Chunks.of(file, 60);

    assertThat(chunks).hasSize(2);
    assertThat(chunks.get(0).text()).isEqualTo(first);
    assertThat(chunks.get(0).begin()).isEqualTo(new Place.InText(0, 1, 1));
    assertThat(chunks.get(0).previous()).isNull();
    assertThat(chunks.get(0).next()).isEqualTo(2);
    assertThat(chunks.get(1).text()).isEqualTo(second);
    assertThat(chunks.get(1).begin()).isEqualTo(new Place.InText(first.length(), 2, 2));
    assertThat(chunks.get(1).previous()).isEqualTo(1);
    assertThat(chunks.get(1).next()).isNull();
  }

  @Test
  void a_short_text_is_one_chunk_and_a_blank_one_none() {
    assertThat(Chunks.of(prose("short", List.of()))).hasSize(1);
    assertThat(Chunks.of(prose(" \n", List.of()))).isEmpty();
  }

  @Property(tries = 200)
  void side_by_side_the_chunks_are_the_text(
      @ForAll String drawn, @ForAll @IntRange(min = 5, max = 50) int limit) {
    var file = prose(TidyText.of("Begin. " + drawn), List.of());

    var chunks = Chunks.of(file, limit);

    assertThat(chunks.stream().map(Chunk::text).collect(Collectors.joining()))
        .isEqualTo(file.text());
    assertThat(chunks).allMatch(chunk -> chunk.text().length() <= limit);
  }

  private static FileText prose(String text, List<Integer> pages) {
    return FileText.of("text/plain", text, new Structure.Prose(pages));
  }
}
